import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { boundedIndex } from '../../text/find-text.ts';
import { type Equality, isSame, valueKey } from './bound-values.ts';

/**
 * Whether `wanted` stands anywhere in `value`: as a value, as a key, or by itself inside a text (`A-1` is not in `A-10`).
 */
export function containsValue(value: JsonValue, wanted: JsonValue, equality: Equality): boolean {
  const word = wordOf(wanted, equality);
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isSame(next, wanted, equality)) return true;
    if (typeof next === 'string') {
      if (word !== undefined && standsIn(next, word)) return true;
    } else if (isList(next)) {
      open.push(...next);
    } else if (isObject(next)) {
      if (word !== undefined && tagOf(next) === undefined && Object.hasOwn(next, word)) return true;
      open.push(...Object.values(next));
    }
  }
  return false;
}

/** Whether a value stands by itself in somebody's words. */
export function saysValue(text: string, wanted: JsonValue): boolean {
  const word = wordOf(wanted, 'loose');
  return word !== undefined && standsIn(text, word);
}

function standsIn(text: string, word: string): boolean {
  return text.includes(word) && boundedIndex(text, word) >= 0;
}

function wordOf(value: JsonValue, equality: Equality): string | undefined {
  const isWord = typeof value === 'string' || (equality === 'loose' && !isList(value) && value !== null);
  if (!isWord || value === '') return undefined;
  const key = valueKey(value, equality);
  return typeof key === 'string' && !key.startsWith('\u0000') ? key : undefined;
}
