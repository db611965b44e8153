import { z } from 'zod';
import { isPlainObject, maxJsonDepth } from '../../../domain/values/json-shape.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { type LiveValue, readLiveValue } from './live-value.ts';

/** What a value of the arguments must be: JSON, matchers among it, and in TypeScript also live values and big integers. */
export type ExpectedValue =
  | JsonValue
  | bigint
  | LiveValue
  | readonly ExpectedValue[]
  | { readonly [key: string]: ExpectedValue };

/** Name of an argument → what it must be; in TypeScript also one test of all arguments. */
export type ExpectedArguments = { readonly [name: string]: ExpectedValue } | LiveValue;

/** Accepts an object of expected values and hands back the same object, never a copy, so that an own `__proto__` stays. */
export const ExpectedArguments: z.ZodType<ExpectedArguments, ExpectedArguments> = z.custom<ExpectedArguments>(
  (value) => argumentsProblem(value) === undefined,
  { error: ({ input }) => `expected the arguments as keys and values: ${argumentsProblem(input)}` },
);
// An editor knows no live values: in a file the arguments are an object.
ExpectedArguments._zod.toJSONSchema = () => ({ type: 'object' });

function argumentsProblem(value: unknown): string | undefined {
  if (readLiveValue(value) !== undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'this is another kind of value';
  return expectedValueProblem(value);
}

type Open = { value: unknown; path: string; depth: number };

/** What keeps a value from being an expectation, with its path, or undefined. Neither recurses nor throws. */
function expectedValueProblem(root: unknown): string | undefined {
  const open: Open[] = [{ value: root, path: '', depth: 0 }];
  try {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const problem = problemOf(next, open);
      if (problem !== undefined) return next.path === '' ? problem : `\`${next.path}\`: ${problem}`;
    }
  } catch {
    return 'a part of it cannot be read';
  }
  return undefined;
}

function problemOf({ value, path, depth }: Open, open: Open[]): string | undefined {
  if (value === undefined) return 'undefined is no value: write `{ absent: true }` for a key that must not be there';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${value} is not a JSON number`;
  if (typeof value === 'symbol') return 'a symbol is not a JSON value';
  if (typeof value !== 'object' || value === null || readLiveValue(value) !== undefined) return undefined;
  if (depth >= maxJsonDepth) return `nested deeper than ${maxJsonDepth} levels, or containing itself`;
  if (Array.isArray(value)) {
    // An index loop, so that holes are seen as well.
    for (let index = value.length - 1; index >= 0; index -= 1)
      open.push({ value: value[index], path: `${path}[${index}]`, depth: depth + 1 });
    return undefined;
  }
  if (!isPlainObject(value)) return 'an object of a class is not JSON: for a day write `{ date: "2026-01-15" }`';
  for (const key of Object.keys(value))
    open.push({ value: value[key], path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
  return undefined;
}
