import { kindOf } from '../../../domain/authoring/option-names.ts';
import { UsageError } from '../../../domain/errors.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import { type JsonObject, JsonValue } from '../../../domain/values/json-value.ts';
import { unreadCalls } from './unread-calls.ts';

type Fields = { readonly [key: string]: unknown };
export type ToolUse = { name: string; arguments: JsonObject };

const keysOfInvocation: readonly string[] = [
  ...['invocation_id', 'invocationId', 'user_content', 'userContent', 'final_response', 'finalResponse'],
  ...['intermediate_data', 'intermediateData', 'query', 'reference', 'expected_tool_use', 'expectedToolUse'],
  ...['expected_intermediate_agent_responses', 'creation_timestamp', 'creationTimestamp', 'rubrics'],
];
const keysOfUse: readonly string[] = ['id', 'name', 'tool_name', 'args', 'tool_input'];

/** The invocations of a conversation, each of them a turn. */
export function invocationsOf(conversation: unknown): readonly unknown[] {
  if (!Array.isArray(conversation)) {
    const { conversation: inside, eval_cases: cases } = fieldsOf(conversation);
    const advice =
      inside !== undefined
        ? 'give its `conversation`'
        : cases !== undefined
          ? 'give the `conversation` of one of its `eval_cases`'
          : 'give the list of invocations, `evalCase.conversation`';
    throw new UsageError(`fromAdk: the conversation is ${kindOf(conversation)}; ${advice}`);
  }
  if (conversation.length === 0) throw new UsageError('fromAdk: the conversation holds no invocation');
  return conversation as readonly unknown[];
}

/** The calls of one invocation: its tool uses, those of its events, or those of older files. */
export function toolUsesOf(invocation: unknown, turn: number): ToolUse[] {
  const place = `invocation ${turn + 1}`;
  if (typeof invocation !== 'object' || invocation === null || Array.isArray(invocation))
    throw new UsageError(`fromAdk: ${place} is ${kindOf(invocation)}; give an object with \`intermediate_data\``);
  if (!Object.keys(invocation).some((key) => keysOfInvocation.includes(key)))
    throw new UsageError(`fromAdk: ${place} has no \`intermediate_data\`, nor anything else of an invocation`);
  const fields = fieldsOf(invocation);
  const data = fields.intermediate_data ?? fields.intermediateData ?? {};
  if (typeof data !== 'object' || Array.isArray(data))
    throw new UsageError(
      `fromAdk: ${place} has ${kindOf(data)} as \`intermediate_data\`; give an object with \`tool_uses\``,
    );
  const uses = usesIn(fields, fieldsOf(data));
  if (!Array.isArray(uses)) throw new UsageError(`fromAdk: ${place} has ${kindOf(uses)} as \`tool_uses\`; give a list`);
  if (uses.length === 0) refuseUnread(fields, fieldsOf(data), place);
  return (uses as readonly unknown[]).map((use) => readUse(use, place));
}

function usesIn(fields: Fields, data: Fields): unknown {
  const events = data.invocation_events ?? data.invocationEvents;
  const listed = data.tool_uses ?? data.toolUses ?? fields.expected_tool_use ?? fields.expectedToolUse;
  if (listed !== undefined || !Array.isArray(events)) return listed ?? [];
  return (events as readonly unknown[]).flatMap((event) => {
    const { parts } = fieldsOf(fieldsOf(event).content);
    if (!Array.isArray(parts)) return [];
    return (parts as readonly unknown[]).flatMap((part) => {
      const use = fieldsOf(part).function_call ?? fieldsOf(part).functionCall;
      return use === undefined || use === null ? [] : [use];
    });
  });
}

/** No call was found: then nothing may look like one. */
function refuseUnread(fields: Fields, data: Fields, place: string): void {
  const inData = unreadCalls(data, {
    wanted: 'tool_uses',
    read: ['tool_uses', 'toolUses', 'tool_responses', 'toolResponses'],
  });
  const inside = inData === undefined ? undefined : `intermediate_data.${inData}`;
  const unread =
    inside ??
    unreadCalls(fields, {
      wanted: 'intermediate_data',
      read: [...keysOfInvocation, 'app_details', 'appDetails'],
    });
  if (unread === undefined) return;
  throw new UsageError(
    `fromAdk: ${place} seems to hold calls at \`${unread}\`, where ADK does not look; give them as \`intermediate_data.tool_uses\``,
  );
}

function readUse(use: unknown, place: string): ToolUse {
  const fields = fieldsOf(use);
  const name = fields.name ?? fields.tool_name;
  if (typeof name !== 'string' || name === '') throw new UsageError(`fromAdk: a tool use of ${place} has no \`name\``);
  const given = fields.args ?? fields.tool_input;
  const unknown = Object.keys(fields).find((key) => !keysOfUse.includes(key));
  if (given === undefined && unknown !== undefined)
    throw new UsageError(`fromAdk: the use of \`${name}\` in ${place} has no \`args\`, but \`${unknown}\``);
  const values = JsonValue.safeParse(given ?? {});
  if (!values.success || !isObject(values.data))
    throw new UsageError(`fromAdk: the \`args\` of \`${name}\` in ${place} are no JSON object`);
  return { name, arguments: values.data };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
