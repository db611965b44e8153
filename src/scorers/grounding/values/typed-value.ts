/** A calendar date as far as it was said; a weekday alone has no other part. */
export type DateParts = {
  year?: number | undefined;
  /** 1 to 12. */
  month?: number | undefined;
  /** 1 to 31. */
  day?: number | undefined;
  /** 0 is Sunday. */
  weekday?: number | undefined;
};

/**
 * What a piece of text says, in a form that compares. Numbers are exact: plain decimal texts without sign, leading or
 * trailing zeros, since `-3.76` and `a refund of 3.76` tell the same amount.
 */
export type TypedValue =
  | { kind: 'number'; decimal: string; approximate: boolean }
  | { kind: 'money'; decimal: string; currency: string; approximate: boolean }
  | { kind: 'quantity'; decimal: string; unit: string; approximate: boolean }
  /** `readings`: what else the same share is called: 15 % off and 85 % of the price are one 8.5折. */
  | { kind: 'percent'; decimal: string; readings: readonly string[]; approximate: boolean }
  /** `isRelative`: said against today, as in "tomorrow". */
  | { kind: 'date'; date: DateParts; isRelative: boolean }
  /** Minutes after midnight; two readings where morning or afternoon was not said. */
  | { kind: 'time'; minutes: readonly number[] }
  /** `isStrong`: has the shape of a key of some record, not of a version or a size. `isSuffix`: only its end was told. */
  | { kind: 'identifier'; key: string; isStrong: boolean; isSuffix: boolean }
  | { kind: 'email'; key: string }
  | { kind: 'phone'; key: string }
  | { kind: 'name'; key: string };

/** A value and where it was said, in UTF-16 code units of the text that was read. */
export type FoundValue = { value: TypedValue; start: number; end: number };

/** The exact amount of a value that has one. */
export function amountOf(value: TypedValue): string | undefined {
  return 'decimal' in value ? value.decimal : undefined;
}
