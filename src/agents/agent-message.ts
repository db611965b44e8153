import type { ToolOutcome } from '../domain/transcript/tool-call.ts';
import { toolResultText } from './tool-result-text.ts';

/** A call in the shape of OpenAI's chat messages. */
export type AgentToolCall = {
  readonly id: string;
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    /** JSON text. */
    readonly arguments: string;
  };
};

/** What was said so far, in the shape of OpenAI's chat messages. Frozen, at every level. */
export type AgentMessage =
  | { readonly role: 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly AgentToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

type CallRecord = { id: string; name: string; rawArguments: string; outcome: ToolOutcome | undefined };

/** The messages of one session of a function agent, as they come about. */
export type MessageLog = {
  addUser(text: string): void;
  addText(text: string): void;
  /** Notes a call; the returned function notes its outcome. Calls made before any outcome came are one message. */
  addCall(call: { id: string; name: string; rawArguments: string }): (outcome: ToolOutcome) => void;
  /** All messages so far: a frozen list of frozen messages. */
  messages(): readonly AgentMessage[];
  restore(messages: readonly AgentMessage[]): void;
};

export function createMessageLog(): MessageLog {
  const written: AgentMessage[] = [];
  let open: { calls: CallRecord[]; hasOutcome: boolean } | undefined;
  const close = () => {
    if (open !== undefined) written.push(...messagesOf(open.calls));
    open = undefined;
  };
  return {
    addUser(content) {
      close();
      written.push(Object.freeze({ role: 'user', content }));
    },
    addText(content) {
      close();
      written.push(Object.freeze({ role: 'assistant', content }));
    },
    addCall({ id, name, rawArguments }) {
      if (open?.hasOutcome !== false) {
        close();
        open = { calls: [], hasOutcome: false };
      }
      const step = open;
      const entry: CallRecord = { id, name, rawArguments, outcome: undefined };
      step.calls.push(entry);
      return (outcome) => {
        entry.outcome = outcome;
        step.hasOutcome = true;
      };
    },
    messages() {
      close();
      return Object.freeze([...written]);
    },
    restore(messages) {
      open = undefined;
      written.splice(0, written.length, ...messages.map(freezeMessage));
    },
  };
}

function messagesOf(calls: readonly CallRecord[]): AgentMessage[] {
  const toolCalls: AgentToolCall[] = [];
  const results: AgentMessage[] = [];
  for (const { id, name, rawArguments, outcome } of calls) {
    const called = Object.freeze({ name, arguments: rawArguments });
    toolCalls.push(Object.freeze({ id, type: 'function', function: called }));
    if (outcome === undefined) continue;
    results.push(Object.freeze({ role: 'tool', tool_call_id: id, content: toolResultText(outcome) }));
  }
  return [Object.freeze({ role: 'assistant', content: '', tool_calls: Object.freeze(toolCalls) }), ...results];
}

function freezeMessage(message: AgentMessage): AgentMessage {
  if (message.role !== 'assistant' || message.tool_calls === undefined) return Object.freeze({ ...message });
  const calls = message.tool_calls.map((call) =>
    Object.freeze({ ...call, function: Object.freeze({ ...call.function }) }),
  );
  return Object.freeze({ ...message, tool_calls: Object.freeze(calls) });
}
