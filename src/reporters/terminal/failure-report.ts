import { forTerminal } from '../../domain/display/terminal.ts';
import { type EndReason, verdictOfEnd } from '../../domain/transcript/end-reason.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Failure } from '../../domain/verdicts/verdict.ts';
import { checkList } from './check-list.ts';
import { evidenceText } from './evidence-text.ts';
import { blindChecks, blindGroups, blindText } from './failure/blind-checks.ts';
import { callTables } from './failure/call-table.ts';
import { endText, headingOf, isDecidedByEnd } from './failure/end-text.ts';
import { toldFindings } from './failure/told-findings.ts';
import { userFrames } from './failure/user-frames.ts';
import { worldLines } from './failure/world-lines.ts';
import { markedText } from './marked-text.ts';
import { countOf, formatCount } from './numbers.ts';
import type { Palette } from './palette.ts';
import { MARKS, sessionName } from './session-name.ts';
import { displayWidth } from './text-width.ts';
import { turnExcerpt } from './turn-excerpt.ts';
import { userNotes } from './user-notes.ts';

export type FailureReportOptions = {
  columns: number;
  palette: Palette;
  /** The command that runs a session again. */
  replay(key: SessionKey): string;
  /** The run's folder, as a person finds it. */
  directory?: string | undefined;
  /** The whole conversation and every check, not only the turn and the checks that failed. */
  isWhole?: boolean;
  /** The scenario has other trials, so the name says which one this is. */
  isRepeated?: boolean;
};

/** Ends that are nobody's code at fault. */
const NO_STACK: ReadonlySet<EndReason> = new Set(['infrastructure_error', 'budget', 'aborted']);
const MAX_TOLD = 3;
const MAX_EVIDENCE = 6;
const MAX_FRAMES = 5;
const MAX_BLIND = 8;
const MAX_UNMET = 8;

/** Everything that a person needs to see why a session did not pass, and the command that runs it again. */
export function failureReport(result: SessionResult, options: FailureReportOptions): string[] {
  const { columns, palette, replay, directory, isWhole = false, isRepeated = false } = options;
  const { findings, unmet } = toldFindings(result);
  const shown = firstOf(findings);
  const why = whyOf(result, shown);
  const style = result.verdict === 'failed' ? palette.failed : palette.invalid;
  const body = [
    ...paragraph(result.title, columns),
    ...(why === undefined ? [] : paragraph(`${result.verdict}: ${why}`, columns, style)),
    ...shown.flatMap((one) => ['', ...findingLines(one, result, options)]),
    ...errorLines(result, shown, options),
    ...moreLines(findings, shown, options),
    ...callTables(result.scores, { columns: columns - 2, palette, isWhole, unmet }),
    ...worldLines(result, { columns: columns - 2, palette, isWhole }),
    ...unmetLines(unmet, options),
    ...(isWhole
      ? ['', 'checks', ...checkList(result.scores, { columns: columns - 4, palette }).map((line) => `  ${line}`)]
      : blindLines(result, why, columns)),
    ...withGap(userNotes(result, { columns: columns - 4, palette, isWhole })),
    ...excerptLines(result, turnsToShow(result, shown, isWhole), {
      ...options,
      evidence: shown.flatMap(({ evidence }) => evidence),
    }),
    '',
    `${palette.quiet('replay   ')}${palette.strong(inLine(replay(result.key)))}`,
    ...(directory === undefined ? [] : [`${palette.quiet('session  ')}${inLine(sessionPlace(directory, result.key))}`]),
  ];
  return [
    style(`${MARKS[result.verdict]} ${sessionName(result.key, isRepeated)}`),
    ...body.map((line) => (line === '' ? '' : `  ${line}`)),
  ];
}

