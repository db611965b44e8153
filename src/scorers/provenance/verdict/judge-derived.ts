import type { JsonValue } from '../../../domain/values/json-value.ts';
import { keyOfNumber, type SeenNumber } from '../index/evidence.ts';
import type { Derivation } from '../rules.ts';
import { numberOfText } from '../values/numbers-in-text.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict } from './leaf-verdict.ts';

/** A value that the author says how to reckon: grounded when it comes out so, else made up. */
export function judgeDerived(leaf: JsonValue, derivation: Derivation, context: LeafContext): LeafVerdict {
  const value = typeof leaf === 'number' ? leaf : typeof leaf === 'string' ? numberOfText(leaf) : undefined;
  const numbers = value === undefined ? undefined : numbersBehind(Math.abs(value), derivation, context);
  if (numbers === undefined) return { verdict: 'ungrounded', why: 'not_as_derived', quote: String(leaf), parts: [] };
  return { verdict: 'grounded', parts: numbers.map((one) => originsOf([one])) };
}

function numbersBehind(
  wanted: number,
  derivation: Derivation,
  context: LeafContext,
): readonly SeenNumber[] | undefined {
  if ('sum' in derivation) return sumBehind(wanted, numbersAt(derivation.sum, context));
  const operands = 'difference' in derivation ? derivation.difference : derivation.product;
  const choices = operands.map((operand) => valuesOf(operand, context));
  const reckon = 'difference' in derivation ? (a: number, b: number) => a - b : (a: number, b: number) => a * b;
  return search(choices, ([first, ...rest]) => {
    const result = rest.reduce((value, next) => reckon(value, next.value), first?.value ?? 0);
    return Math.abs(Math.abs(result) - wanted) <= 0.0051;
  });
}

type Chosen = { value: number; seen?: SeenNumber | undefined };
/** More combinations explain anything. */
const mostCombinations = 20_000;

function search(
  choices: readonly (readonly Chosen[])[],
  fits: (chosen: readonly Chosen[]) => boolean,
): readonly SeenNumber[] | undefined {
  let combinations: readonly (readonly Chosen[])[] = [[]];
  for (const options of choices) {
    combinations = combinations.flatMap((chosen) => options.map((one) => [...chosen, one])).slice(0, mostCombinations);
  }
  return combinations.find(fits)?.flatMap(({ seen }) => (seen === undefined ? [] : [seen]));
}

/** The number itself; else what stands under the key, and the lengths of lists that do. */
function valuesOf(operand: number | string, context: LeafContext): readonly Chosen[] {
  if (typeof operand === 'number') return [{ value: operand }];
  const numbers = numbersAt(operand, context).map((seen) => ({ value: seen.value, seen }));
  return [...numbers, ...lengthsAt(operand, context)];
}

function numbersAt(key: string, context: LeafContext): readonly SeenNumber[] {
  const accepts = known(context);
  return context.evidence
    .numbers()
    .filter(({ source, spot }) => source.kind === 'tool' && accepts(source) && endsWith(spot.pointer, key));
}

/** Whether a pointer leads to the key: `price` and `items.price` both to `/items/0/price`. */
function endsWith(pointer: string | undefined, key: string): boolean {
  const path = pointer
    ?.split('/')
    .filter((part) => part !== '' && !/^\d+$/.test(part))
    .join('.');
  return path !== undefined && (path === key || path.endsWith(`.${key}`));
}

function lengthsAt(key: string, context: LeafContext): Chosen[] {
  const accepts = known(context);
  const lengths = new Map<string, number>();
  for (const { source, spot } of context.evidence.entries) {
    const item = /^(.*)\/(\d+)(?:\/.*)?$/.exec(spot.pointer ?? '');
    if (item === null || source.kind !== 'tool' || !accepts(source)) continue;
    const list = /^(.*?\/[^/]+)\/(\d+)(?:\/|$)/.exec(spot.pointer ?? '');
    if (list === null || !endsWith(list[1], key)) continue;
    const name = `${source.seq} ${list[1]}`;
    lengths.set(name, Math.max(lengths.get(name) ?? 0, Number(list[2]) + 1));
  }
  return [...lengths.values()].map((value) => ({ value }));
}

/** So many numbers have few enough sums. */
const mostSummands = 12;

function sumBehind(wanted: number, numbers: readonly SeenNumber[]): readonly SeenNumber[] | undefined {
  const results = [...new Set(numbers.map(({ source }) => source))];
  const groups = [...results.map((result) => numbers.filter(({ source }) => source === result)), numbers];
  for (const group of groups) {
    const found = group.length <= mostSummands ? subsetOf(wanted, group) : wholeOf(wanted, group);
    if (found !== undefined) return found;
  }
  return undefined;
}

function wholeOf(wanted: number, group: readonly SeenNumber[]): readonly SeenNumber[] | undefined {
  const sum = group.reduce((total, { value }) => total + value, 0);
  return group.length > 0 && keyOfNumber(sum) === keyOfNumber(wanted) ? group : undefined;
}

function subsetOf(wanted: number, group: readonly SeenNumber[]): readonly SeenNumber[] | undefined {
  for (let chosen = 1; chosen < 2 ** group.length; chosen += 1) {
    const some = group.filter((_, index) => (chosen >> index) & 1);
    if (wholeOf(wanted, some) !== undefined) return some;
  }
  return undefined;
}
