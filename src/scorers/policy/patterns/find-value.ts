import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { boundedIndex } from '../../text/find-text.ts';
import { type Equality, isSame } from './bound-values.ts';

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

/** How a value stands in a text: a text as it is; with `loose` a number by its digits, too. */
function wordOf(value: JsonValue, equality: Equality): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (equality === 'strict' || value === null || isList(value)) return undefined;
  if (isObject(value)) return tagOf(value) === 'bigint' && typeof value.value === 'string' ? value.value : undefined;
  return String(value);
}
