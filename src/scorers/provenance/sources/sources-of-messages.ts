import type { ChatMessage } from '../../../domain/contracts/chat-model.ts';
import { assertNever } from '../../../domain/values/assert-never.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { failureIn } from '../../grounding/evidence/failed-content.ts';
import type { Source } from './source.ts';
import { spotsOfMessage, spotsOfResult } from './spots.ts';

/**
 * Sources of a conversation in chat messages, oldest first. Positions in the list stand for `seq`, and the call that is
 * asked about comes after all of them: it has seen all but the results of the calls in `unseen`.
 */
export function sourcesOfMessages(messages: readonly ChatMessage[], unseen: ReadonlySet<string>): Source[] {
  let turn = -1;
  let calls = 0;
  return messages.flatMap((message, seq): Source[] => {
    if (message.role === 'user') turn += 1;
    const head = { knownFrom: seq, turn: Math.max(turn, 0), seq };
    switch (message.role) {
      case 'system':
        return [{ kind: 'policy', ...head, spots: spotsOfMessage(message.content) }];
      case 'user':
        return [{ kind: 'user', ...head, spots: spotsOfMessage(message.content) }];
      case 'assistant':
        return [{ kind: 'agent', ...head, spots: spotsOfMessage(message.content) }];
      case 'tool': {
        const call = { index: calls++, launchedAt: seq, step: seq };
        const parsed = parseJson(message.content);
        const content = parsed.status === 'parsed' && typeof parsed.value === 'object' ? parsed.value : message.content;
        const hasFailed = message.isError || failureIn(content) !== undefined;
        const spots = hasFailed ? spotsOfMessage(message.content) : spotsOfResult(content ?? message.content);
        const knownFrom = unseen.has(message.toolCallId) ? undefined : seq;
        return [{ kind: hasFailed ? 'error' : 'tool', ...head, knownFrom, tool: message.name, call, spots }];
      }
      default:
        return assertNever(message);
    }
  });
}
