import type { ToolGateway } from '../../domain/contracts/agent.ts';
import type { ToolOutcome } from '../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { memberText } from './lines/member-text.ts';
import type { SessionLine } from './lines/program-line.ts';

type CallLine = Extract<SessionLine, { type: 'tool_call' }>;
/** The fields of a `tool_result`. */
type Result = Readonly<Record<string, JsonValue>>;

/** The calls of a program, made of the world's tools; each is answered by a line. */
export type CallBatch = {
  /** Makes the call, together with those before it that said `more`; or waits when it says `more` itself. */
  add(line: CallLine): void;
  /** Makes what waits. */
  launch(): void;
  /** Answers no more. */
  close(): void;
};

export function createCallBatch(gateway: ToolGateway, answer: (result: Result) => void): CallBatch {
  let waiting: CallLine[] = [];
  let count = 0;
  let isClosed = false;
  const launch = (): void => {
    const batch = waiting;
    waiting = [];
    for (const line of batch) {
      const { name, id: givenId } = line;
      const id = givenId ?? `call_${count}`;
      count += 1;
      void gateway.call({ name, rawArguments: rawArgumentsOf(line), givenId }).then((outcome) => {
        if (!isClosed) answer({ id, name, ...fieldsOf(outcome) });
      });
    }
  };
  return {
    add(line) {
      waiting.push(line);
      if (!line.more) launch();
    },
    launch,
    close() {
      isClosed = true;
      waiting = [];
    },
  };
}

function fieldsOf(outcome: ToolOutcome): Readonly<Record<string, JsonValue>> {
  const { status } = outcome;
  return status === 'ok'
    ? { status, content: outcome.content }
    : { status, kind: outcome.kind, message: outcome.message };
}

/** The argument text as the program wrote it; a text in the place of the object is the text that its model wrote. */
export function rawArgumentsOf(line: Extract<SessionLine, { type: 'tool_call' | 'reported_call' }>): string {
  if (typeof line.arguments === 'string') return line.arguments;
  return memberText(line.source, 'arguments') ?? '{}';
}
