import { forTerminal } from '../../domain/display/terminal.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { type ClaimRow, claimRowsIn } from '../../domain/verdicts/claim-row.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import { markedText } from '../terminal/marked-text.ts';
import { countOf } from '../terminal/numbers.ts';
import type { Palette } from '../terminal/palette.ts';

export type MarkedAnswersOptions = { columns: number; palette: Palette };

/** Below what is contradicted, and below what nothing supports: two signs that are told apart without colours too. */
export const GROUNDING_MARKS = { contradicted: '^', unsupported: '~' } as const;
/** Claims told of one answer, and answers told of one session. */
const MAX_CLAIMS = 8;
const MAX_ANSWERS = 12;
const MAX_LENGTH = 1600;

type Fault = ClaimRow & { verdict: 'contradicted' | 'unsupported' };

/**
 * The answers of a session that say what the evidence does not: each with a sign below every such part, and what the
 * evidence has in its place. Empty where there is none.
 */
export function markedAnswers(
  { scores, transcript }: { scores: readonly Score[]; transcript: Transcript },
  options: MarkedAnswersOptions,
): string[] {
  const answers = faultyAnswers(scores);
  const hidden = answers.length - MAX_ANSWERS;
  return [
    ...answers
      .slice(0, MAX_ANSWERS)
      .flatMap((rows, index) => [...(index === 0 ? [] : ['']), ...answerLines(rows, transcript, options)]),
    ...(hidden > 0 ? ['', options.palette.quiet(`… and ${countOf(hidden, 'more answer')}`)] : []),
  ];
}

/** Rows of each answer with a fault, in order; of several scores that judged an answer, those of the first. */
function faultyAnswers(scores: readonly Score[]): ClaimRow[][] {
  const answers = new Map<number, ClaimRow[]>();
  for (const score of scores) {
    if (score.scorer !== 'grounded' || score.status !== 'scored') continue;
    const own = new Map<number, ClaimRow[]>();
    for (const row of claimRowsIn(score.details)) own.set(row.seq, [...(own.get(row.seq) ?? []), row]);
    for (const [seq, rows] of own) if (!answers.has(seq)) answers.set(seq, rows);
  }
  return [...answers].sort(([a], [b]) => a - b).flatMap(([, rows]) => (rows.some(isFault) ? [rows] : []));
}

/** Whether `markedAnswers` has something to say of a session with these scores. */
export function hasFaults(scores: readonly Score[]): boolean {
  return faultyAnswers(scores).length > 0;
}

function isFault(row: ClaimRow): row is Fault {
  return row.verdict === 'contradicted' || row.verdict === 'unsupported';
}

function answerLines(
  rows: readonly ClaimRow[],
  transcript: Transcript,
  { columns, palette }: MarkedAnswersOptions,
): string[] {
  const faults = rows.filter(isFault);
  const [first] = faults;
  if (first === undefined) return [];
  const event = transcript[first.seq];
  const text = event?.type === 'agent_message' ? event.text : '';
  const marked = markedText(text, {
    columns: columns - 4,
    spans: faults.map(({ start, end, verdict }) => ({ start, end, mark: GROUNDING_MARKS[verdict] })),
    maxLength: MAX_LENGTH,
  });
  const hidden = faults.length - MAX_CLAIMS;
  return [
    `${palette.strong(`turn ${first.turn}`)}  ${countsText(rows)}`,
    ...marked.flatMap(({ text: line, carets }) => [
      `  ${line}`.trimEnd(),
      ...(carets === undefined ? [] : [`  ${colouredMarks(carets, palette)}`]),
    ]),
    ...faults.slice(0, MAX_CLAIMS).flatMap((row) => claimLines(row, transcript, { columns, palette })),
    ...(hidden > 0 ? [palette.quiet(`  and ${countOf(hidden, 'more claim')}`)] : []),
  ];
}

function countsText(rows: readonly ClaimRow[]): string {
  const count = (verdict: ClaimRow['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  const supported = count('supported');
  const checkable = rows.length - count('not_checkable');
  const open = rows.length - checkable;
  return `${supported} of ${countOf(checkable, 'claim')} supported${open === 0 ? '' : `, ${open} not checkable`}`;
}

function colouredMarks(carets: string, palette: Palette): string {
  return carets.replace(/\^+|~+/g, (run) => (run.startsWith('^') ? palette.failed(run) : palette.invalid(run)));
}

function claimLines(row: Fault, transcript: Transcript, { columns, palette }: MarkedAnswersOptions): string[] {
  const style = row.verdict === 'contradicted' ? palette.failed : palette.invalid;
  const weak = row.severity === 'low' ? ', only by its words' : '';
  const again = row.repeats === true ? ', as in an earlier turn' : '';
  const head = `${GROUNDING_MARKS[row.verdict]} ${row.verdict} (${row.reason}${weak}${again}): ${row.message}`;
  const more = [
    ...(row.nearest === undefined ? [] : [`nearest: ${row.nearest.text}, ${placeText(row.nearest, transcript)}`]),
    ...(row.derivation === undefined ? [] : [`tried: ${row.derivation}`]),
  ];
  return [
    ...paragraph(head, columns - 6).map((line, index) => `  ${index === 0 ? style(line) : `  ${style(line)}`}`),
    ...more.flatMap((text) =>
      paragraph(text, columns - 10).map((line, index) => palette.quiet(`${index === 0 ? '    ' : '      '}${line}`)),
    ),
  ];
}

function paragraph(text: string, columns: number): string[] {
  // A sentence of ours stays one, whatever it quotes.
  const sentence = forTerminal(text, { newlines: 'escape' });
  return markedText(sentence, { columns, maxLength: 600 }).map((line) => line.text);
}

/** `turn 2, get_order, call c1, /items/0/price`. */
function placeText({ seq, turn, pointer }: NonNullable<ClaimRow['nearest']>, transcript: Transcript): string {
  const event = transcript[seq];
  const id =
    event?.type === 'tool_result' ? event.result.callId : event?.type === 'tool_call' ? event.call.id : undefined;
  const call = transcript.find((other) => other.type === 'tool_call' && other.call.id === id);
  const tool = call?.type === 'tool_call' ? [call.call.name, `call ${id}`] : [];
  const parts = [`turn ${turn}`, ...tool, pointer === '' ? 'the whole text' : pointer];
  return parts.map((part) => forTerminal(part, { newlines: 'escape' })).join(', ');
}
