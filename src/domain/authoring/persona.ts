import { z } from 'zod';
import { Identifier, Name } from './identifier.ts';

/** How a checker sees a behaviour broken, by looking at the user's own words. Exactly one key. */
export const BehaviourCheck = z.union([
  /** No message is longer than this many words (for Chinese and Japanese: characters). */
  z.strictObject({ maxWords: z.int().min(1) }),
  /** Every message is in this language (BCP 47, such as `en` or `zh`). */
  z.strictObject({ language: z.string().min(2) }),
  /** Some message holds this text. */
  z.strictObject({ mustMention: z.string().min(1) }),
  /** No message holds this text. */
  z.strictObject({ mustNotMention: z.string().min(1) }),
  /** The named fact is said only after the agent asked for it. */
  z.strictObject({ disclosesOnlyWhenAsked: Name }),
  z.strictObject({ register: z.enum(['formal', 'casual', 'rude']) }),
  /** The user takes back an earlier wish in this turn (from 0). */
  z.strictObject({ changesMindAt: z.int().min(0) }),
  /** Every message matches this regular expression. */
  z.strictObject({ pattern: z.string().min(1) }),
  /** A question for a judge model. */
  z.strictObject({ judge: z.string().min(1) }),
]);
export type BehaviourCheck = z.infer<typeof BehaviourCheck>;

export const Behaviour = z.strictObject({
  /** What the speaker is told, as an instruction. */
  instruction: z.string().min(1),
  /** How to see that it was not kept. */
  check: BehaviourCheck,
});
export type Behaviour = z.infer<typeof Behaviour>;

/** One value, or several of which the seed of a session draws one. */
const drawn = <const Value extends string>(values: readonly Value[]) =>
  z.union([z.enum(values), z.array(z.enum(values)).min(1)]);

/** How far a persona user is from a tidy writer. Where a key is absent, it is chosen as its comment says. */
export const Realism = z.strictObject({
  /** How long messages are. Drawn from all three, unless the persona has a `style` or a behaviour with `maxWords`. */
  length: drawn(['short', 'medium', 'long']).optional(),
  /** Typing mistakes, never in names, numbers and other facts. Else `none`. */
  typos: drawn(['none', 'few', 'many']).optional(),
  /** Else `none`. */
  impatience: drawn(['none', 'some', 'much']).optional(),
  /** `at_once`: the first message holds all that matters; `gradual`: one thing after the other. Else `gradual`. */
  disclosure: drawn(['at_once', 'gradual']).optional(),
  /** `once`: wants something a little different first, and takes it back in a turn that the seed draws. Else `never`. */
  changesMind: drawn(['never', 'once']).optional(),
  /** BCP 47 tag of a second language, words of which are mixed in. */
  mixes: z.string().min(2).optional(),
});
export type Realism = z.infer<typeof Realism>;

/** Who asks. */
export const Persona = z.strictObject({
  /** Name used in scenarios; for files it must equal the file's name. */
  id: Identifier,
  /** What people call this persona. */
  name: z.string().min(1),
  description: z.string().min(1),
  /** BCP 47 tag of the language spoken, such as `en` or `zh`. */
  language: z.string().min(2).default('en'),
  traits: z.array(z.string().min(1)).default([]),
  /** How the persona writes, in a sentence. */
  style: z.string().optional(),
  /** Turns without progress after which the persona gives up. */
  patience: z.int().min(1).optional(),
  behaviours: z.array(Behaviour).default([]),
  /** How a model writes for this persona; a scenario's `user: { persona: { realism } }` overrides single keys. */
  realism: Realism.optional(),
});
export type Persona = z.infer<typeof Persona>;
