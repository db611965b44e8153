import { forTerminal } from '../../domain/display/terminal.ts';
import type { GateOutcome } from '../../domain/verdicts/run-result.ts';
import { countOf, formatCount, formatDuration } from '../../reporters/terminal/numbers.ts';
import type { Palette } from '../../reporters/terminal/palette.ts';
import type { ScoreTotals } from './score-totals.ts';

export type Besides = {
  /** What makes the answer worthless besides the conversations: a case that nothing matches. */
  problems: readonly string[];
  notes: readonly string[];
  durationMs: number;
};

/** What everything came to: counts, the gate with its reasons, and what a reader should know or do. */
export function summaryLines(
  totals: ScoreTotals,
  { gate, problems, notes, durationMs, palette }: Besides & { gate: GateOutcome; palette: Palette },
): string[] {
  const { conversations, passed, failed, invalid } = totals;
  const counts = [
    ...(failed > 0 ? [palette.failed(`${formatCount(failed)} failed`)] : []),
    ...(invalid > 0 ? [palette.invalid(`${formatCount(invalid)} invalid`)] : []),
    passed > 0 ? palette.passed(`${formatCount(passed)} passed`) : '0 passed',
  ];
  const [style, word] = {
    met: [palette.passed, 'gate met'] as const,
    lost: [palette.failed, 'gate lost'] as const,
    invalid: [palette.invalid, 'invalid'] as const,
    interrupted: [palette.invalid, 'interrupted'] as const,
  }[gate.status];
  const reasons = gate.reasons.map((reason) => `${style(word)}: ${forTerminal(reason, { newlines: 'escape' })}`);
  return [
    `${counts.join(', ')} of ${countOf(conversations, 'conversation')} in ${formatDuration(durationMs)}`,
    ...(reasons.length === 0 ? [style(word)] : reasons),
    ...problems
      .filter((problem) => !gate.reasons.includes(problem))
      .map((problem) => `${palette.invalid('problem')}: ${forTerminal(problem, { newlines: 'escape' })}`),
    ...notes.map((note) => `${palette.quiet('note')}: ${forTerminal(note, { newlines: 'escape' })}`),
  ];
}
