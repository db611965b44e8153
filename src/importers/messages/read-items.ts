import type { JsonObject, JsonValue } from '../../domain/values/json-value.ts';
import { mistake, oddity } from '../import-problem.ts';
import { memberOf, membersOf, textOf } from './json-members.ts';
import type { LoggedMessage } from './logged-message.ts';
import { readCall } from './read-calls.ts';
import { type ResultContext, readResult } from './read-result.ts';

const CALLS: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call']);
const RESULTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output']);
/** They say nothing to anybody and do nothing. */
const SILENT: ReadonlySet<string> = new Set([
  'reasoning',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]);

/** An item of the Responses API other than a message, which has a role: a call, a result, thoughts. */
export function isItem(value: JsonValue): boolean {
  const members = membersOf(value);
  if (members === undefined || memberOf(members, 'role') !== undefined) return false;
  const type = textOf(memberOf(members, 'type')) ?? '';
  if (CALLS.has(type) || RESULTS.has(type)) return memberOf(members, 'call_id') !== undefined;
  return SILENT.has(type) || type === 'item_reference' || isHostedCall(type);
}

/** A tool that the provider runs: `web_search_call`, `mcp_call`. */
function isHostedCall(type: string): boolean {
  return /^[a-z]+(?:_[a-z]+)*_call$/.test(type) && type !== 'tool_call';
}

/**
 * Reads an item that follows `last`. Calls that stand side by side were launched by one message, so they are put into it;
 * what is a message of its own is returned.
 */
export function readItem(value: JsonValue, last: LoggedMessage | undefined, context: ResultContext): LoggedMessage[] {
  const members = membersOf(value) ?? {};
  const { path, problems } = context;
  const type = textOf(memberOf(members, 'type')) ?? '';
  if (CALLS.has(type)) return addCall(value, last, context);
  if (RESULTS.has(type)) return [readResult(members, context)];
  if (type === 'mcp_call') return addAnsweredCall(members, last, context);
  if (SILENT.has(type)) {
    problems.push(oddity('part-left-out', path, `an item of type \`${type}\` is no message and is left out`));
    return [];
  }
  const text = `an item of type \`${type}\` holds what is not in this log, or is not read here`;
  const hint = 'write calls as `function_call` and results as `function_call_output`';
  problems.push(mistake('foreign-item', path, text, hint));
  return [];
}

function addCall(
  value: JsonValue,
  last: LoggedMessage | undefined,
  { path, problems }: ResultContext,
): LoggedMessage[] {
  const call = readCall(value, path, problems);
  if (call === undefined) return [];
  if (last?.kind !== 'agent') return [{ kind: 'agent', path, text: '', calls: [call] }];
  last.calls.push(call);
  return [];
}

/** A call that the provider made and that holds what came of it. */
function addAnsweredCall(
  members: JsonObject,
  last: LoggedMessage | undefined,
  context: ResultContext,
): LoggedMessage[] {
  const id = memberOf(members, 'id') ?? null;
  const { name = null, arguments: given = null } = members;
  const launched = addCall({ id, name, arguments: given }, last, context);
  const error = memberOf(members, 'error');
  const output = memberOf(members, 'output') ?? error;
  if (output === undefined) return launched;
  return [...launched, readResult({ call_id: id, output, is_error: error !== undefined }, context)];
}
