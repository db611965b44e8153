import { isList, isObject, tagOf } from './json-shape.ts';
import type { JsonValue } from './json-value.ts';

/**
 * JSON text in the words of everybody else: large integers and exact decimals as numbers, dates as ISO text, what has no
 * word in JSON as null. Marks of other things stay as they are. One line, by whatever a language takes for the end of one.
 */
export function plainJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return (text.includes('"$type"') ? write(value) : text).replace(
    /[\u0085\u2028\u2029]/g,
    (separator) => `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function write(value: JsonValue): string {
  if (isList(value)) return `[${value.map(write).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const tag = tagOf(value);
  if (tag === undefined) return writeMembers(value);
  const inner = value.value ?? null;
  switch (tag) {
    case 'bigint':
    case 'decimal':
      return typeof inner === 'string' && /^-?\d/.test(inner) ? inner : 'null';
    case 'number':
      return inner === '-0' ? '-0' : 'null';
    case 'undefined':
      return 'null';
    case 'date':
      return inner === 'invalid' ? 'null' : JSON.stringify(inner);
    case 'object':
      return isObject(inner) ? writeMembers(inner) : 'null';
    default:
      return writeMembers(value);
  }
}

function writeMembers(object: { readonly [key: string]: JsonValue }): string {
  return `{${Object.entries(object)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`)
    .join(',')}}`;
}
