/** The exact number ±`digits` × 10^`exponent`. No zero stands at either end of `digits`; zero is `0`, never negative. */
export type Decimal = { readonly isNegative: boolean; readonly digits: string; readonly exponent: number };

type Options = { normalize?: boolean };

/**
 * Reads a number exactly, without a float in between; undefined when it is none. A text is an optional `-`, ASCII
 * digits, and digits after a `.`: no exponent, sign `+`, space or other digit. With `normalize`, spaces around it, `+`,
 * the minus sign U+2212, full-width digits, and thousands set off in threes by comma, space or apostrophe pass as well. A
 * number is read as it prints, so 49.9 is the decimal 49.9.
 */
export function parseDecimal(
  value: string | number | bigint,
  { normalize = false }: Options = {},
): Decimal | undefined {
  if (typeof value === 'string') return readPlain(normalize ? plainForm(value) : value);
  return readScientific(String(value));
}

/** True when both are numbers and the same one: `"49.90"` is 49.9 and not 49.9000001. */
export function equalDecimal(a: string | number | bigint, b: string | number | bigint, options: Options = {}): boolean {
  const left = parseDecimal(a, options);
  const right = parseDecimal(b, options);
  return left !== undefined && right !== undefined && isSameDecimal(left, right);
}

export function isSameDecimal(a: Decimal, b: Decimal): boolean {
  return a.isNegative === b.isNegative && a.digits === b.digits && a.exponent === b.exponent;
}

/** Reads a number in JSON's or JavaScript's notation, which may have an exponent; undefined for `NaN` and the like. */
export function readScientific(text: string): Decimal | undefined {
  const [mantissa = '', exponent = '0', ...rest] = text.toLowerCase().split('e');
  if (rest.length > 0 || !/^[+-]?\d+$/.test(exponent)) return undefined;
  const plain = readPlain(mantissa);
  if (!plain || plain.digits === '0') return plain;
  return { ...plain, exponent: plain.exponent + Number(exponent) };
}

function readPlain(text: string): Decimal | undefined {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = ''] = parts;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = withoutTrailingZeros(all);
  if (digits === '') return { isNegative: false, digits: '0', exponent: 0 };
  return { isNegative: sign === '-', digits, exponent: all.length - digits.length - fraction.length };
}

/** A pattern would look at each run of zeros again from each of its zeros. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, end);
}

function plainForm(text: string): string {
  const form = text.normalize('NFKC').replaceAll('\u2212', '-').replaceAll('\u2019', "'").trim().replace(/^\+/, '');
  const grouped = /^-?[0-9]{1,3}(?:([,' ])[0-9]{3})(?:\1[0-9]{3})*(?:\.[0-9]+)?$/.exec(form);
  return grouped?.[1] ? form.replaceAll(grouped[1], '') : form;
}
