import { z } from 'zod';
import { ModelAttempt, Usage } from '../../domain/transcript/transcript-event.ts';
import { JsonValue } from '../../domain/values/json-value.ts';

/** Version of the cassette format; a reader refuses a higher one. */
export const CASSETTE_VERSION = 1;

const StoredCall = z.strictObject({ id: z.string(), name: z.string(), rawArguments: z.string() });

const StoredMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.string() }),
  z.strictObject({ role: z.literal('assistant'), content: z.string(), toolCalls: z.array(StoredCall).optional() }),
  z.strictObject({
    role: z.literal('tool'),
    toolCallId: z.string(),
    name: z.string(),
    content: z.string(),
    isError: z.boolean(),
  }),
]);

/** A request that stands whole. */
const WholeRequest = z.strictObject({
  model: z.string(),
  settings: JsonValue.optional(),
  temperature: z.number().optional(),
  maxTokens: z.int().optional(),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string(), parameters: JsonValue })).optional(),
  outputSchema: JsonValue.optional(),
  messages: z.array(StoredMessage),
});

/** A request that goes on where an earlier one of the session stopped: all but the messages is as it was there. */
const NextRequest = z.strictObject({
  /** Key of the earlier entry. */
  since: z.string(),
  /** How many of its messages this one begins with. */
  same: z.int().min(0),
  /** The messages after them. */
  add: z.array(StoredMessage),
});

export const StoredEntry = z.strictObject({
  key: z
    .string()
    .regex(/^(?:agent|user|judge)-[0-9a-f]{16}-(?:0|[1-9]\d{0,8})$/, 'expected `<role>-<hash>-<occurrence>`'),
  role: z.enum(['agent', 'user', 'judge']),
  request: z.union([WholeRequest, NextRequest]),
  reply: z.strictObject({
    text: z.string(),
    calls: z.array(StoredCall).default([]),
    finish: z.enum(['stop', 'tool_calls', 'length', 'refusal']),
    usage: Usage.optional(),
    attempts: z.array(ModelAttempt).default([{ status: 'ok' }]),
  }),
  pieces: z.array(z.string()).optional(),
});
export type StoredEntry = z.infer<typeof StoredEntry>;
/** An entry as it is written: what has a default may be left out. */
export type WrittenEntry = z.input<typeof StoredEntry>;

export const StoredSession = z.strictObject({
  /** `scenario/variant/trial` */
  session: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+\/(?:0|[1-9]\d*)$/, 'expected `scenario/variant/trial`'),
  entries: z.array(StoredEntry),
});
export type StoredSession = z.infer<typeof StoredSession>;

/** A cassette in one file; in a folder, each file holds one session. */
export const StoredCassette = z.strictObject({
  version: z.literal(CASSETTE_VERSION),
  sessions: z.array(StoredSession),
});
export type StoredCassette = z.infer<typeof StoredCassette>;
