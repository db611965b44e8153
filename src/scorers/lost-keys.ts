import type { Problem } from '../domain/authoring/problem.ts';

/** Keys of a specification that its schema has dropped without a word: `__proto__`, wherever names are free. */
export function lostKeys(given: unknown, read: unknown, path: string): Problem[] {
  if (given === read || !isObject(given) || !isObject(read)) return [];
  return Object.keys(given).flatMap((key) => {
    const at = Array.isArray(given) ? `${path}[${key}]` : `${path}.${key}`;
    if (key === '__proto__') return Object.hasOwn(read, key) ? [] : [lost(at)];
    return lostKeys(Reflect.get(given, key), Object.hasOwn(read, key) ? Reflect.get(read, key) : undefined, at);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function lost(path: string): Problem {
  const message = 'the key `__proto__` is reserved by JavaScript and gets lost.';
  return { severity: 'error', code: 'reserved-key', path, message };
}
