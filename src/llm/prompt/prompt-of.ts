import type { TextMatch } from '../../domain/authoring/model-script.ts';
import type { ChatMessage, ChatRequest } from '../../domain/contracts/chat-model.ts';
import { compilePattern } from '../../domain/values/pattern.ts';

/** A text that must occur, a pattern, or a text that must not occur. */
export type PromptText = TextMatch | RegExp;

/** What a model was asked, in the words that tests ask about. */
export type Prompt = {
  /** All system texts, in order, with an empty line between them; empty where there are none. */
  readonly system: string;
  readonly lastUser: string | undefined;
  /** Content of the last result of a tool. */
  readonly lastResult: string | undefined;
  /** Names of the tools offered. */
  readonly tools: readonly string[];
  /** Whether a tool of this name is offered. */
  hasTool(name: string): boolean;
  /** Whether some text of the messages, argument texts included, matches; `lacks` asks that none does. */
  matches(wanted: PromptText): boolean;
};

/** Looks at a request that was recorded, or that is about to be made. */
export function promptOf({ messages, tools = [] }: Pick<ChatRequest, 'messages' | 'tools'>): Prompt {
  const names = tools.map(({ name }) => name);
  return {
    system: messages.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n'),
    lastUser: messages.findLast(({ role }) => role === 'user')?.content,
    lastResult: messages.findLast(({ role }) => role === 'tool')?.content,
    tools: names,
    hasTool: (name) => names.includes(name),
    matches(wanted) {
      const texts = messages.flatMap(textsOf);
      const isLack = typeof wanted === 'object' && 'lacks' in wanted;
      return isLack
        ? texts.every((text) => matchesText(text, wanted))
        : texts.some((text) => matchesText(text, wanted));
    },
  };
}

/** Whether one text is as wanted. Throws `RangeError` for a pattern that cannot be compiled. */
export function matchesText(text: string, wanted: PromptText): boolean {
  if (typeof wanted === 'string') return text.includes(wanted);
  if (wanted instanceof RegExp) return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(text);
  if ('lacks' in wanted) return !text.includes(wanted.lacks);
  const compiled = compilePattern(wanted.pattern);
  if (compiled.status === 'problem') throw new RangeError(compiled.problem);
  return compiled.pattern.test(text);
}

function textsOf(message: ChatMessage): string[] {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.content, ...calls.map(({ rawArguments }) => rawArguments)];
}
