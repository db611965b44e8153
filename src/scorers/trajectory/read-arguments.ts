import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';

/** Longer text may be nested deeper than anybody should follow. */
const maxQuickText = 2000;

/** The value of JSON text; undefined where it is none. Nothing is lost: see `parseJson`, which this only makes faster. */
export function readArguments(text: string): JsonValue | undefined {
  if (text.length <= maxQuickText) {
    const value = parseQuickly(text);
    if (value === undefined || isWhole(value)) return value;
  }
  const parsed = parseJson(text);
  return parsed.status === 'parsed' ? parsed.value : undefined;
}

function parseQuickly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Nothing that `JSON.parse` may have changed: no number at the edge of what it holds, and no key that looks like a tag. */
function isWhole(value: JsonValue): boolean {
  if (typeof value === 'number')
    return (value > 1e-300 || value < -1e-300) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).every(isWhole);
  for (const key in value) {
    if (key === '$type' || !isWhole(Reflect.get(value, key) as JsonValue)) return false;
  }
  return true;
}
