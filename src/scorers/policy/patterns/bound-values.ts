import { canonicalText, equalJson } from '../../../domain/values/canonical.ts';
import { isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

/** Whether values are equal as JSON, or also when one is the text of the other number. */
export type Equality = 'strict' | 'loose';

/** Values of a pattern's variables, in the order of its `variables`; undefined where the event has no such value. */
export type Binding = readonly (JsonValue | undefined)[];

/** One text for all values that a variable takes for the same. */
export function valueKey(value: JsonValue, equality: Equality): string {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number') return equality === 'loose' ? `s${value}` : `n${value}`;
  if (equality === 'loose' && isObject(value) && tagOf(value) === 'bigint' && typeof value.value === 'string') {
    return `s${value.value}`;
  }
  return `j${canonicalText(value)}`;
}

export function isSame(a: JsonValue, b: JsonValue, equality: Equality): boolean {
  return a === b || (equality === 'strict' ? equalJson(a, b) : valueKey(a, equality) === valueKey(b, equality));
}

/** Makes a key of the values of some variables; undefined when one of them has no value. */
export type KeyOf = (binding: Binding) => string | undefined;

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
      key += `${part.length}:${part}`;
    }
    return key;
  };
}

/** Variables that both patterns name, in a fixed order. */
export function sharedVariables(a: readonly string[], b: readonly string[]): string[] {
  return a.filter((variable) => b.includes(variable));
}
