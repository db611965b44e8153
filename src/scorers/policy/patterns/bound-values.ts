import { canonicalText, equalJson } from '../../../domain/values/canonical.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { exactNumber } from '../../trajectory/arguments/tree/same-value.ts';

/** Whether values are equal as JSON, or also when both come to the same number: 12, `"12"` and `"12.00"`. */
export type Equality = 'strict' | 'loose';

/** Values of a pattern's variables, in the order of its `variables`; undefined where the event has no such value. */
export type Binding = readonly (JsonValue | undefined)[];

/** What stands for all values that a variable takes for the same; strings and numbers mostly stand for themselves. */
export type ValueKey = string | number | boolean;

/** A text that begins with this is no value of its own. */
const MARK = '\u0000';
/** Stands for a value that is not there. */
export const ABSENT: ValueKey = MARK;

export function valueKey(value: JsonValue, equality: Equality): ValueKey {
  if (equality === 'loose') {
    const number = exactNumber(value, true);
    if (number !== undefined) return `${MARK}n${number.isNegative ? '-' : ''}${number.digits}e${number.exponent}`;
  }
  if (typeof value === 'string') return value.startsWith(MARK) ? `${MARK}${value}` : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return `${MARK}j${canonicalText(value)}`;
}

export function isSame(a: JsonValue, b: JsonValue, equality: Equality): boolean {
  return a === b || (equality === 'strict' ? equalJson(a, b) : valueKey(a, equality) === valueKey(b, equality));
}

/** Makes a key of the values of some variables; undefined when one of them has no value. */
export type KeyOf = (binding: Binding) => ValueKey | undefined;

/** `variables` in the order in which both sides of a join write them. */
export function keyOf(of: readonly string[], variables: readonly string[], equality: Equality): KeyOf {
  const places = variables.map((variable) => of.indexOf(variable));
  const [first] = places;
  if (first === undefined) return () => '';
  if (places.length === 1) {
    return (binding) => {
      const value = binding[first];
      return value === undefined ? undefined : valueKey(value, equality);
    };
  }
  return (binding) => {
    let key = '';
    for (const place of places) {
      const value = binding[place];
      if (value === undefined) return undefined;
      const part = valueKey(value, equality);
      const text = String(part);
      key += `${typeof part}${text.length}:${text}`;
    }
    return key;
  };
}

/** Variables that both patterns name, in a fixed order. */
export function sharedVariables(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((variable) => b.includes(variable));
}
