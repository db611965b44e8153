/** Below this many millionths a sum of two is still an exact integer of JavaScript. */
const MAX_SCALED = 4e15;

const EUROPEAN = /^\d{1,3}(?:[. ']\d{3})*,\d{1,2}$/;
const SWISS = /^\d{1,3}(?:'\d{3})+(?:\.\d{1,2})?$/;

/** `1,083.50` → `1083.5`, `007` → `7`, `-3` → `3`; undefined for what is no plain number. */
export function canonicalDecimal(text: string): string | undefined {
  const parts = /^[-+]?([0-9]+)(?:\.([0-9]+))?$/.exec(plainDigits(text));
  if (!parts) return undefined;
  const whole = (parts[1] ?? '').replace(/^0+(?=[0-9])/, '');
  let fraction = parts[2] ?? '';
  let end = fraction.length;
  while (fraction[end - 1] === '0') end -= 1;
  fraction = fraction.slice(0, end);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `1.083,50`, `1 083,50` and `1'083.50` as well as `1,083.50`, without what parts the thousands. */
function plainDigits(text: string): string {
  if (EUROPEAN.test(text)) return text.replace(/[. ']/g, '').replace(',', '.');
  return (SWISS.test(text) ? text.replaceAll("'", '') : text).replaceAll(',', '');
}

/** The exact decimal of a number as it prints; exponents and what is not finite have none. */
export function decimalOf(value: number): string | undefined {
  return canonicalDecimal(String(value));
}

/** `decimal` × 10^`power`, exactly. */
export function shiftDecimal(decimal: string, power: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const digits = power >= 0 ? whole + fraction.padEnd(power, '0') : whole.padStart(1 - power, '0') + fraction;
  const point = power >= 0 ? whole.length + power : Math.max(whole.length, 1 - power) + power;
  return canonicalDecimal(`${digits.slice(0, point)}.${digits.slice(point)}0`) ?? decimal;
}

/** In millionths, as an exact integer; undefined when it does not fit or has more than six places. */
export function scaledOf(decimal: string): number | undefined {
  const [, fraction = ''] = decimal.split('.');
  const scaled = Math.round(Number(decimal) * 1e6);
  return fraction.length > 6 || scaled > MAX_SCALED ? undefined : scaled;
}
