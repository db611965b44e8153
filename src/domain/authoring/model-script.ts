import { z } from 'zod';
import { Usage } from '../transcript/transcript-event.ts';
import { JsonObject } from '../values/json-value.ts';
import { compilePattern } from '../values/pattern.ts';
import { Name } from './identifier.ts';

const PatternText = z
  .string()
  .min(1)
  .refine((source) => compilePattern(source).status === 'ok', {
    error: ({ input }) => {
      const compiled = compilePattern(String(input));
      return compiled.status === 'problem' ? `is no pattern: ${compiled.problem}` : '';
    },
  });

/** A text that must occur as written, a pattern that must be found, or a text that must not occur. */
export const TextMatch = z.union([
  z.string().min(1),
  z.strictObject({ pattern: PatternText }),
  z.strictObject({ lacks: z.string().min(1) }),
]);
export type TextMatch = z.infer<typeof TextMatch>;

/** What a request must look like for a step to answer it. */
export const PromptExpectation = z.strictObject({
  /** All system texts together. */
  system: TextMatch.optional(),
  /** The last message of the user. */
  user: TextMatch.optional(),
  /** The last result of a tool. */
  result: TextMatch.optional(),
  /** Tools that must be offered; others may be, too. */
  tools: z.array(Name).optional(),
  /** Tools that must not be offered. */
  withoutTools: z.array(Name).optional(),
  /** Turn of the conversation, from 0. */
  turn: z.int().min(0).optional(),
  /** True: nothing in the request may look like a key or a token. */
  noSecrets: z.boolean().optional(),
});
export type PromptExpectation = z.infer<typeof PromptExpectation>;

/** A tool call. Arguments given as text are sent as they are, even when they are no JSON. */
export const ScriptCall = z.strictObject({
  name: z.string().min(1),
  arguments: z.union([z.string(), JsonObject]).optional(),
  /** Made up where none is given; an empty text is sent as it is. */
  id: z.string().optional(),
});
export type ScriptCall = z.infer<typeof ScriptCall>;

const connection = z.enum(['ended', 'reset']).optional();
/**
 * Where an answer is cut off: after so many pieces of a stream (pieces of text and of arguments; where nobody streams,
 * in the middle of the body), or after so many bytes of the body. `ended`: the body ends as if it were whole, the
 * default; `reset`: the connection breaks.
 */
export const Cut = z.union([
  z.strictObject({ afterPieces: z.int().min(0), connection }),
  z.strictObject({ afterBytes: z.int().min(0), connection }),
]);
export type Cut = z.infer<typeof Cut>;

/** An answer of the provider that is an error. */
export const WireError = z.strictObject({
  /** HTTP status. */
  status: z.int().min(400).max(599),
  message: z.string().optional(),
  /** The provider's own code, such as `rate_limit_exceeded`. */
  code: z.string().optional(),
  headers: z
    .record(
      z.string().regex(/^[a-zA-Z0-9-]+$/, 'may hold letters, digits and `-` only'),
      z.string().regex(/^[\t\x20-\x7e]*$/, 'may hold plain ASCII only'),
    )
    .optional(),
});
export type WireError = z.infer<typeof WireError>;

/** A body that is sent as it is. */
export const RawBody = z.strictObject({
  body: z.string(),
  contentType: z
    .string()
    .regex(/^[\t\x20-\x7e]+$/, 'may hold plain ASCII only')
    .default('text/html'),
  status: z.int().min(200).max(599).default(200),
});
export type RawBody = z.infer<typeof RawBody>;

const common = {
  /** Milliseconds before the answer begins. */
  delayMs: z.int().min(0).max(86_400_000).optional(),
  expect: PromptExpectation.optional(),
};
const calls = z.array(ScriptCall).min(1);
const answer = {
  usage: Usage.optional(),
  finish: z.enum(['stop', 'tool_calls', 'length', 'refusal']).optional(),
  cut: Cut.optional(),
  ...common,
};

/** One answer of a scripted model, as a file says it. */
export const ScriptStep = z.union([
  z.string(),
  calls,
  /** Words, and calls in the same message. */
  z.strictObject({ text: z.string(), calls: calls.optional(), ...answer }),
  z.strictObject({ calls, ...answer }),
  /** Words that arrive in these pieces. */
  z.strictObject({ stream: z.array(z.string()).min(1), calls: calls.optional(), ...answer }),
  /** The model declines. */
  z.strictObject({ refusal: z.string().min(1), usage: Usage.optional(), ...common }),
  /** The provider fails: with a text alone, as if it were overloaded (status 503). */
  z.strictObject({ error: z.union([z.string().min(1), WireError]), ...common }),
  /** The provider's place is taken by something that is no provider: a proxy's sign-in page. */
  z.strictObject({ raw: RawBody, ...common }),
]);
export type ScriptStep = z.infer<typeof ScriptStep>;

/** A file that says what a model answers, in order. */
export const ModelScript = z.strictObject({
  $schema: z.string().optional(),
  /** What the model is called in messages; by default the file's name. */
  name: z.string().min(1).max(120).optional(),
  /** What a request after the last step gets: an error, the last step again, or the script from the start. */
  after: z.enum(['throw', 'stick', 'cycle']).default('throw'),
  steps: z.array(ScriptStep).min(1),
});
export type ModelScript = z.infer<typeof ModelScript>;
