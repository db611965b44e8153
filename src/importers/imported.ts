import type { Problem } from '../domain/authoring/problem.ts';
import type { Effect } from '../domain/authoring/tool-stub.ts';
import type { ToolDescription, ToolOutcome } from '../domain/transcript/tool-call.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../domain/values/json-value.ts';

/**
 * `openai-chat` messages as the Chat Completions API speaks them · `openai-responses` items of the Responses API ·
 * `anthropic-messages` messages with calls and results among their parts · `ai-sdk` messages of Vercel's AI SDK ·
 * `tau` recorded simulations of tau-bench and tau2-bench, converted to messages · `rehearsal` events of a stored session.
 */
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
export const IMPORT_FORMATS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'ai-sdk',
  'tau',
  'rehearsal',
] as const;

export type ImportOptions = {
  /** Told from the shape where absent. */
  format?: ImportFormat | undefined;
  /** What the agent was offered, where the log does not say. */
  tools?: readonly ToolDescription[] | undefined;
  /**
   * What tools do, by name or with `*` for any characters; the first that fits counts. Without any word about tools, the
   * tools that were called and fit are taken as those that the agent had.
   */
  effects?: Readonly<Record<string, Effect>> | undefined;
  /**
   * Texts that the agent had to keep to. System messages before the first other message are added to them. An empty list
   * says that there were no others; without one nobody knows.
   */
  policy?: readonly string[] | undefined;
  /** The moment at which the talk took place, ISO 8601 with zone. */
  now?: string | undefined;
  /** Language of the talk, such as `en`. */
  language?: string | undefined;
  /** Name of the file, for the record. */
  source?: string | undefined;
  /**
   * `recorded` (default): calls of one message were launched together. `sequential`: each was launched after the result of
   * the one before it, for recorders that put several messages of the model into one.
   */
  observation?: 'recorded' | 'sequential' | undefined;
  /** Whether the log holds all calls that the agent made; default true. */
  toolCallsVisible?: boolean | undefined;
  /** Says whether a result without a flag of its own is an error; default: by its words, see `readsAsError`. */
  isError?: ((content: JsonValue) => boolean) | undefined;
};

/** A call that the simulated user made with a tool of its own. The agent neither launched it nor saw its result. */
export type UserCall = {
  name: string;
  rawArguments: string;
  /** Absent when the text is no JSON. */
  arguments?: JsonValue | undefined;
  /** Absent when no result was recorded. */
  outcome?: ToolOutcome | undefined;
  turn: number;
  /** Position in the transcript, of the event `user_tool_call` that stands for it. */
  seq: number;
};

export type ImportedTranscript = {
  status: 'imported';
  format: ImportFormat;
  /** The conversation's own id, where it has one. */
  id?: string | undefined;
  transcript: Transcript;
  /** Whether the log, or `tools` of the options, lists what the agent had; without a list, `effects` tell of some. */
  listsTools: boolean;
  /** In the order in which they were made. */
  userCalls: readonly UserCall[];
  /** What does not fit together. Nothing of it was left out or mended unless the sentence says so. */
  problems: readonly Problem[];
};

/** Nothing can be said of it: `problems` hold at least one error. */
export type RefusedTranscript = {
  status: 'refused';
  format?: ImportFormat | undefined;
  id?: string | undefined;
  problems: readonly Problem[];
};

export type ImportResult = ImportedTranscript | RefusedTranscript;
