import { forTerminal } from '../../domain/display/terminal.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import { type Finding, Stage } from '../../domain/verdicts/evidence.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { checkList } from './check-list.ts';
import { evidenceText } from './evidence-text.ts';
import { markedText } from './marked-text.ts';
import { countOf } from './numbers.ts';
import type { Palette } from './palette.ts';
import { MARKS, sessionName } from './session-name.ts';
import { displayWidth } from './text-width.ts';
import { turnExcerpt } from './turn-excerpt.ts';

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

/** What a finding says, whatever it came from. */
type Told = Omit<Finding, 'severity' | 'turn'> & { turn?: number | undefined; scoreId?: string | undefined };

const MAX_TOLD = 3;
const MAX_EVIDENCE = 6;

/** Everything that a person needs to see why a session did not pass, and the command that runs it again. */
export function failureReport(result: SessionResult, options: FailureReportOptions): string[] {
  const { columns, palette, replay, directory, isWhole = false, isRepeated = false } = options;
  const told = findingsOf(result);
  const shown = told.slice(0, MAX_TOLD);
  const turns = turnsToShow(result, shown, isWhole);
  const isExplained = result.verdict === 'failed' && shown.length > 0;
  const style = result.verdict === 'failed' ? palette.failed : palette.invalid;
  const body = [
    ...paragraph(result.title, columns),
    ...(isExplained ? [] : paragraph(`${result.verdict}: ${result.reason}`, columns, style)),
    ...shown.flatMap((one) => ['', ...findingLines(one, result, options)]),
    ...(told.length > MAX_TOLD ? ['', palette.quiet(`and ${countOf(told.length - MAX_TOLD, 'more finding')}`)] : []),
    ...(isWhole
      ? ['', 'checks', ...checkList(result.scores, { columns: columns - 4, palette }).map((line) => `  ${line}`)]
      : blindLines(result.scores, columns)),
    ...errorLines(result, columns, palette),
    ...excerptLines(result, turns, { ...options, evidence: shown.flatMap(({ evidence }) => evidence) }),
    '',
    `${palette.quiet('replay   ')}${palette.strong(inLine(replay(result.key)))}`,
    ...(directory === undefined ? [] : [`${palette.quiet('session  ')}${inLine(sessionPlace(directory, result.key))}`]),
  ];
  return [
    style(`${MARKS[result.verdict]} ${sessionName(result.key, isRepeated)}`),
    ...body.map((line) => (line === '' ? '' : `  ${line}`)),
  ];
}

/** The findings that count, the failure of the session first, then those of required checks by turn and stage. */
function findingsOf({ failure, scores }: SessionResult): Told[] {
  const ordered = scores.flatMap(findingsOfScore).toSorted((a, b) => placeOf(a) - placeOf(b));
  if (failure === undefined) return ordered;
  const isSame = (one: Told): boolean =>
    one.code === failure.code && one.turn === failure.turn && one.message === failure.message;
  return [ordered.find(isSame) ?? failure, ...ordered.filter((one) => !isSame(one))];
}

function findingsOfScore(score: Score): Told[] {
  if (!score.required || score.status !== 'scored' || score.passed) return [];
  const { id: scoreId, stage, reason } = score;
  const found = score.findings.filter(({ severity }) => severity === 'failure');
  if (found.length === 0) return [{ stage, code: 'not_passed', message: reason, scoreId, evidence: [] }];
  return found.map((finding) => ({ ...finding, scoreId }));
}

/** By turn, then by stage; what concerns the session as a whole comes last. */
function placeOf({ turn = Number.MAX_SAFE_INTEGER / 8, stage }: Told): number {
  return turn * Stage.options.length + Stage.options.indexOf(stage);
}

function findingLines(told: Told, { transcript }: SessionResult, { columns, palette }: FailureReportOptions): string[] {
  const place = told.turn === undefined ? 'session' : `turn ${told.turn}`;
  const heading = `${place}, ${told.stage}: ${told.code}`;
  const check = told.scoreId === undefined ? '' : `(check ${told.scoreId})`;
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
      ? [`${palette.strong(inLine(heading))} ${palette.quiet(inLine(check))}`.trimEnd()]
      : [
          ...paragraph(heading, columns, palette.strong),
          ...(check === '' ? [] : paragraph(check, columns, palette.quiet)),
        ]),
    ...paragraph(told.message, columns),
    ...evidence,
    ...(told.evidence.length > MAX_EVIDENCE ? [`  - and ${told.evidence.length - MAX_EVIDENCE} more`] : []),
  ];
}

/**
 * The checks that have no score, each with its reason. That there was nothing to check is worth a line only where it is
 * why nothing was judged.
 */
function blindLines(scores: readonly Score[], columns: number): string[] {
  const required = scores.filter((score) => score.required);
  const isJudged = required.some(({ status }) => status === 'scored');
  const blind = required.filter(({ status }) => status !== 'scored' && !(isJudged && status === 'not_applicable'));
  const lines = blind.slice(0, 8).flatMap((score) => {
    if (score.status === 'scored') return [];
    const reason = score.status === 'errored' ? score.message : score.reason;
    return paragraph(`${score.id}: ${score.status.replace('_', ' ')}: ${reason}`, columns);
  });
  const rest = blind.length > 8 ? [`and ${blind.length - 8} more checks`] : [];
  return lines.length === 0 ? [] : ['', 'checks without a score', ...[...lines, ...rest].map((line) => `  ${line}`)];
}

function errorLines({ error, failure }: SessionResult, columns: number, palette: Palette): string[] {
  if (error === undefined) return [];
  const isTold = failure?.message.includes(error.message) === true;
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.trim().startsWith('at '))
    .slice(0, 5);
  const shown = stack.map((line) =>
    palette.quiet(`  ${markedText(line.trim(), { columns: columns - 4 })[0]?.text ?? ''}`),
  );
  const lines = [...(isTold ? [] : paragraph(error.message, columns)), ...shown];
  return lines.length === 0 ? [] : ['', ...lines];
}

function turnsToShow({ transcript }: SessionResult, [first]: readonly Told[], isWhole: boolean): number[] {
  const all = [...new Set(transcript.map(({ turn }) => turn))].sort((a, b) => a - b);
  if (isWhole) return all;
  return [first?.turn ?? all.at(-1) ?? 0].filter((turn) => all.includes(turn));
}

function excerptLines(
  { transcript }: SessionResult,
  turns: readonly number[],
  options: FailureReportOptions & { evidence: Parameters<typeof turnExcerpt>[2]['evidence'] & object },
): string[] {
  const { columns, palette, evidence } = options;
  const last = transcript.at(-1)?.turn ?? 0;
  const before = turns[0] ?? 0;
  const after = last - (turns.at(-1) ?? last);
  return [
    ...(before > 0 ? ['', palette.quiet(`… ${countOf(before, 'turn')} before`)] : []),
    ...turns.flatMap((turn) => [
      '',
      palette.quiet(`turn ${turn}`),
      ...turnExcerpt(transcript, turn, { columns: columns - 2, palette, evidence }),
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
  const lines = markedText(text, { columns: columns - 2, maxLength: columns * 6 });
  return lines.slice(0, 10).map((line) => style(line.text));
}
