type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/**
 * Puts `before` in front of a method: what it throws is thrown, what it returns, if anything, is returned, and the method
 * is not called. Where there is no such method, nothing happens.
 */
export function guardMethod(
  target: object,
  name: string,
  before: (args: readonly unknown[], self: unknown) => unknown,
): void {
  const methods = target as Record<string, unknown>;
  const original = methods[name];
  if (typeof original !== 'function') return;
  const guarded: AnyFunction = function (...args) {
    return before(args, this) ?? (original as AnyFunction).apply(this, args);
  };
  methods[name] = guarded;
}
