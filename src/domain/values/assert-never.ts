/** Closes a `switch` over a union: a variant without a case breaks the build. Reaching it is our bug, and throws. */
export function assertNever(value: never): never {
  const variant: unknown = value;
  const text = typeof variant === 'object' ? JSON.stringify(variant) : String(variant);
  throw new Error(`unhandled variant: ${text}`);
}
