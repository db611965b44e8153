import type { Mention } from '../../domain/contracts/scorer.ts';
import { isList, isObject, isPlainObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { ExpectedValue } from '../trajectory/arguments/expected-arguments.ts';
import { isMatcher } from '../trajectory/arguments/key-matcher.ts';
import type { CallPattern } from '../trajectory/specification/expected-call.ts';

/** Deeper places are not followed: nobody writes them by hand. */
const MAX_DEPTH = 20;

type Leaf = { keys: readonly string[]; path: string; expected: ExpectedValue };

/** The tool and the arguments that a pattern of a call names. */
export function mentionsOfCall(
  call: string | CallPattern,
  path: string,
  { mayBeMadeUp = false }: { mayBeMadeUp?: boolean } = {},
): Mention[] {
  if (typeof call === 'string') return [{ kind: 'tool', tool: call, path, mayBeMadeUp }];
  const { tool, arguments: wanted } = call;
  const leaves = wanted === undefined ? [] : leavesOf(wanted, `${path}.arguments`);
  return [
    { kind: 'tool', tool, path: `${path}.tool`, mayBeMadeUp },
    ...leaves.map(({ keys, path: at }): Mention => ({ kind: 'argument', tool, keys, path: at })),
  ];
}

/** The places that an expected part of the state names. */
export function mentionsOfState(expected: JsonValue, path: string): Mention[] {
  return leavesOf(expected, path).map(({ keys, path: at, expected: leaf }) => ({
    kind: 'state',
    keys,
    path: at,
    isVacuous: isObject(leaf) && Reflect.get(leaf, 'absent') === true,
    saysNothing: isObject(leaf) && isPlainObject(leaf) && Object.keys(leaf).length === 0,
  }));
}

type Places = { path: string; isVacuous: boolean; isProtected?: boolean };

/** The places that a JSON Pointer names, in which the part `*` is every member. */
export function mentionOfPointer(pointer: string, { path, isVacuous, isProtected }: Places): Mention {
  const keys = keysOf(pointer);
  return { kind: 'state', keys, path, isVacuous, wild: keys.length, isProtected };
}

/** The places that are named by what is expected at each place of a pointer. */
export function mentionsBelow(pointer: string, expected: JsonValue, { path, isVacuous }: Places): Mention[] {
  const above = keysOf(pointer);
  return leavesOf(expected, path, { isMatcherAllowed: true }).map(({ keys, path: at }) => ({
    kind: 'state',
    keys: [...above, ...keys],
    path: at,
    isVacuous,
    wild: above.length,
  }));
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The turn that a specification names, where it names one. */
export function mentionsOfTurn(turn: number | string | undefined, path = 'turn'): Mention[] {
  return typeof turn === 'number' ? [{ kind: 'turn', turn, path }] : [];
}

/** What is compared as a whole inside an expectation, with the keys that lead there. The top itself names nothing. */
function leavesOf(expected: ExpectedValue, path: string, { isMatcherAllowed = false } = {}): Leaf[] {
  if (isMatcherAllowed && isMatcher(expected)) return [];
  return walk({ keys: [], path, expected }).filter(({ keys }) => keys.length > 0);
}

function walk({ keys, path, expected }: Leaf): Leaf[] {
  // The arguments themselves are no matcher, even where one of them has the name of one.
  const isOpen = isObject(expected) && (keys.length === 0 ? isPlainObject(expected) : !isMatcher(expected));
  if (keys.length < MAX_DEPTH && isOpen && Object.keys(expected).length > 0) {
    return Object.entries(expected).flatMap(([key, value]: [string, ExpectedValue]) =>
      walk({ keys: [...keys, key], path: `${path}.${key}`, expected: value }),
    );
  }
  if (keys.length < MAX_DEPTH && isList(expected) && expected.some(isObject)) {
    return expected.flatMap((value: ExpectedValue, index: number) =>
      walk({ keys: [...keys, String(index)], path: `${path}[${index}]`, expected: value }),
    );
  }
  return [{ keys, path, expected }];
}
