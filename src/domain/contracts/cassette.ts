import type { SessionKey } from '../transcript/session-key.ts';
import type { ModelAttempt, Usage } from '../transcript/transcript-event.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { ChatMessage, ChatReply, ChatRole, ChatTool, ModelToolCall } from './chat-model.ts';

/** All of a request that decides its answer, without secrets; ids of tool calls are `call_0`, `call_1` by position. */
export type CassetteRequest = {
  model: string;
  /** `settings` of the model. */
  settings?: JsonValue | undefined;
  messages: readonly ChatMessage[];
  tools?: readonly ChatTool[] | undefined;
  outputSchema?: JsonValue | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
};

export type CassetteReply = {
  text: string;
  calls: readonly ModelToolCall[];
  finish: ChatReply['finish'];
  usage?: Usage | undefined;
  attempts: readonly ModelAttempt[];
};

/** One request and what it was answered. */
export type CassetteEntry = {
  /** `<role>-<hash of the request>-<occurrence>`: the n-th time, from 0, that the role made this request in the session. */
  key: string;
  role: ChatRole;
  request: CassetteRequest;
  reply: CassetteReply;
  /** The text as it was streamed; absent when nobody streamed. */
  pieces?: readonly string[] | undefined;
};

/** Keeps recordings by session. Methods that reach the disk throw `StoreError`, and `UsageError` for an unusable file. */
export type CassetteStore = {
  /** The file or folder, as its user named it. */
  place: string;
  /** The recording of one session, in its order; empty where there is none. */
  read(key: SessionKey): Promise<readonly CassetteEntry[]>;
  /** The sessions that have a recording, ordered by scenario, variant and trial. */
  list(): Promise<readonly SessionKey[]>;
  /** Replaces the recording of one session. It is on disk when the store is closed, and soon after this call. */
  write(key: SessionKey, entries: readonly CassetteEntry[]): Promise<void>;
  /** Writes what is not written yet and lets go of the place. */
  close(): Promise<void>;
};
