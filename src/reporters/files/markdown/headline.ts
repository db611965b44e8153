import { forMarkdown } from '../../../domain/display/markdown.ts';
import { truncate } from '../../../domain/values/text.ts';
import type { GateOutcome, RunResult } from '../../../domain/verdicts/run-result.ts';
import { countOf, formatCount, formatDuration } from '../../terminal/numbers.ts';
import { troubleAround } from '../run-groups.ts';

const WORDS: Readonly<Record<GateOutcome['status'], string>> = {
  met: '✓ gate met',
  lost: '✗ gate lost',
  invalid: '! invalid run: no valid test',
  interrupted: '! interrupted',
};
const MAX_REASONS = 10;
const MAX_REASON = 400;

/** What the run came to: the verdict, the counts, and why. */
export function headline(run: RunResult): string {
  const { gate, totals, durationMs } = run;
  const { sessions, passed, failed, invalid } = totals;
  const counts = [
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(invalid > 0 ? [`${formatCount(invalid)} invalid`] : []),
    `${formatCount(passed)} passed`,
  ].join(', ');
  const reasons = [...new Set([...gate.reasons, ...troubleAround(run)])];
  const shown = reasons.slice(0, MAX_REASONS).map((reason) => `- ${inLine(reason, MAX_REASON)}`);
  const left = reasons.length - shown.length;
  return [
    `### ${WORDS[gate.status]}`,
    '',
    `**${counts}** of ${countOf(sessions, 'session')} in ${formatDuration(durationMs)}`,
    ...(shown.length === 0 ? [] : ['', ...shown]),
    ...(left > 0 ? [`- … and ${formatCount(left)} more`] : []),
    '',
  ].join('\n');
}

/** Foreign text on one line of Markdown, cut to `max` characters. */
export function inLine(text: string, max: number): string {
  return forMarkdown(truncate(text, max), { newlines: 'space' });
}
