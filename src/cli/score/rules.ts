import { z } from 'zod';
import { Gate } from '../../domain/authoring/gate.ts';
import { Expectation } from '../../domain/authoring/scenario.ts';
import { Effect } from '../../domain/authoring/tool-stub.ts';
import { compilePattern } from '../../domain/values/pattern.ts';

const Pattern = z
  .string()
  .min(1)
  .superRefine((source, context) => {
    const compiled = compilePattern(source);
    if (compiled.status === 'ok') return;
    // The sentence begins with the pattern itself.
    const why = compiled.problem.slice(compiled.problem.indexOf('`: ') + 3);
    context.addIssue({ code: 'custom', message: `is no pattern: ${why}` });
  });

/** Checks for some conversations, besides those for all. */
export const RulesCase = z.strictObject({
  /** Id of a conversation, or several; `*` stands for any characters. */
  match: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  expect: z.array(Expectation).min(1),
});
export type RulesCase = z.infer<typeof RulesCase>;

/** The file of `rehearsal score --expect`: what recorded conversations must keep to, and what is known of them. */
export const Rules = z
  .strictObject({
    /** JSON Schema reference for editors. */
    $schema: z.string().optional(),
    /** Checks for every conversation, as a scenario has them. */
    expect: z.array(Expectation).default([]),
    cases: z.array(RulesCase).default([]),
    /** What tools do, by name or with `*` for any characters; the first that fits counts. */
    effects: z.record(z.string().min(1), Effect).optional(),
    /** Whether the log holds every call that the agent made; a log with a call in it is taken to hold all. */
    toolCalls: z.enum(['visible', 'hidden']).optional(),
    /** Results without a flag of their own that hold one of these patterns are errors. */
    errors: z.array(Pattern).optional(),
    /** Texts that the agent had to keep to, besides system messages; `none` or `[]` when there were no others. */
    policy: z
      .union([
        z.literal('none').transform((): string[] => []),
        z
          .string()
          .min(1)
          .transform((text) => [text]),
        z.array(z.string().min(1)),
      ])
      .optional(),
    language: z.string().min(2).optional(),
    now: z.iso.datetime({ offset: true }).optional(),
    observation: z.enum(['recorded', 'sequential']).optional(),
    /** The share of conversations that must pass. */
    gate: Gate.pick({ minPassRate: true }).optional(),
  })
  .refine(({ expect, cases }) => expect.length + cases.length > 0, {
    message: 'there is nothing to check: `expect` and `cases` are empty',
  });
export type Rules = z.infer<typeof Rules>;
