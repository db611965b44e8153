import { z } from 'zod';
import { Name } from './identifier.ts';
import { MachineDefinition } from './machine-definition.ts';
import { Realism } from './persona.ts';

/** One message of a scripted user. */
export const ScriptLine = z.union([
  z.string().min(1),
  z.strictObject({
    say: z.string().min(1),
    /** Facts that these words give away. */
    discloses: z.array(Name).optional(),
  }),
]);
export type ScriptLine = z.infer<typeof ScriptLine>;

export const ScriptPart = z.strictObject({ script: z.array(ScriptLine).min(1) });
/** A machine as data, or the name of an XState machine in the config. */
export const MachinePart = z.strictObject({ machine: z.union([Name, MachineDefinition]) });
/** A model speaks for the scenario's persona. */
export const PersonaPart = z.strictObject({
  persona: z.strictObject({
    /** Name of a model in the config; else `user`, else `default`, else the only one. */
    model: Name.optional(),
    /** Goes before the persona's own, key by key. */
    realism: Realism.optional(),
  }),
});
export type PersonaPart = z.infer<typeof PersonaPart>;
export const UserPart = z.union([ScriptPart, MachinePart, PersonaPart]);
export type UserPart = z.infer<typeof UserPart>;

/** Who speaks: a list of messages, one driver, or a chain of drivers that hand over when a part ends. */
export const UserDefinition = z.union([z.array(ScriptLine).min(1), UserPart, z.array(UserPart).min(1)]);
export type UserDefinition = z.infer<typeof UserDefinition>;
