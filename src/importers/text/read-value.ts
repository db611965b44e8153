import type { Problem } from '../../domain/authoring/problem.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { oddity } from '../import-problem.ts';
import { importJson } from '../import-transcript.ts';
import type { ImportOptions } from '../imported.ts';
import { notJson, placed, type ReadTranscript } from './read-transcript.ts';
import { conversationsIn } from './split-document.ts';
import type { TextLine } from './split-lines.ts';

const BOM = '\ufeff';
const REPLACEMENT = '\ufffd';

export function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

/** A line or a document that has been parsed, and what is odd about its text. */
export type ParsedText = {
  value: JsonValue;
  line: number;
  name: string;
  /** Told of each conversation that holds U+FFFD. */
  damage: readonly Problem[];
  /** Told of the first conversation, since nobody knows which one they are about. */
  oddities: readonly Problem[];
};

/** One conversation, or all that a list holds. Without an id of its own, a conversation is known by its place. */
export function readValue(text: ParsedText, options: ImportOptions): ReadTranscript[] {
  const { value, line, name, damage, oddities } = text;
  const read = (one: JsonValue, source: string, position?: number): ReadTranscript => {
    const result = importJson(one, { ...options, source });
    const isDamaged = damage.length > 0 && JSON.stringify(one).includes(REPLACEMENT);
    const more = [...(isDamaged ? damage : []), ...(position === undefined || position === 0 ? oddities : [])];
    const found = { line, ...(position === undefined ? {} : { position }) };
    return placed({ ...result, problems: [...result.problems, ...more] }, found, options.source);
  };
  const many = conversationsIn(value);
  return many === undefined ? [read(value, name)] : many.map((one, index) => read(one, `${name}:${index}`, index));
}

/** A text over several lines that is one JSON value. */
export function readDocument(held: readonly TextLine[], options: ImportOptions): ReadTranscript[] {
  const { source } = options;
  const line = held[0]?.line ?? 1;
  const damage = held.flatMap(damageOf).slice(0, MOST_TOLD);
  const parsed = parseJson(withoutBom(held.map(({ text }) => text).join('\n')));
  if (parsed.status === 'unparsable') return [withProblems(notJson(parsed.problem, line, source), damage, source)];
  const oddities = repeatedKeys(parsed.warnings, line);
  return readValue({ value: parsed.value, line, name: source ?? 'log', damage, oddities }, options);
}

const MOST_TOLD = 3;

/** Adds what is odd about the text of a conversation. */
export function withProblems(
  read: ReadTranscript,
  more: readonly Problem[],
  source: string | undefined,
): ReadTranscript {
  if (more.length === 0) return read;
  const { problems } = placed({ ...read, problems: more }, { line: read.line }, source);
  return { ...read, problems: [...read.problems, ...problems] };
}

/** That bytes of a line were no UTF-8. */
export function damageOf({ line, isDamaged }: { line: number; isDamaged: boolean }): Problem[] {
  if (!isDamaged) return [];
  const text = `bytes of line ${line} are no UTF-8, and stand as U+FFFD in what is judged`;
  return [oddity('invalid-utf8', '', text, 'write the log as UTF-8')];
}

/** What the parser warns of, counting lines from its own first: `line 1, column 7: the key "a" is given twice`. */
export function repeatedKeys(warnings: readonly string[] | undefined, line: number): Problem[] {
  return (warnings ?? []).map((warning) => {
    const text = warning.replace(/^line (\d+)/, (_, at: string) => `line ${Number(at) + line - 1}`);
    return oddity('repeated-key', '', `${text}, and the last of them is read`);
  });
}
