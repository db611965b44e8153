import type { Problem } from '../../domain/authoring/problem.ts';
import type { CallArguments } from '../../domain/transcript/tool-call.ts';
import { isList, isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { plainJson } from '../../domain/values/plain-json.ts';
import { mistake, oddity } from '../import-problem.ts';
import { kindOf, memberOf, membersOf, nameOf } from './json-members.ts';
import type { LoggedCall } from './logged-message.ts';

/** The calls that stand beside the content of a message: `tool_calls`, and the older `function_call`. */
export function readCalls(
  message: JsonObject,
  { path, problems }: { path: string; problems: Problem[] },
): readonly LoggedCall[] {
  const calls = memberOf(message, 'tool_calls', 'toolCalls');
  const legacy = memberOf(message, 'function_call');
  const entries: (readonly [JsonValue, string])[] = [];
  if (calls !== undefined && isList(calls)) {
    calls.forEach((call, index) => {
      entries.push([call, `${path}.tool_calls[${index}]`]);
    });
  } else if (calls !== undefined) {
    problems.push(
      mistake('unreadable-calls', `${path}.tool_calls`, `expected a list of calls, found ${kindOf(calls)}`),
    );
  }
  if (legacy !== undefined) entries.push([legacy, `${path}.function_call`]);
  return entries.flatMap(([call, at]) => readCall(call, at, problems) ?? []);
}

/** A call that cannot be read makes the conversation unusable: without it, a check of calls would say too much. */
export function readCall(value: JsonValue, path: string, problems: Problem[]): LoggedCall | undefined {
  const outer = membersOf(value);
  const inner = membersOf(memberOf(outer, 'function', 'custom')) ?? outer;
  const name = nameOf(memberOf(inner, 'name', 'toolName') ?? memberOf(outer, 'name'));
  if (outer === undefined || name === undefined) {
    const expected = 'expected `{ name, arguments }` or `{ function: { name, arguments } }`';
    problems.push(mistake('unreadable-call', path, `${expected}, found ${kindOf(value)}`));
    return undefined;
  }
  const givenId = nameOf(memberOf(outer, 'call_id', 'id', 'tool_call_id', 'toolCallId'));
  const given = memberOf(inner, 'arguments', 'args', 'input') ?? memberOf(outer, 'arguments', 'args');
  const isFreeText = memberOf(outer, 'custom') !== undefined || memberOf(outer, 'type') === 'custom_tool_call';
  const read = isFreeText ? freeText(given) : readArguments(given);
  if (read.arguments.status === 'unparsable') {
    const text = `the arguments of \`${name}\` are no JSON: ${read.arguments.problem}`;
    problems.push(oddity('unparsable-arguments', path, text));
  } else if (!isFreeText && !isObject(read.arguments.value)) {
    const text = `the arguments of \`${name}\` are ${kindOf(read.arguments.value)} and no object`;
    problems.push(oddity('arguments-no-object', path, text));
  }
  for (const warning of read.warnings ?? []) {
    const text = `the arguments of \`${name}\`: ${warning}, and the last of them is read`;
    problems.push(oddity('repeated-key', path, text));
  }
  const { rawArguments, arguments: readAs } = read;
  return { ...(givenId === undefined ? {} : { givenId }), name, path, rawArguments, arguments: readAs };
}

type ReadArguments = { rawArguments: string; arguments: CallArguments; warnings?: readonly string[] | undefined };

function readArguments(given: JsonValue | undefined): ReadArguments {
  // A model that has nothing to say may say so with nothing at all.
  if (given === undefined || given === '')
    return { rawArguments: given ?? '{}', arguments: { status: 'parsed', value: {} } };
  if (typeof given !== 'string')
    return { rawArguments: plainJson(given), arguments: { status: 'parsed', value: given } };
  const parsed = parseJson(given);
  if (parsed.status === 'unparsable')
    return { rawArguments: given, arguments: { status: 'unparsable', problem: parsed.problem } };
  return {
    rawArguments: given,
    arguments: { status: 'parsed', value: parsed.value },
    warnings: parsed.warnings,
  };
}

/** Tools whose input is a text of any kind. */
function freeText(given: JsonValue | undefined): ReadArguments {
  const value = given ?? '';
  return {
    rawArguments: typeof value === 'string' ? value : plainJson(value),
    arguments: { status: 'parsed', value },
  };
}
