import { UsageError } from '../../../domain/errors.ts';
import { valueAt } from '../../../domain/values/json-pointer.ts';
import { isList, isObject, tagOf } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { pointerTo } from '../../../domain/values/pointer-to.ts';

/** Where something stands in an answer, read once from what the author wrote. */
export type ReplyPath = { written: string; parts: readonly Part[] };

/** A key or position, or every item of a list. */
type Part = { key: string } | 'every';

/**
 * Reads a path: a JSON Pointer (`/choices/0/text`), or keys with dots between them and positions in brackets
 * (`choices[0].text`), where `[*]` stands for every item of a list; the empty text is the whole answer. Throws UsageError
 * for anything else, naming `option`.
 */
export function parseReplyPath(written: string, option: string): ReplyPath {
  const parts = typeof written === 'string' ? partsOf(written) : undefined;
  if (parts !== undefined) return { written, parts };
  throw new UsageError(
    `${option}: \`${String(written)}\` is no path into an answer.\n  Expected keys and positions, such as \`choices[0].text\` or \`messages[*].text\`, or a JSON Pointer, such as \`/choices/0/text\`.`,
  );
}

/** Everything that stands at the path, in order; more than one value only where the path has `[*]`. */
export function valuesAt(answer: JsonValue, { parts }: ReplyPath): JsonValue[] {
  let found: JsonValue[] = [answer];
  for (const part of parts) found = found.flatMap((value) => follow(plain(value), part));
  return found.map(plain);
}

/**
 * Whether there is something at the path. Of a list with items that are all asked for (`[*]`), one at least has to have it;
 * of an empty list none.
 */
export function isThere(answer: JsonValue, { parts }: ReplyPath): boolean {
  return leadsSomewhere(answer, parts);
}

/** The first list on the way whose items all lack what the path asks of them; undefined where it ends elsewhere. */
export function listWithout(answer: JsonValue, { written, parts }: ReplyPath): readonly JsonValue[] | undefined {
  const every = parts.indexOf('every');
  if (every < 0) return undefined;
  const [list] = valuesAt(answer, { written, parts: parts.slice(0, every) });
  return isList(list) && list.length > 0 ? list.map(plain) : undefined;
}

function leadsSomewhere(value: JsonValue, [part, ...rest]: readonly Part[]): boolean {
  if (part === undefined) return true;
  const found = follow(plain(value), part);
  if (part === 'every' && found.length === 0) return isList(plain(value));
  return found.some((next) => leadsSomewhere(next, rest));
}

function follow(value: JsonValue, part: Part): readonly JsonValue[] {
  if (part === 'every') return isList(value) ? value : [];
  const next = valueAt(value, pointerTo([part.key]));
  return next === undefined ? [] : [next];
}

/** An object of theirs that has a key `$type` stands behind a tag of ours. */
function plain(value: JsonValue): JsonValue {
  return isObject(value) && tagOf(value) === 'object' && value.value !== undefined ? value.value : value;
}

function partsOf(written: string): Part[] | undefined {
  if (written === '') return [];
  if (written.startsWith('/')) {
    if (/~(?![01])/.test(written)) return undefined;
    const keys = written.slice(1).split('/');
    return keys.map((key) => ({ key: key.replaceAll('~1', '/').replaceAll('~0', '~') }));
  }
  const parts: Part[] = [];
  const reader = /\.?(?<key>[^.[\]\s]+)|\[(?:(?<position>\d+)|(?<every>\*))\]/y;
  while (reader.lastIndex < written.length) {
    const isFirst = reader.lastIndex === 0;
    const found = reader.exec(written);
    if (found === null || (isFirst ? found[0].startsWith('.') : isGlued(found))) return undefined;
    const { key, position } = found.groups ?? {};
    parts.push(key === undefined && position === undefined ? 'every' : { key: key ?? position ?? '' });
  }
  return parts;
}

/** A key right behind a bracket, without its dot: `items[0]text`. */
function isGlued([text, key]: RegExpExecArray): boolean {
  return key !== undefined && !text.startsWith('.');
}
