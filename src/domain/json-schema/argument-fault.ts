import { isObject } from '../values/json-shape.ts';
import { type JsonObject, type JsonValue, toJsonValue } from '../values/json-value.ts';
import { nearestName } from '../values/nearest-name.ts';
import { describeSchema, quote } from './describe-schema.ts';
import { schemasAt, type ValuePath } from './schema-node.ts';

/**
 * One thing wrong with arguments. `unknown`: a key that the schema does not have · `missing`: a key that it needs ·
 * `wrong`: a value that does not fit, with words of its own where the schema's do not say it.
 */
export type ArgumentFault = { path: ValuePath; kind: 'unknown' | 'missing' | 'wrong'; message?: string };

const MAX_FAULTS = 8;

/** Tells a model what to change: each fault with its place, what was found there and what is expected instead. */
export function describeFaults(faults: readonly ArgumentFault[], schema: JsonValue, value: unknown): string {
  const sentences = new Set(faults.map((fault) => describeFault(fault, schema, value)));
  const shown = [...sentences].slice(0, MAX_FAULTS);
  const hidden = sentences.size - shown.length;
  return `${shown.join('; ')}${hidden > 0 ? `; and ${hidden} more` : ''}`;
}

/** `address.lines[0]`, as models and people write it. */
export function pathText(path: ValuePath): string {
  const parts = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part) ? `${index === 0 ? '' : '.'}${part}` : `[${JSON.stringify(part)}]`;
  });
  return parts.join('');
}

function describeFault(fault: ArgumentFault, schema: JsonValue, value: unknown): string {
  const { path, kind } = fault;
  const place = path.length === 0 ? 'the arguments' : `\`${pathText(path)}\``;
  if (kind === 'unknown') return describeUnknown(path, place, schema);
  const expected = describeAll(schemasAt(schema, path), schema);
  if (kind === 'missing') return `${place} is missing: expected ${expected}`;
  const found = `${place} ${path.length === 0 ? 'are' : 'is'} ${foundText(memberAt(value, path))}`;
  return `${found}: ${fault.message ?? `expected ${expected}`}`;
}

function describeUnknown(path: ValuePath, place: string, schema: JsonValue): string {
  const owners = schemasAt(schema, path.slice(0, -1));
  const known = [...new Set(owners.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])))];
  if (known.length === 0) return `${place} is not known: no keys are expected here`;
  const near = nearestName(String(path.at(-1)), known);
  const list = known.map((name) => `\`${name}\``).join(', ');
  return `${place} is not known: expected only ${list}${near === undefined ? '' : ` (did you mean \`${near}\`?)`}`;
}

/** Alternatives stand behind the schema that they belong to, which then says nothing itself. */
function describeAll(schemas: readonly JsonObject[], root: JsonValue): string {
  const telling = schemas.filter(
    ({ type, enum: choices, const: only }) => type !== undefined || choices !== undefined || only !== undefined,
  );
  const descriptions =
    telling.length === 0 ? [describeSchema(true, root)] : telling.map((schema) => describeSchema(schema, root));
  const [{ description } = {}] = schemas;
  const note = typeof description === 'string' && description.length <= 200 ? ` (${description})` : '';
  return [...new Set(descriptions)].join(' or ') + note;
}

/** As JSON, but a long integer as its digits. */
function foundText(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : quote(toJsonValue(value).value);
}

function memberAt(value: unknown, path: ValuePath): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string | number, unknown>)[part];
  }
  return current;
}