function withGap(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

/** The first findings, and the end of the session in any case. */
function firstOf(findings: readonly Failure[]): Failure[] {
  const shown = findings.slice(0, MAX_TOLD);
  const end = findings.slice(MAX_TOLD).find(isEnd);
  return end === undefined ? shown : [...shown.slice(0, MAX_TOLD - 1), end];
}

/** How many findings are not shown, and which checks they come from, the one with the most first. */
function moreLines(
  findings: readonly Failure[],
  shown: readonly Failure[],
  { columns, palette }: FailureReportOptions,
): string[] {
  const left = findings.filter((one) => !shown.includes(one));
  if (left.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { scoreId = 'the end of the session' } of left) counts.set(scoreId, (counts.get(scoreId) ?? 0) + 1);
  const all = [...counts].toSorted(([, a], [, b]) => b - a);
  const names = all.slice(0, MAX_UNMET).map(([id, count]) => (count === 1 ? id : `${id} (${formatCount(count)})`));
  const others = all.length > MAX_UNMET ? [`and ${formatCount(all.length - MAX_UNMET)} more`] : [];
  const text = `and ${countOf(left.length, 'more finding')} of ${[...names, ...others].join(', ')}`;
  return ['', ...paragraph(text, columns, palette.quiet)];
}

function isEnd({ scoreId }: Failure): boolean {
  return scoreId === undefined;
}

/** The sentence below the title; undefined where the findings say it. */
function whyOf(result: SessionResult, shown: readonly Failure[]): string | undefined {
  const { verdict, reason } = result;
  if (verdict === 'failed' && shown.length > 0) return undefined;
  if (!isDecidedByEnd(result)) return reason;
  const end = endText(result);
  const isSaid = end.includes(reason) || reason.startsWith(`the session ended with \`${result.endReason}\``);
  return isSaid ? end : `${end}; ${reason}`;
}

function findingLines(
  told: Failure,
  { transcript }: SessionResult,
  { columns, palette }: FailureReportOptions,
): string[] {
  const heading = headingOf(told);
  // How a session ended is the whole story, and has no better evidence than itself.
  if (isEnd(told)) {
    return paragraph(told.message === '' ? heading : `${heading}: ${told.message}`, columns, palette.strong);
  }
  const check = `(check ${told.scoreId})`;
  const isShort = displayWidth(`${heading} ${check}`) <= columns - 2;
  const evidence = told.evidence.slice(0, MAX_EVIDENCE).flatMap((one) => {
    const [first, ...rest] = markedText(evidenceText(one, transcript), {
      columns: columns - 6,
      maxLength: columns * 2,
    });
    return [`  - ${first?.text ?? ''}`, ...rest.map(({ text }) => `    ${text}`)];
  });
  return [
    ...(isShort
      ? [`${palette.strong(inLine(heading))} ${palette.quiet(inLine(check))}`]
      : [...paragraph(heading, columns, palette.strong), ...paragraph(check, columns, palette.quiet)]),
    ...paragraph(told.message, columns),
    ...evidence,
    ...(told.evidence.length > MAX_EVIDENCE ? [`  - and ${told.evidence.length - MAX_EVIDENCE} more`] : []),
  ];
}

/** The checks that only miss what the talk could not bring any more, in one line. */
function unmetLines(unmet: readonly string[], { columns, palette }: FailureReportOptions): string[] {
  if (unmet.length === 0) return [];
  const more = unmet.length - MAX_UNMET;
  const names = [...unmet.slice(0, MAX_UNMET), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(', ');
  const text = `${countOf(unmet.length, 'check')} could not be met because the talk ended early: ${names}`;
  return ['', ...paragraph(text, columns, palette.quiet)];
}

/** The checks that have no score, each reason once, without what `why` says already. */
function blindLines({ scores }: SessionResult, why: string | undefined, columns: number): string[] {
  const isTold = (reason: string): boolean =>
    why !== undefined && why.length <= maxLengthOf(columns) && why.includes(reason);
  const blind = blindGroups(blindChecks(scores)).filter(({ reason }) => !isTold(reason));
  const lines = blind.slice(0, MAX_BLIND).flatMap((group) => paragraph(blindText(group), columns - 2));
  const left = blind.slice(MAX_BLIND).reduce((sum, { ids }) => sum + ids.length, 0);
  const rest = left > 0 ? [`and ${countOf(left, 'more check')}`] : [];
  return lines.length === 0 ? [] : ['', 'checks without a score', ...[...lines, ...rest].map((line) => `  ${line}`)];
}

/** What was thrown, where it is not told yet, and where in the author's files that was. */
function errorLines(result: SessionResult, shown: readonly Failure[], options: FailureReportOptions): string[] {
  const { error, endReason } = result;
  const { columns, palette, isWhole = false } = options;
  if (error === undefined) return [];
  const isTold = [whyOf(result, shown) ?? '', ...shown.filter(isEnd).map(({ message }) => message)].some((text) =>
    text.includes(error.message),
  );
  const isExpected = NO_STACK.has(endReason) || (endReason === 'user_error' && !isWhole);
  const frames = isExpected ? [] : userFrames(error.stack ?? '').slice(0, MAX_FRAMES);
  const lines = [
    ...(isTold ? [] : ['', ...paragraph(error.message, columns)]),
    // The place stands at the end of a frame, so a narrow terminal gets another line and loses nothing.
    ...frames.flatMap((frame) =>
      markedText(frame, { columns: columns - 6 }).map(({ text }, row) =>
        palette.quiet(`${row === 0 ? '  ' : '    '}${text}`),
      ),
    ),
  ];
  return lines;
}

function turnsToShow(result: SessionResult, [first]: readonly Failure[], isWhole: boolean): number[] {
  const { transcript, verdict } = result;
  const all = [...new Set(transcript.map(({ turn }) => turn))].sort((a, b) => a - b);
  if (isWhole) return all;
  const decisive = verdict === 'invalid' && isDecidedByEnd(result) ? undefined : first?.turn;
  return [decisive ?? all.at(-1) ?? 0].filter((turn) => all.includes(turn));
}

function excerptLines(
  { transcript, endReason }: SessionResult,
  turns: readonly number[],
  options: FailureReportOptions & { evidence: Parameters<typeof turnExcerpt>[2]['evidence'] & object },
): string[] {
  const { columns, palette, evidence } = options;
  const isEndTold = verdictOfEnd(endReason) !== 'scored';
  const last = transcript.at(-1)?.turn ?? 0;
  const before = turns[0] ?? 0;
  const after = last - (turns.at(-1) ?? last);
  return [
    ...(before > 0 ? ['', palette.quiet(`… ${countOf(before, 'turn')} before`)] : []),
    ...turns.flatMap((turn) => [
      '',
      palette.quiet(`turn ${turn}`),
      ...turnExcerpt(transcript, turn, { columns: columns - 2, palette, evidence, isEndTold }),
    ]),
    ...(after > 0 ? ['', palette.quiet(`… ${countOf(after, 'turn')} after`)] : []),
  ];
}

function inLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}

function sessionPlace(directory: string, { scenario, variant, trial }: SessionKey): string {
  return `${directory}/sessions/${scenario}/${variant}/${trial}.jsonl`;
}

/** Wrapped text, never more than a few lines of it. */
function paragraph(text: string, columns: number, style: (text: string) => string = (line) => line): string[] {
  const lines = markedText(text, { columns: columns - 2, maxLength: maxLengthOf(columns) });
  return lines.slice(0, 10).map((line) => style(line.text));
}

function maxLengthOf(columns: number): number {
  return columns * 6;
}
