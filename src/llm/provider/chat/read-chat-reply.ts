import type { ChatReply, ModelToolCall } from '../../../domain/contracts/chat-model.ts';
import { ProviderFault } from '../provider-fault.ts';
import { readUsage } from '../reply/read-usage.ts';
import { malformed, type ReplyParts } from '../reply/reply-parts.ts';
import { argumentText, type CallShape, ChatAnswer, wordsOf } from './chat-shapes.ts';

/** Reads a whole answer of Chat Completions. `body` is its text, for the message of the ProviderFault it may throw. */
export function readChatReply(answer: unknown, body: string): ReplyParts {
  const read = ChatAnswer.safeParse(answer);
  if (!read.success) throw malformed('the answer holds no message of a model', body);
  const { choices, usage } = read.data;
  const [{ message, finish_reason }] = choices;
  const calls = (message.tool_calls ?? []).map(callOf);
  return chatParts({ text: wordsOf(message.content), refusal: message.refusal ?? '', calls, finish_reason, usage });
}

/** The parts of a reply, whole or put together from a stream. */
export function chatParts({
  text,
  refusal,
  calls,
  finish_reason,
  usage,
}: {
  text: string;
  refusal: string;
  calls: readonly ModelToolCall[];
  finish_reason: string | null | undefined;
  usage: unknown;
}): ReplyParts {
  if (finish_reason === 'error')
    throw new ProviderFault('the provider broke off the answer', { kind: 'unavailable', httpStatus: 200 });
  const counted = readUsage(usage);
  return {
    text: text === '' ? refusal : text,
    calls,
    finish: finishOf(finish_reason, { isRefusal: refusal !== '', hasCalls: calls.length > 0 }),
    ...(counted === undefined ? {} : { usage: counted }),
  };
}

function finishOf(
  reason: string | null | undefined,
  { isRefusal, hasCalls }: { isRefusal: boolean; hasCalls: boolean },
): ChatReply['finish'] {
  if (isRefusal || reason === 'content_filter') return 'refusal';
  if (reason === 'length') return 'length';
  // What the message holds counts: some providers say `stop` beside calls.
  return hasCalls ? 'tool_calls' : 'stop';
}

/** An id that is missing stays empty: whoever runs the calls tells them apart. */
function callOf({ id, function: called }: CallShape): ModelToolCall {
  return { id: id ?? '', name: called?.name ?? '', rawArguments: argumentText(called?.arguments) };
}
