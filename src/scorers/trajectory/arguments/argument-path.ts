import { UsageError } from '../../../domain/errors.ts';
import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { membersOf } from './tree/members-of.ts';

/** Keys and positions that lead to a value, outermost first; a position is its digits. */
export type ArgumentPath = readonly string[];

const part = /\.?(?:\[(?<index>\d+|\*)\]|\[(?<quoted>"(?:[^"\\]|\\.)*")\]|(?<name>[^.[\]"]+))/y;

/** Reads `time.start`, `items[0].id` or `["dotted.key"]`; a list may also be written `items.0.id`. Throws `UsageError`. */
export function parseArgumentPath(text: string, word: string): ArgumentPath {
  const keys: string[] = [];
  part.lastIndex = 0;
  for (let at = 0; at < text.length; at = part.lastIndex) {
    const isFirst = at === 0;
    const found = part.exec(text);
    const { index, quoted, name } = found?.groups ?? {};
    const key = index ?? name ?? unquote(quoted);
    const isJoined = isFirst ? !text.startsWith('.') : found?.[0].startsWith('.') || name === undefined;
    if (key === undefined || !isJoined) throw unreadable(text, word);
    keys.push(key);
  }
  if (keys.length === 0) throw unreadable(text, word);
  return keys;
}

function unquote(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

function unreadable(text: string, word: string): UsageError {
  return new UsageError(
    `\`${word}\`: ${JSON.stringify(text)} is no path; write \`time.start\`, \`items[0].id\` or \`["dotted.key"]\``,
  );
}

/** A key as it stands in a path. */
export function pathOfKey(key: string): string {
  return /^[^.[\]"*?\s]+$/.test(key) ? key : `[${JSON.stringify(key)}]`;
}

/** What stands at a path; undefined when nothing does. Own keys only. */
export function valueAtPath(value: JsonValue | undefined, path: ArgumentPath): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (current === undefined) return undefined;
    if (isList(current)) {
      current = /^(?:0|[1-9]\d*)$/.test(key) ? current[Number(key)] : undefined;
      continue;
    }
    const members = isObject(current) ? membersOf(current) : undefined;
    current = members !== undefined && Object.hasOwn(members, key) ? members[key] : undefined;
  }
  return current;
}
