import type { Problem } from '../../domain/authoring/problem.ts';
import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { mistake, oddity } from '../import-problem.ts';
import { importJson } from '../import-transcript.ts';
import type { ImportOptions } from '../imported.ts';
import { memberOf, membersOf, nameOf, textOf } from '../messages/json-members.ts';
import { placed, type ReadTranscript, unreadable } from './read-transcript.ts';
import { withProblems } from './read-value.ts';

type Gathered = { text: string; line: number; oddities: readonly Problem[] };
type Gatherer = {
  take(value: JsonValue, line: Gathered): ReadTranscript[];
  /** A line between these cannot be read. */
  break(line: number): void;
  isOpen(): boolean;
  end(): ReadTranscript[];
};

/** Gathers the events of stored sessions, which stand one after the other. */
export function gatherEvents(options: ImportOptions): Gatherer {
  let events: JsonValue[] = [];
  let lines: number[] = [];
  let oddities: Problem[] = [];
  let broken: number | undefined;
  const end = (): ReadTranscript[] => {
    if (events.length === 0) return [];
    const found = { line: lines[0] ?? 1, lineOf: lineIn(lines) };
    const result = importJson(events, { ...options, format: 'rehearsal' });
    const whole = broken === undefined ? result : { ...result, status: 'refused' as const, problems: [torn(broken)] };
    const read = withProblems(placed(whole, found, options.source), oddities, options.source);
    [events, lines, oddities, broken] = [[], [], [], undefined];
    return [read];
  };
  return {
    take(value, { line, oddities: own }) {
      const type = textOf(memberOf(membersOf(value), 'type'));
      const before = type === 'session_started' ? end() : [];
      events.push(value);
      lines.push(line);
      if (oddities.length < MOST_TOLD) oddities.push(...own);
      return type === 'session_outcome' ? [...before, ...end()] : before;
    },
    break(line) {
      broken ??= line;
    },
    isOpen: () => events.length > 0,
    end,
  };
}

/** Of one conversation, what is odd about its lines as texts. */
const MOST_TOLD = 3;

const GROUPS = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'threadId', 'trace_id'];

/**
 * Gathers messages that stand one a line. Conversations of a log may be interleaved, so none is complete before the end;
 * lines are kept as texts, which take less room than values.
 */
export function gatherMessages(options: ImportOptions & { maxLength: number }): Gatherer {
  const groups = new Map<string, Gathered[]>();
  let broken: number | undefined;
  let kept = 0;
  return {
    take(value, gathered) {
      const group = nameOf(memberOf(membersOf(value), ...GROUPS)) ?? '';
      kept += gathered.text.length;
      const lines = groups.get(group);
      // Beyond the limit lines are counted and not kept.
      const line = kept > options.maxLength ? { ...gathered, text: '' } : gathered;
      if (lines === undefined) groups.set(group, [line]);
      else lines.push(line);
      return [];
    },
    break(line) {
      broken ??= line;
    },
    isOpen: () => groups.size > 0,
    end() {
      const isAlone = groups.size === 1;
      const read = [...groups].map(([id, lines]) => {
        const found = { line: lines[0]?.line ?? 1, lineOf: lineIn(lines.map(({ line }) => line)) };
        if (lines.some(({ text }) => text === '')) return tooMany(found.line, options);
        if (id === '' && broken !== undefined)
          return unreadable('torn', torn(broken).message, { ...found, source: options.source });
        const messages = lines.flatMap(({ text }) => parsedMessage(text));
        const result = importJson({ ...(id === '' ? {} : { id }), messages }, options);
        const problems = id === '' ? [...result.problems, joined(lines.length, isAlone)] : result.problems;
        const oddities = lines.flatMap((line) => line.oddities).slice(0, MOST_TOLD);
        return withProblems(placed({ ...result, problems }, found, options.source), oddities, options.source);
      });
      groups.clear();
      return read;
    },
  };
}

function parsedMessage(text: string): JsonValue[] {
  const parsed = parseJson(text);
  return parsed.status === 'parsed' && isObject(parsed.value) ? [parsed.value] : [];
}

function lineIn(lines: readonly number[]): (path: string) => number {
  return (path) => lines[Number(/\[(\d+)\]/.exec(path)?.[1] ?? 0)] ?? lines[0] ?? 1;
}

function torn(line: number): Problem {
  return mistake('torn', '', `line ${line} cannot be read, and it may belong to this conversation`);
}

function joined(count: number, isAlone: boolean): Problem {
  const lines = count === 1 ? '1 line holds a message' : `${count} lines hold a message each`;
  const which = isAlone ? '' : ' without an id';
  return oddity(
    'one-message-a-line',
    '',
    `${lines}${which} and ${count === 1 ? 'is' : 'are'} read as one conversation`,
  );
}

function tooMany(
  line: number,
  { source, maxLength }: { source?: string | undefined; maxLength: number },
): ReadTranscript {
  const text = `the messages of this log have more than ${maxLength} characters together, and one conversation may be anywhere in it`;
  return unreadable('log-too-long', text, { line, source, hint: 'write one conversation a line' });
}
