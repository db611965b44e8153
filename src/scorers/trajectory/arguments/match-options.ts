import { z } from 'zod';
import { JsonValue } from '../../../domain/values/json-value.ts';

/** A path to a value inside arguments: `time.start`, `items[0].id`, `["dotted.key"]`. */
const Path = z.string().min(1, 'must be a path, such as `time.start`');

/** Which part of the arguments is compared, and how much more or less of it may be there. */
export const MatchMode = z.union([
  z.enum(['partial', 'exact', 'subset', 'ignore']),
  z.strictObject({
    /** Only what stands at these paths is compared, exactly. */
    fields: z.array(Path).min(1),
  }),
]);
export type MatchMode = z.infer<typeof MatchMode>;

/**
 * How expected arguments are compared with actual ones; the same words for all calls, for a tool and for one call. The
 * comparison is always of actual with expected arguments, never the other way round.
 */
export const MatchOptions = z.strictObject({
  /**
   * `partial` (the default): what the expectation names, deep; the rest may be anything · `exact`: nothing else ·
   * `subset`: nothing else, and some of it may be left out · `ignore`: anything · `{ fields: [paths] }`.
   */
  match: MatchMode.optional(),
  /** What a key does that the tool's schema does not know: `fail` (the default, where the schema is known) or `allow`. */
  unknownKeys: z.enum(['fail', 'allow']).optional(),
  /**
   * Values that say nothing where the expectation does not name them: `schema` reads them from the tool's JSON Schema,
   * else they are given by path. What the expectation names is compared all the same.
   */
  defaults: z.union([z.literal('schema'), z.record(Path, JsonValue)]).optional(),
  /**
   * Globs of paths that may hold anything: `request_id`, `*_id`, `meta.*`, `**.trace`. What the expectation names is
   * compared all the same; a path without wildcards may not lead to it.
   */
  ignoreKeys: z.array(Path).optional(),
  /** The text of a number, a boolean or a JSON value equals that value: `"1"` and 1. */
  coerce: z.boolean().optional(),
  /** A key that holds null is a key that is not there. */
  nullIsAbsent: z.boolean().optional(),
  /** `set`: the order of a list counts for nothing; equal items still count one by one. */
  lists: z.enum(['ordered', 'set']).optional(),
  /** `"49.90"` and 49.9 count as the same amount. */
  money: z.boolean().optional(),
});
export type MatchOptions = z.infer<typeof MatchOptions>;

/** What else a comparison can do, for the ways of other tools; not for files. */
export type CompileOptions = MatchOptions & {
  /**
   * What credit is a share of: `leaves` (the default) of all expected values, `expected` of the keys at the top,
   * `union` of the keys on either side, level by level.
   */
  credit?: 'leaves' | 'union' | 'expected' | undefined;
  /** `partial` and `subset` hold for the keys at the top only; inside, values are compared exactly. */
  isShallow?: boolean | undefined;
  /** The expectation is data from a record: no object in it is a matcher. */
  isLiteral?: boolean | undefined;
  /** The expectation was read before, or is data: an object that looks like a misspelt matcher is meant as it stands. */
  isRead?: boolean | undefined;
  /** A field that the expectation does not name fails when it is compared, instead of when the options are read. */
  hasLateFields?: boolean | undefined;
};

const names = [
  'match',
  'unknownKeys',
  'defaults',
  'ignoreKeys',
  'coerce',
  'nullIsAbsent',
  'lists',
  'money',
  'credit',
  'isShallow',
  'isLiteral',
  'isRead',
  'hasLateFields',
] as const satisfies readonly (keyof CompileOptions)[];

/** One set of options of several: what a later one says replaces what an earlier one says. Other keys are left out. */
export function mergeMatchOptions(...layers: readonly (CompileOptions | undefined)[]): CompileOptions {
  const merged: Record<string, unknown> = {};
  for (const layer of layers) {
    if (layer === undefined) continue;
    for (const name of names) if (layer[name] !== undefined) merged[name] = layer[name];
  }
  return merged as CompileOptions;
}
