import { z } from 'zod';
import type { ChatReply, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import { faultOfError } from '../policy/classify-error.ts';
import { readUsage } from '../reply/read-usage.ts';
import { malformed, type ReplyParts } from '../reply/reply-parts.ts';

const Words = z.string().nullish().catch(undefined);

/** One thing that the model did: a message, a call, or a kind that means nothing here, such as its reasoning. */
export const OutputItem = z.looseObject({
  type: Words,
  content: z
    .array(z.looseObject({ text: Words, refusal: Words }))
    .nullish()
    .catch(undefined),
  call_id: Words,
  id: Words,
  name: Words,
  arguments: z.unknown().optional(),
});
export type OutputItem = z.infer<typeof OutputItem>;

const ResponsesAnswer = z.looseObject({
  status: Words,
  incomplete_details: z.looseObject({ reason: Words }).nullish().catch(undefined),
  output: z.array(OutputItem),
  usage: z.unknown().optional(),
});

/**
 * Reads a whole answer of the Responses API. `collected` are the items that a stream brought before, for providers whose
 * last event holds none. `body` is its text, for the message of the ProviderFault it may throw.
 */
export function readResponsesReply(answer: unknown, body: string, collected: readonly OutputItem[] = []): ReplyParts {
  const read = ResponsesAnswer.safeParse(answer);
  if (!read.success) throw malformed('the answer holds no output of a model', body);
  const { status, incomplete_details, output, usage } = read.data;
  if (status === 'failed' || status === 'cancelled') throw faultOfError(answer, { httpStatus: 200, body });
  // Servers that do not say are done when they answer.
  if (status !== 'completed' && status !== 'incomplete' && (status ?? '') !== '')
    throw malformed(`the answer is not finished, its status is \`${status}\``);
  const items = output.length > 0 ? output : collected;
  const parts = items.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []));
  const text = parts.map((part) => part.text ?? '').join('');
  const refusal = parts.map((part) => part.refusal ?? '').join('');
  const calls = items.filter(({ type }) => type === 'function_call').map(callOf);
  const counted = readUsage(usage);
  const cutOff = status === 'incomplete' ? (incomplete_details?.reason ?? '') : undefined;
  return {
    text: text === '' ? refusal : text,
    calls,
    finish: finishOf(cutOff, { isRefusal: refusal !== '', hasCalls: calls.length > 0 }),
    ...(counted === undefined ? {} : { usage: counted }),
  };
}

function finishOf(
  cutOff: string | undefined,
  { isRefusal, hasCalls }: { isRefusal: boolean; hasCalls: boolean },
): ChatReply['finish'] {
  if (isRefusal || cutOff === 'content_filter') return 'refusal';
  if (cutOff !== undefined) return 'length';
  return hasCalls ? 'tool_calls' : 'stop';
}

function callOf(item: OutputItem): ModelToolCall {
  const { call_id, name, arguments: given } = item;
  const rawArguments = typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);
  return { id: call_id ?? '', name: name ?? '', rawArguments };
}
