import { isList, isObject } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { parseJson } from '../../../domain/values/parse-json.ts';
import { pointerTo } from '../../../domain/values/pointer-to.ts';
import type { Spot } from './source.ts';

/** A message as it was said, and what it spells out: `ava dot moore at example dot com`. */
export function spotsOfMessage(text: string): Spot[] {
  return text.trim() === '' ? [] : [{ text }, ...spelledOut(text)];
}

const symbols: Readonly<Record<string, string>> = {
  dot: '.',
  at: '@',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  slash: '/',
};
const spelled = /[\w.+-]{1,64}(?: {1,2}(?:dot|at|underscore|dash|hyphen|slash) {1,2}[\w.+-]{1,64}){1,12}/gi;
const spelledSymbol = / {1,2}(dot|at|underscore|dash|hyphen|slash) {1,2}/gi;

/** One sign after the other, at least one of them with a word that begins with it: `K as in kilo, 7, X, 9`. */
const sign = '(?:[A-Za-z0-9]|zero|one|two|three|four|five|six|seven|eight|nine)(?: (?:as in|for|like) [A-Za-z]{2,12})?';
const signs = new RegExp(
  `(?<![A-Za-z0-9'’])${sign}(?:(?:, ?(?:and |then )?| (?:and |then )?|-)${sign}){2,30}(?![A-Za-z0-9'’])`,
  'g',
);
const digitWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

function signBySign(text: string): Spot[] {
  if (!/\b[A-Za-z] (?:as in|for|like) [A-Za-z]/.test(text)) return [];
  return [...text.matchAll(signs)].flatMap(({ 0: words, index }): Spot[] => {
    if (!/\b([A-Za-z]) (?:as in|for|like) \1/i.test(words)) return [];
    const plain = words.replaceAll(/ (?:as in|for|like) [A-Za-z]+/g, '').split(/[, -]+/);
    const read = plain
      .filter((one) => !/^(?:and|then)$/.test(one))
      .map((one) => {
        const digit = digitWords.indexOf(one);
        return digit < 0 ? one : String(digit);
      });
    return [{ text: read.join(''), reads: { start: index, end: index + words.length } }];
  });
}

function spelledOut(text: string): Spot[] {
  if (!/ (?:dot|underscore|dash|hyphen|slash) /i.test(text)) return signBySign(text);
  return [...signBySign(text), ...spelledWords(text)];
}

function spelledWords(text: string): Spot[] {
  return [...text.matchAll(spelled)].map(({ 0: words, index }) => ({
    text: words.replaceAll(spelledSymbol, (_, word: string) => symbols[word.toLowerCase()] ?? ''),
    reads: { start: index, end: index + words.length },
  }));
}

/** So much of one result is read. */
const mostSpots = 20_000;

/** Every value of a result, and every key, since records are often filed under their id. A text that holds JSON is read. */
export function spotsOfResult(content: JsonValue): Spot[] {
  const spots: Spot[] = [];
  collect(holdsJson(content) ?? content, { path: [], key: undefined }, { spots, names: new Set() });
  return spots;
}

/** The data that a text holds; undefined when it holds none. */
export function holdsJson(content: JsonValue): JsonValue | undefined {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return undefined;
  const parsed = parseJson(content);
  return parsed.status === 'parsed' ? parsed.value : undefined;
}

type Place = { path: readonly (string | number)[]; key: string | undefined };
/** `names`: keys that were met already; one place of each is enough. */
type Collected = { spots: Spot[]; names: Set<string> };

function collect(value: JsonValue, { path, key }: Place, collected: Collected): void {
  const { spots, names } = collected;
  if (spots.length >= mostSpots) return;
  if (typeof value === 'string') {
    if (value !== '') spots.push({ text: value, pointer: pointerTo(path), key });
  } else if (typeof value === 'number') {
    spots.push({ text: String(value), pointer: pointerTo(path), key, number: value });
  } else if (isList(value)) {
    for (const [index, item] of value.entries()) collect(item, { path: [...path, index], key }, collected);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (name === '$type') continue;
      const inner = [...path, name];
      if (!names.has(name)) spots.push({ text: name, pointer: pointerTo(inner), key: name });
      names.add(name);
      collect(member, { path: inner, key: name }, collected);
    }
  }
}
