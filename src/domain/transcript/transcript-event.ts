import { z } from 'zod';
import { JsonValue } from '../values/json-value.ts';
import { Evidence } from '../verdicts/evidence.ts';
import { EndReason } from './end-reason.ts';
import { SessionKey } from './session-key.ts';
import { ToolCall, ToolDescription, ToolResult } from './tool-call.ts';

/** Version of the event format; a reader refuses a higher one. */
export const TRANSCRIPT_VERSION = 1;

const head = {
  /** Position in the transcript, from 0, without gaps. */
  seq: z.int().min(0),
  /** Turn, from 0. What comes before the first message belongs to turn 0. */
  turn: z.int().min(0),
};

/** What a run holds fixed, so that something becomes assertable. */
export const FixedInput = z.enum(['model', 'counterparty', 'tools', 'past']);
export type FixedInput = z.infer<typeof FixedInput>;

export const Origin = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('simulated') }),
  z.strictObject({ kind: z.literal('fork'), session: z.string(), turn: z.int().min(0), changes: z.array(z.string()) }),
  z.strictObject({ kind: z.literal('import'), format: z.string(), source: z.string() }),
]);
export type Origin = z.infer<typeof Origin>;

export const SessionStarted = z.strictObject({
  type: z.literal('session_started'),
  ...head,
  version: z.literal(TRANSCRIPT_VERSION),
  key: SessionKey,
  /** 32-bit seed of this session, derived from the run's seed and the key. */
  seed: z.int().min(0),
  /** The scenario's clock, ISO 8601 with zone; absent in logs that do not say. */
  now: z.string().optional(),
  language: z.string().optional(),
  origin: Origin,
  /** Policy texts the agent was given; `unknown` in logs that do not say. */
  policy: z.union([z.array(z.string()), z.literal('unknown')]),
  /** The tools the agent was offered; `unknown` in logs that do not say. */
  tools: z.union([z.array(ToolDescription), z.literal('unknown')]),
  agent: z.strictObject({ name: z.string(), adapter: z.string(), toolCallsVisible: z.boolean() }),
  user: z.strictObject({
    driver: z.string(),
    persona: z.string().optional(),
    /** Hash of the prompt that spoke for the persona. */
    promptHash: z.string().optional(),
    /** Hash of the machine's definition. */
    machineHash: z.string().optional(),
  }),
  fixed: z.array(FixedInput),
  world: z.strictObject({ name: z.string(), hash: z.string() }).optional(),
  /** Hash of the scenario as loaded. */
  scenarioHash: z.string().optional(),
});
export type SessionStarted = z.infer<typeof SessionStarted>;

/** What happened inside the simulated user before it spoke or ended. */
export const UserStep = z.strictObject({
  type: z.literal('user_step'),
  ...head,
  driver: z.string(),
  /** Part of a chain, from 0. */
  part: z.int().min(0),
  left: z.array(z.string()),
  entered: z.array(z.string()),
  /** Ids of the transitions taken. */
  transitions: z.array(z.string()),
  /** Guards that were looked at, in order, with their value. */
  guards: z.array(z.strictObject({ transition: z.string(), guard: z.string(), value: z.boolean() })),
  captures: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  disclosed: z.array(z.strictObject({ fact: z.string(), how: z.enum(['volunteered', 'elicited']) })),
  /** Why the next part of a chain took over. */
  handover: z.string().optional(),
  /** What a reader should know of these words: how the persona writes, what was asked again, what is odd in them. */
  notes: z.array(z.string()).optional(),
});
export type UserStep = z.infer<typeof UserStep>;

/** Tokens of one or more model calls; absent where the provider did not say or said nonsense. */
export const Usage = z.strictObject({
  tokensIn: z.int().min(0).optional(),
  tokensOut: z.int().min(0).optional(),
});
export type Usage = z.infer<typeof Usage>;

export const ModelAttempt = z.strictObject({
  status: z.enum(['ok', 'error']),
  /** HTTP status, where there was one. */
  httpStatus: z.int().optional(),
  problem: z.string().optional(),
  /** How long was waited before the next attempt, in milliseconds. */
  waitedMs: z.number().min(0).optional(),
});
export type ModelAttempt = z.infer<typeof ModelAttempt>;

/** What is kept of one request to a model, whoever made it. */
export const ModelCallFields = {
  model: z.string(),
  attempts: z.array(ModelAttempt),
  promptHash: z.string().optional(),
  usage: Usage.optional(),
  cassetteKey: z.string().optional(),
};

export const TranscriptEvent = z.discriminatedUnion('type', [
  SessionStarted,
  UserStep,
  /** The user's words. `silent`: nothing was said, the agent speaks first. */
  z.strictObject({ type: z.literal('user_message'), ...head, text: z.string(), silent: z.boolean() }),
  /** Something the world told the user: an e-mail, a delivery. */
  z.strictObject({ type: z.literal('notice'), ...head, text: z.string(), from: z.string().optional() }),
  /** One message of the agent's model: its words, and the calls it launched together. */
  z.strictObject({
    type: z.literal('agent_step'),
    ...head,
    text: z.string().optional(),
    callIds: z.array(z.string()),
    /** Calls whose results the request of this message carried for the first time. */
    sawResults: z.array(z.string()),
  }),
  z.strictObject({ type: z.literal('tool_call'), ...head, call: ToolCall }),
  z.strictObject({ type: z.literal('tool_result'), ...head, result: ToolResult }),
  /** Words that reach the user. `final`: the agent yielded back after them. */
  z.strictObject({ type: z.literal('agent_message'), ...head, text: z.string(), final: z.boolean() }),
  /** Middleware, guardrails, hand-offs, structured output: whatever the agent tells of itself. */
  z.strictObject({ type: z.literal('agent_event'), ...head, name: z.string(), data: JsonValue }),
  z.strictObject({
    type: z.literal('model_call'),
    ...head,
    role: z.enum(['agent', 'user', 'judge']),
    ...ModelCallFields,
  }),
  /** What a call changed in the world's state, as JSON Pointers. */
  z.strictObject({
    type: z.literal('world_change'),
    ...head,
    callId: z.string(),
    changes: z.array(
      z.strictObject({
        op: z.enum(['add', 'replace', 'remove']),
        pointer: z.string(),
        before: JsonValue.optional(),
        after: JsonValue.optional(),
      }),
    ),
  }),
  z.strictObject({ type: z.literal('fault_injected'), ...head, callId: z.string(), fault: z.string() }),
  /** A rule was broken while the session ran: an invariant of the world, or a policy that was watching. */
  z.strictObject({
    type: z.literal('policy_violation'),
    ...head,
    source: z.enum(['invariant', 'policy']),
    rule: z.string(),
    message: z.string(),
    evidence: z.array(Evidence),
  }),
  /** The agent answered when nobody was waiting any more. */
  z.strictObject({ type: z.literal('late_reply_ignored'), ...head, what: z.string() }),
  z.strictObject({
    type: z.literal('session_ended'),
    ...head,
    reason: EndReason,
    /** The end in words: which limit, which error. */
    detail: z.string(),
    /** The world when the talk was over. */
    world: z.strictObject({ state: JsonValue, hash: z.string() }).optional(),
  }),
]);
export type TranscriptEvent = z.infer<typeof TranscriptEvent>;

export type EventOf<T extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: T }>;

/** An event before the recorder gives it its place. */
export type UnplacedEvent = TranscriptEvent extends infer E
  ? E extends TranscriptEvent
    ? Omit<E, 'seq' | 'turn'>
    : never
  : never;

/** The events of one session, in order, frozen. */
export type Transcript = readonly TranscriptEvent[];
