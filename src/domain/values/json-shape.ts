/** A value that nests deeper is not JSON for us, so that code which walks one may recurse without a guard. */
export const maxJsonDepth = 1000;
/** Shared branches can multiply; a value that unfolds to more parts than this is refused. */
const maxParts = 5_000_000;

/**
 * What keeps `value` from being plain JSON, or undefined. Cycles count as too deep. Neither recurses nor throws, and
 * reads each part once.
 */
export function jsonProblem(value: unknown): string | undefined {
  try {
    return findProblem(value);
  } catch {
    return 'a part of it cannot be read';
  }
}

function findProblem(root: unknown): string | undefined {
  if (!isContainer(root)) return problemOfPart(root);
  const open: { container: object; depth: number }[] = [{ container: root, depth: 1 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { container, depth } = next;
    const problem = problemOfContainer(container, depth);
    if (problem) return problem;
    for (const part of Array.isArray(container) ? container : Object.values(container)) {
      parts += 1;
      if (parts > maxParts) return `more than ${maxParts} values`;
      if (isContainer(part)) {
        open.push({ container: part, depth: depth + 1 });
        continue;
      }
      const partProblem = problemOfPart(part);
      if (partProblem) return partProblem;
    }
  }
  return undefined;
}

function problemOfPart(part: unknown): string | undefined {
  switch (typeof part) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(part) ? undefined : `${part} is not a JSON number`;
    default:
      return part === null ? undefined : `${typeof part} is not a JSON type`;
  }
}

function problemOfContainer(container: object, depth: number): string | undefined {
  if (depth > maxJsonDepth) return `nested deeper than ${maxJsonDepth} levels, or containing itself`;
  if (Array.isArray(container) || isPlainObject(container)) return undefined;
  return 'an object of a class is not JSON';
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for object literals of any realm, and for objects without a prototype. May throw for a hostile Proxy. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return true;
  if (typeof prototype !== 'object' || Array.isArray(value)) return false;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

/** `Array.isArray` that also narrows lists which may not be changed. */
export function isList<T>(value: T): value is Extract<T, readonly unknown[]> {
  return Array.isArray(value);
}

export function isObject<T>(value: T): value is Exclude<Extract<T, object>, readonly unknown[]> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tag of an object that stands for something else (`bigint`, `map`, …); undefined for plain objects. */
export function tagOf(value: { readonly [key: string]: unknown }): string | undefined {
  const tag = value.$type;
  return typeof tag === 'string' && Object.hasOwn(value, '$type') ? tag : undefined;
}
