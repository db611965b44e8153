import { UsageError } from '../../../domain/errors.ts';
import { isList, isPlainObject, maxJsonDepth } from '../../../domain/values/json-shape.ts';
import { nearestName } from '../../../domain/values/nearest-name.ts';
import { pathOfKey } from './argument-path.ts';
import type { ExpectedValue } from './expected-arguments.ts';
import { keyMatcherOf, MATCHER_WORDS, wordsBeside } from './key-matcher.ts';
import { readLiveValue } from './live-value.ts';

type ExpectedObject = { readonly [key: string]: ExpectedValue };
/** A key that is no matcher's word, and the word that was probably meant. */
export type Misspelt = { key: string; meant: string };

/** Other names for the same, with the kind of value that they would have. A name that is common in data is not listed. */
const OTHER_NAMES: readonly { names: RegExp; meant: string; takes: 'number' | 'string' | 'list' }[] = [
  { names: /^(?:is)?(?:greater|larger|bigger|more|above)(?:than)?$/, meant: 'gt', takes: 'number' },
  { names: /^(?:ge|greater(?:than)?(?:or)?equals?(?:to)?|atleast|notless(?:than)?)$/, meant: 'gte', takes: 'number' },
  { names: /^(?:is)?(?:less|smaller|lower|fewer|below)(?:than)?$/, meant: 'lt', takes: 'number' },
  { names: /^(?:le|less(?:than)?(?:or)?equals?(?:to)?|atmost|notmore(?:than)?)$/, meant: 'lte', takes: 'number' },
  { names: /^(?:closeto|approx(?:imately)?|around)$/, meant: 'near', takes: 'number' },
  { names: /^(?:regexp?|matches|matching|tomatch|stringmatching)$/, meant: 'pattern', takes: 'string' },
  { names: /^(?:any|some|is)of$|^isin$/, meant: 'oneOf', takes: 'list' },
];
/** Words of fewer letters are near to too many others. */
const LONG_ENOUGH = 6;
const INSIDE = new Set(['not', 'oneOf', 'absentOr', 'set']);

/**
 * The matcher that an object was probably meant to be, by a key that is nearly its word. `more` are words that count as
 * matchers besides. Every key must be one, or nearly, so that data with a similar key among others is left alone.
 */
export function misspeltMatcher(object: ExpectedObject, more: readonly string[] = []): Misspelt | undefined {
  const keys = Object.keys(object);
  if (keys.length === 0 || keys.length > 4 || keyMatcherOf(object) !== undefined) return undefined;
  if (keys.every((key) => more.includes(key))) return undefined;
  const words = [...MATCHER_WORDS, ...more];
  const beside = keys.flatMap(wordsBeside);
  let first: Misspelt | undefined;
  for (const key of keys) {
    if (words.includes(key) || beside.includes(key)) continue;
    const meant = besideMeant(key, object[key], beside) ?? meantBy(key, object[key], words);
    if (meant === undefined) return undefined;
    first ??= { key, meant };
  }
  return first;
}

/** Beside a matcher's own word, only few words can be meant. */
function besideMeant(key: string, value: ExpectedValue | undefined, beside: readonly string[]): string | undefined {
  return typeof value === 'object' ? undefined : nearestName(key, beside);
}

function meantBy(key: string, value: ExpectedValue | undefined, words: readonly string[]): string | undefined {
  const plain = key.replaceAll(/[-_ $]/g, '').toLowerCase();
  const other = OTHER_NAMES.find(({ names, takes }) => names.test(plain) && kindOf(value) === takes);
  if (other !== undefined) return other.meant;
  return words.find((word) => {
    const wanted = word.toLowerCase();
    if (wanted === plain) return word !== key;
    if (Math.min(plain.length, wanted.length + 1) < LONG_ENOUGH || plain === `${wanted}s`) return false;
    return (
      Math.abs(plain.length - wanted.length) <= 1 &&
      nearestName(plain, [wanted]) !== undefined &&
      differsByOne(plain, wanted)
    );
  });
}

function kindOf(value: ExpectedValue | undefined): string {
  return isList(value) ? 'list' : typeof value;
}

/** One letter added, left out, changed, or swapped with its neighbour. */
function differsByOne(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return left.length <= 1 && right.length <= 1 ? true : left.length === 2 && left === [...right].reverse().join('');
}

/** The matcher's word that a key probably stands for, where it can be nothing else than a matcher. */
export function meantMatcher(key: string, more: readonly string[] = []): string | undefined {
  const plain = key.replaceAll(/[-_ $]/g, '').toLowerCase();
  return OTHER_NAMES.find(({ names }) => names.test(plain))?.meant ?? nearestName(key, [...MATCHER_WORDS, ...more]);
}

/** Throws `UsageError` for the first object of an expectation that looks like a misspelt matcher. */
export function refuseMisspelt(expected: ExpectedValue): void {
  const visit = (value: ExpectedValue, path: string, depth: number): void => {
    if (depth > maxJsonDepth || readLiveValue(value) !== undefined) return;
    if (isList(value)) {
      const items = value as readonly ExpectedValue[];
      for (const [index, item] of items.entries()) visit(item, `${path}[${index}]`, depth + 1);
      return;
    }
    if (typeof value !== 'object' || value === null || !isPlainObject(value)) return;
    const object = value as ExpectedObject;
    const matcher = depth === 0 ? undefined : keyMatcherOf(object);
    const misspelt = depth === 0 ? undefined : misspeltMatcher(object);
    if (misspelt !== undefined) throw new UsageError(misspeltText(misspelt, path));
    for (const key of Object.keys(object)) {
      if (matcher !== undefined && !INSIDE.has(key)) continue;
      visit(object[key] as ExpectedValue, path === '' ? pathOfKey(key) : `${path}.${pathOfKey(key)}`, depth + 1);
    }
  };
  visit(expected, '', 0);
}

export function misspeltText({ key, meant }: Misspelt, path = ''): string {
  const place = path === '' ? '' : ` at \`${path}\``;
  return `\`${key}\`${place} is no matcher: did you mean \`${meant}\`? For an object with that key write \`{ equals: … }\``;
}
