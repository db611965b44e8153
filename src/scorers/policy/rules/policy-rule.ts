import { z } from 'zod';
import { EventPatterns, ToolGlob } from './event-pattern.ts';

/** Keys of which a rule has exactly one: they say what is asked. */
export const FORMS = [
  'never',
  'atMost',
  'atLeast',
  'exactly',
  'requires',
  'leadsTo',
  'immediately',
  'immediatelyBefore',
  'noneAfter',
  'only',
  'first',
  'last',
  'together',
  'notBoth',
  'all',
  'any',
  'not',
] as const;
export type FormName = (typeof FORMS)[number];

const Pair = z.tuple([EventPatterns, EventPatterns]);

/** How near: the next so many calls, or until so many turns later (0: in the same turn). */
const Within = z.union([z.strictObject({ calls: z.int().min(1) }), z.strictObject({ turns: z.int().min(0) })]);
export type Within = z.infer<typeof Within>;

const ruleKeys = {
  /** The sentence that a person reads when the rule is broken. */
  say: z.string().min(1).optional(),
  /** No such event. */
  never: EventPatterns.optional(),
  /** At most so many events of `of`, for each value of the variables in `per`. */
  atMost: z.int().min(0).optional(),
  atLeast: z.int().min(1).optional(),
  exactly: z.int().min(0).optional(),
  /** What is counted, or what may not come after; any call where `noneAfter` does not say. */
  of: EventPatterns.optional(),
  /** Variables of `of` by whose values it is counted. */
  per: z
    .array(z.string().regex(/^\$?[\p{L}_][\p{L}\p{N}_]*$/u, 'must be the name of a variable'))
    .min(1)
    .optional(),
  /** The event that asks for another one. */
  when: EventPatterns.optional(),
  /** What must have come, and been seen, before each event of `when`. */
  requires: EventPatterns.optional(),
  /** Each such event serves for one event of `when` only. */
  oneToOne: z.boolean().optional(),
  /** What is required must have come after the last event of this kind; where there was none, any will do. */
  since: EventPatterns.optional(),
  /** `observed`: its result was seen first · `position`: it was called first · `any`: before or after. */
  order: z.enum(['observed', 'position', 'any']).optional(),
  /** What must come at some time after each event of `when`. */
  leadsTo: EventPatterns.optional(),
  within: Within.optional(),
  /** What makes an answer needless. */
  unless: EventPatterns.optional(),
  /** The call that must directly follow each event of `when`. */
  immediately: EventPatterns.optional(),
  /** The call that must have come directly before each call of `when`. */
  immediatelyBefore: EventPatterns.optional(),
  /** After this, none of `of` until `until`. */
  noneAfter: EventPatterns.optional(),
  until: EventPatterns.optional(),
  /** Every call is one of these. */
  only: EventPatterns.optional(),
  /** The first call of the session. */
  first: EventPatterns.optional(),
  /** The last call of the session. */
  last: EventPatterns.optional(),
  /** Both or neither, for each value of their variables. */
  together: Pair.optional(),
  /** Not both, for each value of their variables. */
  notBoth: Pair.optional(),
  /** `loose`: 17, "17" and "17.00" are the same value. */
  values: z.enum(['strict', 'loose']).optional(),
};

type RuleKeys = { [Key in keyof typeof ruleKeys]?: z.infer<(typeof ruleKeys)[Key]> };
/** A rule inside another: what it asks, without a name. */
export type ClosedRule = RuleKeys & {
  all?: readonly ClosedRule[] | undefined;
  any?: readonly ClosedRule[] | undefined;
  not?: ClosedRule | undefined;
};

const Inner: z.ZodType<ClosedRule, ClosedRule> = z.lazy(() => z.strictObject({ ...ruleKeys, ...nested })) as never;
// An editor is told the keys of the outer rule; a schema that holds itself cannot stand inside another one.
Inner._zod.toJSONSchema = () => ({ type: 'object' });
const nested = {
  /** Every one of these rules. */
  all: z.array(Inner).min(1).optional(),
  /** At least one of these rules. */
  any: z.array(Inner).min(1).optional(),
  /** This rule does not hold. */
  not: Inner.optional(),
};

const namedKeys = {
  ...ruleKeys,
  ...nested,
  /** Ends the session when the rule is broken. The verdict is that of the score. */
  stop: z.boolean().optional(),
  /** A call that would break the rule is not run: the agent is told that it was blocked. The attempt counts. */
  prevent: z.boolean().optional(),
};

/** One rule over what happens in a session. */
export const PolicyRule = z.strictObject({
  /** Name of the rule in reports. */
  id: z.string().min(1).max(80).optional(),
  ...namedKeys,
});
export type PolicyRule = z.infer<typeof PolicyRule>;

const Settings = z.strictObject({
  /** Tools whose calls the rule is about; all that its effect says where absent. */
  tools: z.array(ToolGlob).min(1).optional(),
  /** Names of the arguments that are ids; `*` stands for any letters. */
  ids: z.array(ToolGlob).min(1).optional(),
  /** Whether an id that stands in the result of a lookup counts as looked up. */
  inResults: z.boolean().optional(),
  /** A pattern of the user's words that agree, in place of the built-in ones. */
  agrees: z.string().min(1).optional(),
  /** `strict`: the same arguments are those of the same type, too; 5 is not "5". */
  values: z.enum(['strict', 'loose']).optional(),
  /** How many equal calls may fail before the same call counts as hammering. */
  failures: z.int().min(1).optional(),
});
export type PackSettings = z.infer<typeof Settings>;

/** The keys of the check `policy`: one rule in place, a list of rules, a pack, or all of them. */
export const PolicySpec = z.strictObject({
  rules: z.array(PolicyRule).min(1).optional(),
  /** Rules that come with the package. */
  pack: z.literal('standard').optional(),
  /** Rules of the pack that are left out, by name. */
  except: z.array(z.string()).min(1).optional(),
  /** Settings of rules of the pack, by name. */
  settings: z.record(z.string(), Settings).optional(),
  /** Tools that only read, for logs that do not say. */
  reads: z.array(ToolGlob).optional(),
  /** Tools that write, for logs that do not say. */
  writes: z.array(ToolGlob).optional(),
  /** A rule that speaks of nothing in the session fails. */
  failOnVacuous: z.boolean().optional(),
  ...namedKeys,
});
export type PolicySpec = z.infer<typeof PolicySpec>;
