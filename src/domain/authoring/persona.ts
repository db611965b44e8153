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
});
export type Persona = z.infer<typeof Persona>;
