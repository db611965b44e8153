import { z } from 'zod';
import { UsageError } from '../../../../domain/errors.ts';
import { schemasAt } from '../../../../domain/json-schema/schema-node.ts';
import { isList, isObject } from '../../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { TextComparison } from '../matchers/text-comparison.ts';
import { valueWords } from '../value-words.ts';

/** The keyword with which a tool's JSON Schema says how a value of its arguments is compared. */
const DECLARATION = 'x-rehearsal';

/** What a tool may declare of one of its arguments. */
const Declared = TextComparison.extend({
  /** Numbers at most so far apart are the same. */
  within: z.number().min(0).optional(),
  /** The same as a share of the expected number. */
  relative: z.number().min(0).optional(),
  /** The order of the list says nothing. */
  lists: z.enum(['ordered', 'set']).optional(),
});
export type Declared = z.infer<typeof Declared>;

/** Parts of a schema that are looked at; more is no schema that anybody wrote. */
const MAX_PARTS = 20_000;

/**
 * What the schema declares, by path; undefined when it declares nothing. Throws `UsageError` for words that it does not
 * know.
 */
export function declarationsOf(parameters: JsonValue): ((path: readonly string[]) => Declared | undefined) | undefined {
  if (!declaresAnything(parameters)) return undefined;
  return (path) => {
    const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const declared = schemasAt(parameters, keys).find((schema) => Object.hasOwn(schema, DECLARATION))?.[DECLARATION];
    return declared === undefined ? undefined : readDeclared(declared, path);
  };
}

function readDeclared(declared: JsonValue, path: readonly string[]): Declared {
  const read = Declared.safeParse(declared);
  if (read.success) return read.data;
  throw new UsageError(
    `\`${DECLARATION}\` of the argument \`${path.join('.')}\` is ${valueWords(declared)}; it takes \`case\`, \`trim\`, \`punctuation\`, \`within\`, \`relative\` and \`lists\``,
  );
}

function declaresAnything(root: JsonValue): boolean {
  const open: JsonValue[] = [root];
  let parts = 0;
  for (let value = open.pop(); value !== undefined && parts < MAX_PARTS; value = open.pop(), parts += 1) {
    if (isList(value)) open.push(...value.slice(0, MAX_PARTS));
    else if (isObject(value)) {
      if (Object.hasOwn(value, DECLARATION)) return true;
      for (const key of Object.keys(value)) open.push(value[key] as JsonValue);
    }
  }
  return false;
}
