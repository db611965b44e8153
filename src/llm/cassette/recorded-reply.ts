import type { CassetteEntry, CassetteReply } from '../../domain/contracts/cassette.ts';
import type { ChatReply, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { isChatReply } from '../../domain/contracts/is-chat-reply.ts';
import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { ModelAttempt } from '../../domain/transcript/transcript-event.ts';
import { toldTokens } from '../budget/estimate-tokens.ts';

/**
 * The reply as it is written: known fields only, without secrets, and without the addresses that a provider's errors
 * name. Undefined for an answer that is no reply, which nothing can be replayed from.
 */
export function recordableReply(
  answer: ChatReply,
  { request, redactor }: { request: ChatRequest; redactor: SecretRedactor },
): CassetteReply | undefined {
  if (!isChatReply(answer)) return undefined;
  const { text, calls, finish } = answer;
  const told = toldTokens({ request, reply: answer });
  return {
    text: redactor.redact(text),
    calls: calls.map(({ id, name, rawArguments }) => ({
      id: redactor.redact(id),
      name: redactor.redact(name),
      rawArguments: redactor.redact(rawArguments),
    })),
    finish: FINISHES.includes(finish) ? finish : 'stop',
    ...(Object.keys(told).length === 0 ? {} : { usage: told }),
    attempts: answer.attempts.flatMap((attempt) => recordableAttempt(attempt, redactor)),
  };
}

/** The reply that an entry stands for, whether it was just written or is replayed. A new object each time. */
export function replyOfEntry({ key, reply }: CassetteEntry): ChatReply {
  return {
    ...reply,
    calls: reply.calls.map((call) => ({ ...call })),
    attempts: reply.attempts.map((attempt) => ({ ...attempt })),
    cassetteKey: key,
  };
}

const FINISHES: readonly ChatReply['finish'][] = ['stop', 'tool_calls', 'length', 'refusal'];
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>]+/gi;

function recordableAttempt(attempt: ModelAttempt, redactor: SecretRedactor): ModelAttempt[] {
  const parsed = ModelAttempt.safeParse(attempt);
  if (!parsed.success) return [];
  const { status, httpStatus, problem, waitedMs } = parsed.data;
  return [
    {
      status,
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(problem === undefined ? {} : { problem: redactor.redact(problem.replace(ADDRESS, '[address]')) }),
      ...(waitedMs === undefined ? {} : { waitedMs }),
    },
  ];
}
