import { nearestName } from '../../domain/values/nearest-name.ts';
import { type AnySchema, acceptsKind, kindOf, optionsOf, shapeOf } from './schema-shape.ts';

/**
 * The text that an author wrote where YAML, for the colon in it, read a key and a value: `Is this ok: yes`. Undefined
 * when no text is wanted there, or when the key is one that may stand there, or nearly.
 */
export function colonText(schema: AnySchema, found: unknown): string | undefined {
  if (kindOf(found) !== 'object') return undefined;
  const [entry, ...others] = Object.entries(found as object);
  if (entry === undefined || others.length > 0) return undefined;
  const [key, value]: readonly [string, unknown] = entry;
  if (typeof value === 'object' && value !== null) return undefined;
  const options = optionsOf(schema);
  if (!options.some((option) => acceptsKind(option, 'text'))) return undefined;
  const known = options.flatMap((option) => Object.keys(shapeOf(option) ?? {}));
  if (known.includes(key) || nearestName(key, known) !== undefined) return undefined;
  return value === null ? `${key}:` : `${key}: ${String(value)}`;
}
