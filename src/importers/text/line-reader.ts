import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { isMessage, isStoredEvent } from '../formats/detect-format.ts';
import { oddity } from '../import-problem.ts';
import type { ImportOptions } from '../imported.ts';
import { continuesPrevious } from './continues-previous.ts';
import { gatherEvents, gatherMessages } from './gather-lines.ts';
import { notJson, type ReadTranscript, unreadable } from './read-transcript.ts';
import { damageOf, readDocument, readValue, repeatedKeys, withoutBom, withProblems } from './read-value.ts';
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
  let first: number | undefined;
  const hold = (line: TextLine): void => {
    first ??= line.line;
    length += line.text.length + (held.length === 0 ? 0 : 1);
    if (length <= options.maxLength && line.status === 'whole') held.push(line);
    // What is not held is lost as lines, and is told as a document.
    else mode = 'document';
  };
  const release = (line: TextLine): ReadTranscript[] => {
    mode = 'lines';
    const all = [...held, line].flatMap((one) => lines.take(one));
    held = [];
    return all;
  };
  return {
    take(line) {
      if (mode === 'lines') return lines.take(line);
      if (isBlank(line)) return [];
      const text = withoutBom(line.text);
      const opens = /^\s*[[{]/.test(text);
      if (mode === 'unknown') {
        if (!opens || line.status === 'cut' || parses(text)) return release(line);
        mode = /^\s*[[{]\s*$/.test(text) ? 'document' : 'probing';
      } else if (mode === 'probing') {
        if (opens && (line.status === 'cut' || parses(text))) return release(line);
        if (!parses(text)) mode = 'document';
      }
      hold(line);
      return [];
    },
    end() {
      if (mode === 'lines') return lines.end();
      if (first === undefined) return [];
      if (mode === 'probing') return [...held.flatMap((line) => lines.take(line)), ...lines.end()];
      if (length > options.maxLength) return [tooLong(first, options, 'this document')];
      return readDocument(held, options);
    },
  };
}

const BOM = '\ufeff';

/** A line that was cut is longer than what was kept of it, which may be blank. */
function isBlank({ status, text }: TextLine): boolean {
  return status === 'whole' && (text.trim() === '' || text === BOM);
}

function parses(text: string): boolean {
  return parseJson(text).status === 'parsed';
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
    take(given) {
      const { status, line } = given;
      if (status === 'cut') return broken(tooLong(line, options, 'this line'));
      const text = withoutBom(given.text);
      if (text.trim() === '') return [];
      const parsed = parseJson(text);
      const damage = damageOf(given);
      if (parsed.status === 'unparsable') {
        return broken(withProblems(notJson(parsed.problem, line, source), damage, source));
      }
      const { value } = parsed;
      const oddities = repeatedKeys(parsed.warnings, line);
      const gathered = { text, line, oddities: [...damage, ...oddities] };
      if (isStoredEvent(value)) return events.take(value, gathered);
      const before = events.end();
      if (isMessage(value)) return [...before, ...messages.take(value, gathered)];
      const read = readValue({ value, line, name: `${source ?? 'line'}:${line}`, damage, oddities }, options);
      const doesContinue = continuesPrevious(value, previous);
      previous = value;
      return [...before, ...(doesContinue ? read.map((one) => withProblems(one, [CONTINUES], source)) : read)];
    },
    end: () => [...events.end(), ...messages.end()],
  };
}

const CONTINUES = oddity(
  'continues-previous',
  '',
  'it begins with all that the line before it holds: does this log have a line for each request?',
  'keep the last line of each conversation, or some of it is judged twice',
);

function tooLong(line: number, { source, maxLength }: Options, what: string): ReadTranscript {
  const hint = 'write one conversation a line, as JSON Lines';
  return unreadable('too-long', `${what} has more than ${maxLength} characters and is not read`, {
    line,
    source,
    hint,
  });
}
