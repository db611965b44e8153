import { UsageError } from '../errors.ts';
import { nearestName } from '../values/nearest-name.ts';

/** Every key of `Options`, as a list that the type checker keeps whole. */
export function optionNames<Options>(names: Readonly<Record<keyof Options, true>>): readonly string[] {
  return Object.keys(names);
}

/**
 * A sentence for each key of `given` that is not among `known`, with the nearest name or, where none is near, all of
 * them; `at` is the option that holds `given`. One sentence where `given` is no object at all. No value is repeated: it
 * may be a key of somebody's.
 */
export function unknownOptions(given: unknown, known: readonly string[], at = ''): string[] {
  if (!isOptions(given)) {
    const what = at === '' ? 'the options are' : `\`${at}\` is`;
    return [`${what} ${kindOf(given)}; expected an object with ${listOf(known)}`];
  }
  return Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key) => unknownOption(key, known, at));
}

/** The sentence for one of them. */
export function unknownOption(key: string, known: readonly string[], at = ''): string {
  const near = nearestName(key, known);
  const advice = near === undefined ? `known are ${listOf(known)}` : `did you mean \`${near}\`?`;
  return `\`${at === '' ? key : `${at}.${key}`}\` is not known; ${advice}`;
}

/** Throws UsageError that names every mistake, each on a line that begins with the function that was called. */
export function refuseMistakes(maker: string, mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new UsageError(mistakes.map((mistake) => `${maker}: ${mistake}`).join('\n'));
}

/** What a value is, for a message that may not repeat it: `undefined`, `a list`, `a text`. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isOptions(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
