import type { JsonObject, JsonValue } from './json-value.ts';

/**
 * The same value with its lists and objects as they come from `as const`. Functions stay what they are, and so does JSON,
 * which is read-only anyway.
 */
export type DeepReadonly<T> = [JsonValue] extends [T]
  ? T
  : [JsonObject] extends [T]
    ? T
    : T extends (...given: never[]) => unknown
      ? T
      : T extends object
        ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
        : T;
