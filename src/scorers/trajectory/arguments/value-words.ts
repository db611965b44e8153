import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { cutText } from '../../text/value-text.ts';

const LONGEST = 120;

/**
 * A value as it stands in a message: JSON, cut to about 120 characters, with long integers as their digits. Looks at no
 * more of the value than it shows, however large or deep that is.
 */
export function valueWords(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return JSON.stringify(cutText(value, LONGEST));
  return cutText(write(value, LONGEST), LONGEST);
}

/** JSON of at least `room` characters, or of all of the value. */
function write(value: JsonValue, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.length > LONGEST ? value.slice(0, LONGEST + 2) : value);
  if (isList(value)) return writeParts(value, room, ['[', ']'], (item, left) => write(item, left));
  if (!isObject(value)) return String(value);
  const number = numberWords(value);
  if (number !== undefined) return number;
  const members = tagOf(value) === 'object' && isObject(value.value) ? value.value : value;
  return writeParts(Object.keys(members), room, ['{', '}'], (key, left) => {
    const name = write(key, left);
    return `${name}:${write(members[key] as JsonValue, left - name.length)}`;
  });
}

function writeParts<T>(
  parts: readonly T[],
  room: number,
  [open, close]: readonly [string, string],
  writePart: (part: T, left: number) => string,
): string {
  let text = open;
  for (const [index, part] of parts.entries()) {
    if (text.length > room) return text;
    text += (index === 0 ? '' : ',') + writePart(part, room - text.length);
  }
  return text + close;
}

/** The digits of a number that JavaScript cannot hold. */
export function numberWords(value: JsonValue): string | undefined {
  if (!isObject(value)) return undefined;
  const tag = tagOf(value);
  if (tag !== 'bigint' && tag !== 'decimal' && tag !== 'number') return undefined;
  return typeof value.value === 'string' ? value.value : undefined;
}
