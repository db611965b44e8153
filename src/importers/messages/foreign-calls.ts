import type { Problem } from '../../domain/authoring/problem.ts';
import { isList } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { mistake } from '../import-problem.ts';
import { memberOf, membersOf, nameOf, textOf } from './json-members.ts';
import type { LoggedCall } from './logged-message.ts';

/** What the content of a message holds is looked at part by part. */
const CONTENT: ReadonlySet<string> = new Set(['content', 'parts']);

/**
 * Calls in a message under keys that nobody reads: to leave them out would be to say that there were none. Recorders also
 * keep calls twice, so what repeats a call that was read is none of them.
 */
export function foreignCalls(message: JsonObject, read: readonly LoggedCall[], path: string): Problem[] {
  const counts = countsOf(read.map(({ name }) => name));
  const isNew = (names: readonly string[]): boolean =>
    [...countsOf(names)].some(([name, count]) => count > (counts.get(name) ?? 0));
  const own = callName(message, false);
  const found = [
    ...(own === undefined ? [] : [{ at: path, what: 'the message itself', names: [own] }]),
    ...Object.entries(message).flatMap(([key, value]) => {
      if (CONTENT.has(key)) return [];
      const shown = key.slice(0, 60);
      return [{ at: `${path}.${shown}`, what: `\`${shown}\``, names: namesIn(value, { key, depth: 0 }) }];
    }),
  ];
  return found.filter(({ names }) => isNew(names)).map((one) => foreign(one));
}

function foreign({ at, what, names }: { at: string; what: string; names: readonly string[] }): Problem {
  const text = `${what} holds what looks like a call of \`${names[0]?.slice(0, 60)}\`, and calls are not read there`;
  return mistake('foreign-calls', at, text, 'write calls as `tool_calls` of the message');
}

const MAX_DEPTH = 6;

/** The names of what looks like calls, wherever it stands in a value. */
function namesIn(value: JsonValue, { key, depth }: { key: string; depth: number }): string[] {
  if (depth > MAX_DEPTH) return [];
  if (isList(value)) return value.flatMap((one) => namesIn(one, { key, depth: depth + 1 }));
  const members = membersOf(value);
  if (members === undefined) return [];
  const name = callName(members, tellsOfCalls(key));
  if (name !== undefined) return [name];
  return Object.entries(members).flatMap(([inner, one]) => namesIn(one, { key: inner, depth: depth + 1 }));
}

const NAMES = ['tool', 'toolName', 'tool_name', 'function', 'functionName', 'function_name', 'action'];
/** What a call is given, and nothing else. */
const ARGUMENTS = ['arguments', 'args', 'tool_input', 'toolInput', 'action_input', 'actionInput'];
/** Spans and definitions have these too. */
const INPUTS = ['input', 'parameters', 'params', 'kwargs', 'payload'];
/** What a call without arguments may have beside its name. */
const BESIDES: ReadonlySet<string> = new Set([...NAMES, 'name', 'id', 'call_id', 'callId', 'type', 'result', 'output']);

/** The name of the tool where an object looks like a call. `isTold`: the key above it speaks of calls. */
function callName(members: JsonObject, isTold: boolean): string | undefined {
  const tool = nameOf(memberOf(members, ...NAMES));
  const name = tool ?? nameOf(memberOf(members, 'name'));
  if (name === undefined || memberOf(members, 'description') !== undefined) return undefined;
  if (memberOf(members, ...ARGUMENTS) !== undefined) return name;
  const type = textOf(memberOf(members, 'type')) ?? '';
  if (tool === undefined && !isTold && !tellsOfCalls(type)) return undefined;
  const input = memberOf(members, ...INPUTS);
  if (input !== undefined) return isSchema(input) ? undefined : name;
  // A message has a name of its own, and a text beside it.
  return isTold && Object.keys(members).every((key) => BESIDES.has(key)) ? name : undefined;
}

function isSchema(value: JsonValue): boolean {
  const members = membersOf(value);
  return memberOf(members, 'properties') !== undefined || memberOf(members, 'type') === 'object';
}

const WORDS: ReadonlySet<string> = new Set(['tool', 'function', 'call', 'action', 'invocation']);

/** Whether a word of a key or a type is one for calls: `toolCalls`, `planned_actions`; not `transactions`. */
function tellsOfCalls(key: string): boolean {
  return key
    .slice(0, 200)
    .split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/)
    .some((word) => WORDS.has(word.toLowerCase().replace(/s$/, '')));
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
