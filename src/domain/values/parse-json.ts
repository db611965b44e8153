import { isSameDecimal, readScientific } from './decimal.ts';
import type { JsonValue } from './json-value.ts';

/** Deeper nesting is a bomb, not data. */
const maxTextDepth = 200;
/** Each warning costs a look at the text before it. */
const maxWarnings = 20;

export type ParsedJson =
  | { status: 'parsed'; value: JsonValue; warnings?: readonly string[] }
  | { status: 'unparsable'; problem: string };

/**
 * Reads strict JSON text without losing what `JSON.parse` loses: integers beyond 2^53 become the tag `bigint`, other
 * numbers that a double does not hold (`1e400`) the tag `decimal`, -0 the tag `number`. An object with a `$type` key is
 * escaped. The value is deep-frozen. Of a key given twice the last value stands, and `warnings` names the first 20 such keys. Never throws.
 */
export function parseJson(text: string): ParsedJson {
  const reader: Reader = { text, at: 0, warnings: [] };
  try {
    skipSpace(reader);
    const value = readValue(reader, 0);
    skipSpace(reader);
    if (reader.at < text.length) throw problemAt(reader, 'nothing more is expected after the value');
    return reader.warnings.length > 0
      ? { status: 'parsed', value, warnings: reader.warnings }
      : { status: 'parsed', value };
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'unparsable', problem: error.message };
    throw error;
  }
}

type Reader = { readonly text: string; at: number; readonly warnings: string[] };

function readValue(reader: Reader, depth: number): JsonValue {
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader, depth);
    case '[':
      return readList(reader, depth);
    case '"':
      return readText(reader);
    case 't':
      return readWord(reader, 'true', true);
    case 'f':
      return readWord(reader, 'false', false);
    case 'n':
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader, depth: number): JsonValue {
  open(reader, depth);
  const object: Record<string, JsonValue> = {};
  if (closes(reader, '}')) return Object.freeze(object);
  do {
    skipSpace(reader);
    if (reader.text[reader.at] !== '"') throw problemAt(reader, 'a key in double quotes is expected');
    const start = reader.at;
    const key = readText(reader);
    if (Object.hasOwn(object, key)) warn(reader, start, `the key ${JSON.stringify(key)} is given twice`);
    skipSpace(reader);
    if (reader.text[reader.at] !== ':') throw problemAt(reader, '`:` is expected after a key');
    reader.at += 1;
    skipSpace(reader);
    const member = readValue(reader, depth + 1);
    if (key === '__proto__') define(object, key, member);
    else object[key] = member;
  } while (continues(reader, '}', 'object'));
  const frozen = Object.freeze(object);
  return Object.hasOwn(object, '$type') ? Object.freeze({ $type: 'object', value: frozen }) : frozen;
}

function warn(reader: Reader, at: number, warning: string): void {
  if (reader.warnings.length < maxWarnings) reader.warnings.push(`${placeOf(reader, at)}: ${warning}`);
}

function readList(reader: Reader, depth: number): JsonValue {
  open(reader, depth);
  const list: JsonValue[] = [];
  if (closes(reader, ']')) return Object.freeze(list);
  do {
    skipSpace(reader);
    list.push(readValue(reader, depth + 1));
  } while (continues(reader, ']', 'list'));
  return Object.freeze(list);
}

function define(object: object, key: string, value: JsonValue): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

function open(reader: Reader, depth: number): void {
  if (depth >= maxTextDepth) throw problemAt(reader, `nested deeper than ${maxTextDepth} levels`);
  reader.at += 1;
}

function closes(reader: Reader, bracket: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== bracket) return false;
  reader.at += 1;
  return true;
}

function continues(reader: Reader, bracket: string, container: string): boolean {
  if (closes(reader, bracket)) return false;
  if (reader.text[reader.at] !== ',')
    throw problemAt(reader, `\`,\` or \`${bracket}\` is expected in the ${container}`);
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  for (;;) {
    const code = reader.text.charCodeAt(reader.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    reader.at += 1;
  }
}

function readWord<Word extends JsonValue>(reader: Reader, word: string, value: Word): Word {
  if (!reader.text.startsWith(word, reader.at)) throw problemAt(reader, 'a JSON value is expected');
  reader.at += word.length;
  return value;
}

/** Strings are cut out as they are; one with escapes, or with a character that is not allowed, is left to `JSON.parse`. */
function readText(reader: Reader): string {
  const { text, at } = reader;
  let end = text.indexOf('"', at + 1);
  while (end > 0 && isEscaped(text, end, at)) end = text.indexOf('"', end + 1);
  if (end < 0) throw problemAt(reader, 'this string is not closed');
  const inside = text.slice(at + 1, end);
  reader.at = end + 1;
  if (!SPECIAL.test(inside)) return inside;
  try {
    return JSON.parse(`"${inside}"`) as string;
  } catch (cause) {
    reader.at = at;
    throw problemAt(reader, 'this string holds an unknown escape or a control character', cause);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them
const SPECIAL = /[\\\u0000-\u001f]/;

function isEscaped(text: string, quote: number, start: number): boolean {
  let slashes = 0;
  while (quote - slashes - 1 > start && text[quote - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readNumber(reader: Reader): JsonValue {
  NUMBER.lastIndex = reader.at;
  const literal = NUMBER.exec(reader.text)?.[0];
  if (literal === undefined) throw problemAt(reader, 'a JSON value is expected');
  reader.at += literal.length;
  return numberValue(literal);
}

function numberValue(literal: string): JsonValue {
  const number = Number(literal);
  if (Object.is(number, -0) && !/[1-9]/.test(literal.split(/e/i)[0] ?? ''))
    return Object.freeze({ $type: 'number', value: '-0' });
  if (/^-?\d+$/.test(literal))
    return Number.isSafeInteger(number) ? number : Object.freeze({ $type: 'bigint', value: literal });
  return survives(literal, number) ? number : Object.freeze({ $type: 'decimal', value: literal });
}

/** Fifteen digits always survive a double; more do when the double prints as them at that length. */
function survives(literal: string, number: number): boolean {
  if (literal.length <= 16 && !/e/i.test(literal)) return true;
  const exact = readScientific(literal);
  if (!exact || exact.digits.length > 17) return false;
  const held = readScientific(number.toPrecision(exact.digits.length));
  return held !== undefined && isSameDecimal(held, exact);
}

function problemAt(reader: Reader, problem: string, cause?: unknown): SyntaxError {
  const isOver = reader.at >= reader.text.length;
  return new SyntaxError(`${placeOf(reader, reader.at)}: ${isOver ? `the text ends, but ${problem}` : problem}`, {
    cause,
  });
}

function placeOf({ text }: Reader, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
