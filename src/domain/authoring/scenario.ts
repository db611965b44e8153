import { z } from 'zod';
import type { DeepReadonly } from '../values/deep-readonly.ts';
import { JsonObject } from '../values/json-value.ts';
import { Gate } from './gate.ts';
import { Identifier, Name } from './identifier.ts';
import { Limits } from './limits.ts';
import { Persona } from './persona.ts';
import { RoutingTable } from './routing.ts';
import { Fault, WorldDefinition } from './tool-stub.ts';
import { UserDefinition } from './user-definition.ts';

/** Something the user knows. A bare text is an `open` fact. */
export const Fact = z.strictObject({
  /** As the user would say it. */
  value: z.string().min(1),
  /** `open` is said unasked, `on_request` only when asked, `never` not at all. */
  disclosure: z.enum(['open', 'on_request', 'never']).default('open'),
  /** What the user answers when asked for a fact that is `never` told. */
  fallback: z.string().optional(),
});
export type Fact = z.infer<typeof Fact>;

/** One check. Each scorer's own schema reads the rest of the keys in a second pass. */
export const Expectation = z.looseObject({
  /** Name of the scorer. */
  type: z.string().min(1),
  /** The author's name for this check; else the scorer's name and a hash of its specification. */
  id: Identifier.optional(),
  /** A check that is not required is shown and does not decide the verdict. */
  required: z.boolean().default(true),
});
export type Expectation = z.infer<typeof Expectation>;

export const DEFAULT_NOW = '2026-01-15T09:00:00Z';

/** Other mistakes of the file do not hide these two. */
const nobodySpeaks = z.refine<unknown>((value) => speakersOf(value) !== 'nobody', {
  error: 'is missing',
  path: ['user'],
  when: ({ issues }) => issues.every(({ path }) => path?.[0] !== 'user' && path?.length !== 0),
});
const twoSpeak = z.refine<unknown>((value) => speakersOf(value) !== 'two', {
  error: 'cannot stand beside `user`: its rows are what users say',
  path: ['routing'],
  when: () => true,
});

function speakersOf(value: unknown): 'nobody' | 'one' | 'two' {
  if (typeof value !== 'object' || value === null) return 'one';
  const { user, routing } = value as { user?: unknown; routing?: unknown };
  const isUserAbsent = Array.isArray(user) && user.length === 0;
  if (isUserAbsent) return routing === undefined ? 'nobody' : 'one';
  return user === undefined || routing === undefined ? 'one' : 'two';
}

/** What is tested. */
export const Scenario = z
  .strictObject({
    /** JSON Schema reference for editors. */
    $schema: z.string().optional(),
    /** For files it must equal the file's name. */
    id: Identifier,
    title: z.string().min(1),
    /** What the user wants to have reached when the talk ends. */
    goal: z.string().optional(),
    /** Id of a persona (`rehearsal/<id>` for the shipped ones), or a persona written in place. */
    persona: z.union([z.string().min(1), Persona]).optional(),
    language: z.string().min(2).optional(),
    facts: z
      .record(
        Name,
        z.union([
          z
            .string()
            .min(1)
            .transform((value): Fact => ({ value, disclosure: 'open' })),
          Fact,
        ]),
      )
      .default({}),
    /** Nobody where `routing` has the messages; a scenario has one of the two. */
    user: UserDefinition.default([]),
    /** A table of messages and the tool that each wants, in the place of `user`; a session for each row. */
    routing: RoutingTable.optional(),
    /** Who speaks first. When it is the agent, turn 0 has a silent user message. */
    firstSpeaker: z.enum(['user', 'agent']).default('user'),
    /** Name of an agent in the config; the config's default where absent. */
    agent: Name.optional(),
    /** Name of a world in the config, or a world of tool stubs written in place. */
    world: z.union([Name, WorldDefinition]).optional(),
    /** Values handed to the world when it opens. */
    given: JsonObject.optional(),
    /** Texts that the agent must keep to. */
    policy: z
      .union([
        z
          .string()
          .min(1)
          .transform((text) => [text]),
        z.array(z.string().min(1)),
      ])
      .default([]),
    /** The scenario's clock, ISO 8601 with zone. */
    now: z.iso.datetime({ offset: true }).default(DEFAULT_NOW),
    faults: z.array(Fault).default([]),
    /** What an unplanned exception in a tool means: the agent is told and the talk goes on, or the session ends at once. */
    onToolCrash: z.enum(['report', 'fail_fast']).default('report'),
    limits: Limits.prefault({}),
    expect: z.array(Expectation).default([]),
    trials: z.int().min(1).max(100_000).default(1),
    gate: Gate.optional(),
    /** `live` asks a model. What a scenario does not say follows from its user and its checks; see `tierOf`. */
    tier: z.enum(['scripted', 'live']).optional(),
    tags: z.array(z.string().regex(/^[\p{L}\p{N}_:.-]+$/u)).default([]),
  })
  .check(nobodySpeaks, twoSpeak);
export type Scenario = z.infer<typeof Scenario>;
/** A scenario as an author writes it, before defaults. */
export type ScenarioInput = DeepReadonly<z.input<typeof Scenario>>;
