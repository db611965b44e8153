import { forTerminal } from '../../domain/display/terminal.ts';
import { compareKeys, type SessionKey } from '../../domain/transcript/session-key.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { Failure } from '../../domain/verdicts/verdict.ts';
import { fitSentence } from './fit-sentence.ts';
import { markedText } from './marked-text.ts';
import { countOf, formatCount, formatDuration } from './numbers.ts';
import type { Palette } from './palette.ts';
import { MARKS, sessionName } from './session-name.ts';
import { chanceLines } from './totals/chance-lines.ts';

type Look = { columns: number; palette: Palette };

const MAX_SHORT = 200;
const MAX_NAMED = 10;

/** One line for each session that did not pass and was not told in full: those that failed, then the invalid ones. */
export function shortFailures(
  { sessions, scenarios }: RunResult,
  isTold: (session: SessionSummary) => boolean,
  look: Look & { replay(key: SessionKey): string },
): string[] {
  const { columns, palette } = look;
  const repeated = new Set(scenarios.flatMap((one) => (one.sessions > 1 ? [`${one.scenario}/${one.variant}`] : [])));
  const isRepeated = ({ key }: SessionSummary): boolean => repeated.has(`${key.scenario}/${key.variant}`);
  // What all of them have in common tells none from another, and takes the room of what does.
  const isOneVariant = new Set(sessions.map(({ key }) => key.variant)).size === 1;
  const nameOf = (session: SessionSummary): string =>
    sessionName(isOneVariant ? { ...session.key, variant: 'default' } : session.key, isRepeated(session));
  const untold = sessions
    .filter((session) => session.verdict !== 'passed' && !isTold(session))
    .sort((a, b) => (a.verdict < b.verdict ? -1 : a.verdict > b.verdict ? 1 : compareKeys(a.key, b.key)));
  const [first] = untold;
  if (first === undefined) return [];
  const lines = untold.slice(0, MAX_SHORT).map((session) => {
    const text = `${MARKS[session.verdict]} ${nameOf(session)}: ${failureText(session.failure, session.reason).slice(0, 2000)}`;
    return palette[session.verdict](fitSentence(forTerminal(text, { newlines: 'escape' }), columns));
  });
  const rest = untold.length - lines.length;
  return [
    `${countOf(untold.length, 'more session')} did not pass`,
    ...lines,
    ...(rest > 0 ? [palette.quiet(`… and ${formatCount(rest)} more, all of them in the results`)] : []),
    `${palette.quiet('replay the first of them with:')} ${forTerminal(look.replay(first.key), { newlines: 'escape' })}`,
  ];
}

/** `turn 2, arguments: what went wrong`, on one line and not yet safe to show. */
function failureText(failure: Failure | undefined, reason: string): string {
  if (failure === undefined) return reason;
  return `${failure.turn === undefined ? '' : `turn ${failure.turn}, `}${failure.stage}: ${failure.message}`;
}

/** What the run came to: counts, the gate with its reasons, what went wrong around the sessions, where the results are. */
export function runSummary(
  run: RunResult,
  { directory, columns, palette }: Look & { directory?: string | undefined },
): string[] {
  return [
    ...(run.totals.sessions === 0 && run.missing.length === 0
      ? [palette.invalid('nothing was run: no session was planned')]
      : []),
    countsLine(run, palette),
    ...chanceLines(run).map((line) => palette.quiet(line)),
    ...gateLines(run, { columns, palette }),
    ...listLines('not run', run.missing, { columns, palette }, palette.invalid),
    ...listLines('problem', run.problems, { columns, palette }, palette.invalid),
    ...listLines('note', run.notes, { columns, palette }, palette.quiet),
    ...(directory === undefined
      ? []
      : [`${palette.quiet('results  ')}${forTerminal(directory, { newlines: 'escape' })}`]),
  ];
}

function countsLine({ totals, durationMs }: RunResult, palette: Palette): string {
  const { sessions, passed, failed, invalid } = totals;
  const counts = [
    ...(failed > 0 ? [palette.failed(`${formatCount(failed)} failed`)] : []),
    ...(invalid > 0 ? [palette.invalid(`${formatCount(invalid)} invalid`)] : []),
    passed > 0 ? palette.passed(`${formatCount(passed)} passed`) : '0 passed',
  ];
  return `${counts.join(', ')} of ${countOf(sessions, 'session')} in ${formatDuration(durationMs)}`;
}

function gateLines({ gate }: RunResult, look: Look): string[] {
  const { palette } = look;
  const [style, word] = {
    met: [palette.passed, 'gate met'] as const,
    lost: [palette.failed, 'gate lost'] as const,
    invalid: [palette.invalid, 'invalid run'] as const,
    interrupted: [palette.invalid, 'interrupted'] as const,
  }[gate.status];
  return gate.reasons.length === 0 ? [style(word)] : listLines(word, gate.reasons, look, style);
}

/** Each item after its label, wrapped; a long list is cut with a count. */
function listLines(
  label: string,
  items: readonly string[],
  { columns }: Look,
  style: (text: string) => string,
): string[] {
  const lines = items.slice(0, MAX_NAMED).flatMap((item) => {
    const shown = markedText(item, { columns: columns - label.length - 2, maxLength: columns * 4 });
    return shown
      .slice(0, 6)
      .map(({ text }, index) => (index === 0 ? `${style(label)}: ${text}` : `${' '.repeat(label.length)}  ${text}`));
  });
  return items.length > MAX_NAMED ? [...lines, style(`${label}: … and ${items.length - MAX_NAMED} more`)] : lines;
}
