import type { TypedValue } from './typed-value.ts';

/** Today, for words such as "tomorrow": parts of a calendar date. */
export type Today = { year: number; month: number; day: number };

/** A value and where it stands, relative to the start of the match. */
export type ReadValue = { value: TypedValue; start: number; end: number };

/**
 * One way to write a value. `pattern` is global and linear; `read` says what a match means, and refuses it with an empty
 * list. Readers run in order, and what one has taken the next cannot take again.
 */
export type ValueReader = {
  pattern: RegExp;
  /** Cheap look at the whole text: false when the pattern cannot match in it. */
  canMatch: RegExp;
  read(match: RegExpExecArray, today: Today | undefined): readonly ReadValue[];
};

/** The whole match as one value. */
export function whole(match: RegExpExecArray, value: TypedValue | undefined): readonly ReadValue[] {
  return value === undefined ? [] : [{ value, start: 0, end: match[0].trimEnd().length }];
}
