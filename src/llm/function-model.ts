import { kindOf, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type { ChatMessage, ChatModel, ChatRole, ChatTool } from '../domain/contracts/chat-model.ts';
import { signalOf } from '../domain/contracts/signal-of.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { FixedInput } from '../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { type ModelAnswer, replyOf } from './model-answer.ts';

/** What a function that stands for a model is told. */
export type FunctionModelInput = {
  messages: readonly ChatMessage[];
  tools: readonly ChatTool[];
  /** Turn of the conversation, from 0. */
  turn: number;
  /** Position of this request in the session, from 0. */
  call: number;
  key: SessionKey;
  role: ChatRole;
  seed: number;
  /** JSON Schema that the text must follow, where one was asked for. */
  outputSchema?: JsonValue | undefined;
  signal: AbortSignal;
};

/**
 * A model made of a function, which answers with text, with calls, or with both. Whatever it throws reaches the caller;
 * an answer that is none of these throws TypeError. `fixed` is empty for a function that asks something live. Throws
 * UsageError for what is no function, and for options that it does not know.
 */
export function functionModel(
  respond: (input: FunctionModelInput) => ModelAnswer | Promise<ModelAnswer>,
  options: { name?: string; fixed?: readonly FixedInput[] } = {},
): ChatModel {
  refuseMistakes('functionModel', [
    ...(typeof respond === 'function' ? [] : [`the first argument is a function; found ${kindOf(respond)}`]),
    ...unknownOptions(options, ['name', 'fixed']),
  ]);
  const { name = 'function model', fixed = ['model'] } = options;
  return {
    name,
    fixed,
    open({ key, role, seed }) {
      let asked = 0;
      let ids = 0;
      return {
        async complete({ messages, tools = [], turn, outputSchema }, options) {
          const signal = signalOf(options);
          signal.throwIfAborted();
          const call = asked;
          asked += 1;
          const answer = await respond({ messages, tools, turn, call, key, role, seed, outputSchema, signal });
          refuseStrangeKeys(answer);
          return replyOf(answer, () => `call_${ids++}`);
        },
      };
    },
  };
}

/** `call` for `calls` would read as an answer of words alone. */
function refuseStrangeKeys(answer: ModelAnswer): void {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
  const [first] = unknownOptions(answer, ['text', 'calls', 'usage', 'finish']);
  if (first !== undefined) throw new TypeError(`a model's answer: ${first}`);
}
