import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import { UsageError } from '../../domain/errors.ts';

/** A number, or the key under which results hold one. The key of a list stands for its length. */
const Operand = z.union([z.number(), Name]);

/** How an argument is reckoned from what results hold. */
export const Derivation = z.union([
  /** Some or all of the numbers under this key of one result, or of all of them. */
  z.strictObject({ sum: Name }),
  z.strictObject({ difference: z.tuple([Operand, Operand]) }),
  z.strictObject({ product: z.array(Operand).min(2) }),
]);
export type Derivation = z.infer<typeof Derivation>;

/** Where values of an argument may come from: `user`, `policy`, `tools` (any result) or the name of a tool. */
export const SourceRule = z.union([
  z.strictObject({ from: z.array(Name).min(1) }),
  z.strictObject({ notFrom: z.array(Name).min(1) }),
]);
export type SourceRule = z.infer<typeof SourceRule>;

/** What an author knows of the arguments. Keys and items are `tool.argument` or `argument`. */
export const provenanceRules = {
  /** Arguments that may come from anywhere. */
  ignore: z.array(Name).default([]),
  /** Arguments that the agent words itself; identifiers inside them are looked at all the same. */
  freeText: z.array(Name).default([]),
  /** Arguments that are reckoned: they must come out like this. */
  derived: z.record(z.string(), Derivation).default({}),
  /** Where values of an argument may come from. */
  sources: z.record(z.string(), SourceRule).default({}),
  /**
   * `recorded`: results of one message's calls have not been seen by that message's other calls. `sequential`: each call
   * had seen the results of those before it, for recorders that put several messages into one.
   */
  observation: z.enum(['recorded', 'sequential']).default('recorded'),
};
const ProvenanceRules = z.strictObject(provenanceRules);
export type ProvenanceRules = z.infer<typeof ProvenanceRules>;
export type ProvenanceOptions = z.input<typeof ProvenanceRules>;

/** Fills in what an author left out; throws `UsageError` when something is no rule. */
export function readRules(options: ProvenanceOptions = {}): ProvenanceRules {
  const read = ProvenanceRules.safeParse(options);
  if (read.success) return read.data;
  const told = read.error.issues.map(({ path, message }) =>
    path.length === 0 ? message : `${path.join('.')}: ${message}`,
  );
  throw new UsageError(`these are no options of \`argumentProvenance\`: ${told.join('; ')}`);
}

/** Whether `tool.argument` or `argument` names this value or what it is part of; positions in lists may be left out. */
export function isNamed(name: string, tool: string, pointer: string): boolean {
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const paths = [parts, parts.filter((part) => !/^\d+$/.test(part))].map((path) => path.join('.'));
  return (
    name !== tool &&
    paths.some((path) => [path, `${tool}.${path}`].some((one) => one === name || one.startsWith(`${name}.`)))
  );
}

/** The rule for a value, the one that names its tool first. */
export function ruleFor<T>(rules: { readonly [name: string]: T }, tool: string, pointer: string): T | undefined {
  const names = Object.keys(rules).filter((name) => isNamed(name, tool, pointer));
  const name = names.find((one) => one.startsWith(`${tool}.`)) ?? names[0];
  return name === undefined ? undefined : rules[name];
}
