import { z } from 'zod';
import { UsageError } from '../../domain/errors.ts';
import { isList, isObject, tagOf } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import { compilePattern, type TextPattern } from '../../domain/values/pattern.ts';
import { pointerTo } from '../../domain/values/pointer-to.ts';
import { isBlank } from '../text/is-blank.ts';

/** Where the ids of a search stand in its result, in the order of their ranks. */
export const IdPlaces = z.union([
  /**
   * A JSON Pointer in which `*` stands for each entry of a list: the entries of `hits` and the `id` of each. Or the name of
   * a key, wherever it stands in the result. A text that holds JSON is read as JSON.
   */
  z.string().min(1),
  z.strictObject({
    /** Found again and again in a result that is text; the first group is the id, or the whole match without one. */
    pattern: z.string().min(1),
    /** A text that says that nothing was found. */
    nothing: z.string().min(1).optional(),
  }),
]);
export type IdPlaces = z.infer<typeof IdPlaces>;

/** An entry of a ranking; one without a readable id takes its rank all the same. `pointer` is absent inside a text. */
export type RankedEntry = { id?: string | undefined; pointer?: string | undefined };
/** `unreadable`: no id can be found, and nothing says that the search came back empty. */
export type ReadIds = { status: 'read'; entries: readonly RankedEntry[] } | { status: 'unreadable'; problem: string };

/** Reads the ids out of results. Throws `UsageError` for places that are no pointer, name or pattern. */
export function compileIdPlaces(places: IdPlaces): (content: JsonValue) => ReadIds {
  if (typeof places !== 'string') return fromText(places);
  const read = places.startsWith('/') ? fromPointer(places) : fromKey(places);
  return (content) => {
    const { value, isParsed } = unfold(content);
    const found = read(value);
    if (!isParsed || found.status === 'unreadable') return found;
    return { status: 'read', entries: found.entries.map(({ id }) => ({ id })) };
  };
}

/** Tools often give back JSON as text. */
function unfold(content: JsonValue): { value: JsonValue; isParsed: boolean } {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return { value: content, isParsed: false };
  const parsed = parseJson(content);
  return parsed.status === 'parsed' ? { value: parsed.value, isParsed: true } : { value: content, isParsed: false };
}

function fromPointer(pointer: string): (value: JsonValue) => ReadIds {
  if (/~(?![01])/.test(pointer))
    throw mistake(`\`${pointer}\` is no JSON Pointer: \`~\` is written \`~0\`, \`/\` in a name \`~1\``);
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (!parts.includes('*')) {
    throw mistake(
      `\`${pointer}\` leads to one value: write \`*\` where each entry of a list is meant, as in \`/hits/*/id\``,
    );
  }
  return (value) => {
    const entries: RankedEntry[] = [];
    const reached = walkPointer(value, { parts, at: 0, pointer: '' }, entries);
    const isLost = !reached || (entries.length > 0 && entries.every(({ id }) => id === undefined));
    return isLost ? { status: 'unreadable', problem: `it has no id at \`${pointer}\`` } : { status: 'read', entries };
  };
}

type Way = { parts: readonly string[]; at: number; pointer: string };

/** Gathers what the rest of the way leads to. False when it never comes to the list that was meant. */
function walkPointer(given: JsonValue, { parts, at, pointer }: Way, entries: RankedEntry[]): boolean {
  const part = parts[at];
  if (part === undefined) {
    entries.push({ id: idOf(given), pointer });
    return true;
  }
  const value = untagged(given);
  if (part === '*') {
    if (!isList(value)) return value === null;
    const reached = value.map((item, index) =>
      walkPointer(item, { parts, at: at + 1, pointer: `${pointer}/${index}` }, entries),
    );
    return reached.length === 0 || reached.includes(true);
  }
  const member = memberOf(value, part);
  const next = { parts, at: at + 1, pointer: pointer + pointerTo([part]) };
  if (member !== undefined) return walkPointer(member, next, entries);
  // An entry of the list that lacks the id, or the list itself is not there.
  const isEntry = !parts.includes('*', at);
  if (isEntry) entries.push({ pointer });
  return isEntry;
}

function fromKey(key: string): (value: JsonValue) => ReadIds {
  return (value) => {
    const entries: RankedEntry[] = [];
    const seen = { emptyList: value === null };
    walkKeys(value, { key, pointer: '', seen }, entries);
    if (entries.some(({ id }) => id !== undefined) || (entries.length === 0 && seen.emptyList)) {
      return { status: 'read', entries };
    }
    return { status: 'unreadable', problem: `it has no \`${key}\` that is a text or a number` };
  };
}

type Search = { key: string; pointer: string; seen: { emptyList: boolean } };

/** In the order of the document. An entry's own parts may have the same key for something else, and are not entered. */
function walkKeys(given: JsonValue, { key, pointer, seen }: Search, entries: RankedEntry[]): void {
  const value = untagged(given);
  if (isList(value)) {
    if (value.length === 0) seen.emptyList = true;
    for (const [index, item] of value.entries()) walkKeys(item, { key, pointer: `${pointer}/${index}`, seen }, entries);
  } else if (isObject(value)) {
    const own = memberOf(value, key);
    if (own !== undefined) {
      entries.push({ id: idOf(own), pointer: pointer + pointerTo([key]) });
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      walkKeys(member, { key, pointer: pointer + pointerTo([name]), seen }, entries);
    }
  }
}

function fromText({ pattern, nothing }: Exclude<IdPlaces, string>): (content: JsonValue) => ReadIds {
  const id = compiled(pattern, 'ids.pattern');
  const empty = nothing === undefined ? undefined : compiled(nothing, 'ids.nothing');
  return (content) => {
    if (typeof content !== 'string') return { status: 'unreadable', problem: 'it is no text' };
    const entries = matchesOf(content, id);
    if (entries.length > 0 || isBlank(content) || empty?.test(content) === true) return { status: 'read', entries };
    return { status: 'unreadable', problem: `\`${pattern}\` is not found in it` };
  };
}

function matchesOf(text: string, pattern: TextPattern): RankedEntry[] {
  const entries: RankedEntry[] = [];
  let rest = text;
  for (let match = pattern.exec(rest); match !== undefined; match = pattern.exec(rest)) {
    const id = match.groups['1'] ?? match.text;
    if (id !== '') entries.push({ id });
    rest = rest.slice(match.index + Math.max(1, match.text.length));
  }
  return entries;
}

function compiled(source: string, path: string): TextPattern {
  const result = compilePattern(source);
  if (result.status === 'ok') return result.pattern;
  throw mistake(result.problem, path);
}

function mistake(message: string, path = 'ids'): UsageError {
  return new UsageError(message, [{ severity: 'error', code: 'bad-ids', path, message }]);
}

function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isList(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** An object that itself has a key `$type` is wrapped. */
function untagged(value: JsonValue): JsonValue {
  return isObject(value) && tagOf(value) === 'object' && value.value !== undefined ? value.value : value;
}

function idOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  const isNumber = isObject(value) && (tagOf(value) === 'bigint' || tagOf(value) === 'decimal');
  return isNumber && typeof value.value === 'string' ? value.value : undefined;
}
