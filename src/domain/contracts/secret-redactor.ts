import type { JsonValue } from '../values/json-value.ts';

/** Takes secrets out of what is about to be written. */
export type SecretRedactor = {
  redact(text: string): string;
  /** Same object when nothing had to be taken out. */
  redactValue(value: JsonValue): JsonValue;
};
