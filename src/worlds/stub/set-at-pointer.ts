/** `/orders/A-1/status` as its segments; undefined when the text is no JSON Pointer (RFC 6901) below the root. */
export function pointerSegments(pointer: string): readonly string[] | undefined {
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/**
 * Puts `value` where the pointer points. Objects on the way are made; lists are not, take positions that they have, and
 * `-` for one more. Throws Error when the way leads through something that is neither object nor list.
 */
export function setAtPointer(root: object, pointer: string, value: unknown): void {
  const segments = pointerSegments(pointer);
  if (segments === undefined) throw new Error(`\`${pointer}\` is no JSON Pointer`);
  let target: object = root;
  for (const segment of segments.slice(0, -1)) {
    const key = keyIn(target, segment, pointer);
    if (!Object.hasOwn(target, key)) put(target, key, {});
    const next: unknown = Reflect.get(target, key);
    if (typeof next !== 'object' || next === null)
      throw new Error(`\`${pointer}\` leads through \`${segment}\`, which is no object`);
    target = next;
  }
  put(target, keyIn(target, segments.at(-1) ?? '', pointer), value);
}

function keyIn(target: object, segment: string, pointer: string): string {
  if (!Array.isArray(target)) return segment;
  if (segment === '-') return String(target.length);
  const isPlace = /^(?:0|[1-9]\d*)$/.test(segment) && Number(segment) <= target.length;
  if (isPlace) return segment;
  throw new Error(`\`${pointer}\` leads into a list of ${target.length}, which has no place \`${segment}\``);
}

/** Never through a setter, so that `__proto__` is a key like any other. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
