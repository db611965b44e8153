import type { CallArguments } from '../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';

export type LoggedCall = {
  givenId?: string | undefined;
  name: string;
  rawArguments: string;
  arguments: CallArguments;
  /** Where it stands: `messages[3].tool_calls[0]`. */
  path: string;
};

/** What a tool answered. */
export type LoggedResult = {
  kind: 'result';
  path: string;
  callId?: string | undefined;
  name?: string | undefined;
  content: JsonValue;
  /** The content as the agent read it. */
  text: string;
  isError: boolean;
};

/** One message of a log, whatever its spelling was. */
export type LoggedMessage =
  | { kind: 'system'; path: string; text: string }
  | { kind: 'user'; path: string; text: string; calls: readonly LoggedCall[] }
  | { kind: 'agent'; path: string; text: string; calls: LoggedCall[] }
  | LoggedResult;
