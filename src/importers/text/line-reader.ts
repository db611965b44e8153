import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { isMessage, isStoredEvent } from '../formats/detect-format.ts';
import { oddity } from '../import-problem.ts';
import { importJson } from '../import-transcript.ts';
import type { ImportOptions } from '../imported.ts';
import { continuesPrevious } from './continues-previous.ts';
import { gatherEvents, gatherMessages } from './gather-lines.ts';
import { notJson, placed, type ReadTranscript, unreadable } from './read-transcript.ts';
import { conversationsIn } from './split-document.ts';
import type { TextLine } from './split-lines.ts';

type LineReader = { take(line: TextLine): ReadTranscript[]; end(): ReadTranscript[] };
type Options = ImportOptions & { maxLength: number };

/**
 * Tells from the first lines whether a text is JSON Lines or one document, and reads it so. `unknown`: nothing has been
 * read yet. `probing`: the first line is the beginning of a document, or a broken line.
 */
export function lineReader(options: Options): LineReader {
  const lines = jsonLines(options);
  let mode: 'unknown' | 'probing' | 'lines' | 'document' = 'unknown';
  let held: TextLine[] = [];
  let length = 0;
  const hold = (line: TextLine): void => {
    length += line.text.length + 1;
    if (length <= options.maxLength) held.push(line);
  };
  const release = (): ReadTranscript[] => {
    mode = 'lines';
    const all = held.flatMap((line) => lines.take(line));
    held = [];
    return all;
  };
  return {
    take(line) {
      if (mode === 'lines') return lines.take(line);
      if (line.text.trim() === '' || line.text === BOM) return [];
      hold(line);
      if (mode === 'document') return [];
      const text = withoutBom(line.text);
      if (line.status === 'cut' || parses(text)) return mode === 'unknown' || /^\s*[[{]/.test(text) ? release() : [];
      if (mode === 'unknown') {
        if (!/^\s*[[{]/.test(text)) return release();
        mode = /^\s*[[{]\s*$/.test(text) ? 'document' : 'probing';
      } else mode = 'document';
      return [];
    },
    end() {
      if (mode === 'lines') return lines.end();
      const [first] = held;
      if (first === undefined) return [];
      if (mode === 'probing') return [...release(), ...lines.end()];
      if (length > options.maxLength) return [tooLong(first.line, options, 'this document')];
      return readDocument(held, options);
    },
  };
}

const BOM = '\ufeff';

function withoutBom(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}

function parses(text: string): boolean {
  return parseJson(text).status === 'parsed';
}

function readDocument(held: readonly TextLine[], options: Options): ReadTranscript[] {
  const { source } = options;
  const line = held[0]?.line ?? 1;
  const parsed = parseJson(withoutBom(held.map(({ text }) => text).join('\n')));
  if (parsed.status === 'unparsable') return [notJson(parsed.problem, line, source)];
  return readValue(parsed.value, { line, name: source ?? 'log' }, options);
}

/** One conversation, or all that a list holds. Without an id of its own, a conversation is known by its place. */
function readValue(
  value: JsonValue,
  { line, name }: { line: number; name: string },
  options: Options,
): ReadTranscript[] {
  const many = conversationsIn(value);
  if (many === undefined) return [placed(importJson(value, { ...options, source: name }), { line }, options.source)];
  return many.map((one, position) =>
    placed(importJson(one, { ...options, source: `${name}:${position}` }), { line, position }, options.source),
  );
}

/** Reads a text in which each line is a value. */
function jsonLines(options: Options): LineReader {
  const { source } = options;
  const events = gatherEvents(options);
  const messages = gatherMessages(options);
  let previous: JsonValue | undefined;
  const broken = (result: ReadTranscript): ReadTranscript[] => {
    messages.break(result.line);
    if (!events.isOpen()) return [result];
    events.break(result.line);
    return [];
  };
  return {
    take({ status, line, text: given }) {
      const text = withoutBom(given);
      if (status === 'cut') return broken(tooLong(line, options, 'this line'));
      if (text.trim() === '') return [];
      const parsed = parseJson(text);
      if (parsed.status === 'unparsable') {
        return broken(notJson(parsed.problem, line, source));
      }
      const { value } = parsed;
      if (isStoredEvent(value)) return events.take(value, { text, line });
      const before = events.end();
      if (isMessage(value)) return [...before, ...messages.take(value, { text, line })];
      const read = readValue(value, { line, name: `${source ?? 'line'}:${line}` }, options);
      const doesContinue = continuesPrevious(value, previous);
      previous = value;
      return [...before, ...(doesContinue ? read.map((one) => sayContinues(one, source)) : read)];
    },
    end: () => [...events.end(), ...messages.end()],
  };
}

function sayContinues(read: ReadTranscript, source: string | undefined): ReadTranscript {
  const text = 'it begins with all that the line before it holds: does this log have a line for each request?';
  const problem = oddity(
    'continues-previous',
    '',
    text,
    'keep the last line of each conversation, or some of it is judged twice',
  );
  const { problems } = placed({ ...read, problems: [problem] }, { line: read.line }, source);
  return { ...read, problems: [...read.problems, ...problems] };
}

function tooLong(line: number, { source, maxLength }: Options, what: string): ReadTranscript {
  const hint = 'write one conversation a line, as JSON Lines';
  return unreadable('too-long', `${what} has more than ${maxLength} characters and is not read`, {
    line,
    source,
    hint,
  });
}
