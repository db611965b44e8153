import type { ChatMessage } from '../domain/contracts/chat-model.ts';

/** What does not fit together in the messages of a request, at the position of the message that shows it. */
export type MessageProblem = {
  kind:
    | 'unreadable_content'
    | 'empty_tool_content'
    | 'orphan_tool_message'
    | 'call_without_result'
    | 'duplicate_call_id'
    | 'missing_call_id';
  /** Position in the list of messages, from 0. */
  index: number;
  message: string;
};

/**
 * Looks for what spoils a conversation with a model without any error: text made of an object by mistake, results that
 * belong to no call, calls without a result, ids used twice, results without words. In the order of the messages.
 */
export function checkMessages(messages: readonly ChatMessage[]): readonly MessageProblem[] {
  const checker = createMessageChecker();
  const problems = messages.flatMap((message) => checker.add(message));
  return [...problems, ...checker.end()].toSorted((a, b) => a.index - b.index);
}

/** The same check for a list that grows: `add` tells what a message shows, `end` what is missing when the list is sent. */
export type MessageChecker = {
  add(message: ChatMessage): readonly MessageProblem[];
  end(): readonly MessageProblem[];
};

type OpenCall = { id: string; name: string; index: number };

export function createMessageChecker(): MessageChecker {
  const ids = new Set<string>();
  let open: OpenCall[] = [];
  let count = 0;
  const closeOpen = (): MessageProblem[] => {
    const left = open;
    open = [];
    return left.map(({ id, name, index }) =>
      problem('call_without_result', index, `call \`${id}\` of \`${name}\` has no result`),
    );
  };
  return {
    add(message) {
      const index = count;
      count += 1;
      const unreadable = unreadableText(message.content);
      const problems =
        unreadable === undefined
          ? []
          : [
              problem(
                'unreadable_content',
                index,
                `the ${message.role} message holds \`${unreadable}\`, an object that was made a text by mistake`,
              ),
            ];
      if (message.role === 'tool') {
        const at = open.findIndex(({ id }) => id === message.toolCallId);
        if (at >= 0) open.splice(at, 1);
        else
          problems.push(
            problem(
              'orphan_tool_message',
              index,
              `a result for \`${message.toolCallId}\`, which no open call has as its id`,
            ),
          );
        if (message.content.trim() === '')
          problems.push(problem('empty_tool_content', index, `the result of \`${message.name}\` has no text`));
        return problems;
      }
      problems.push(...closeOpen());
      if (message.role !== 'assistant') return problems;
      for (const { id, name } of message.toolCalls ?? []) {
        if (id === '') problems.push(problem('missing_call_id', index, `a call of \`${name}\` has no id`));
        else if (ids.has(id))
          problems.push(
            problem('duplicate_call_id', index, `the id \`${id}\` of a call of \`${name}\` was used before`),
          );
        ids.add(id);
        open.push({ id, name, index });
      }
      return problems;
    },
    end: closeOpen,
  };
}

function unreadableText(content: string): string | undefined {
  return /\[object [A-Z][A-Za-z]*\]/.exec(content)?.[0];
}

function problem(kind: MessageProblem['kind'], index: number, message: string): MessageProblem {
  return { kind, index, message };
}
