/** A phone number in a text. `keys` are its digits, with and without a country code. */
export type PhoneInText = { keys: readonly string[]; start: number; end: number };

const phone = /(?<![\p{L}\p{N}])(?:\+|00)?\(?\d[\d ().-]{5,18}\d(?![\p{L}\p{N}])/gu;

export function phonesInText(text: string): PhoneInText[] {
  const found: PhoneInText[] = [];
  for (const { 0: match, index } of withPlainDashes(text).matchAll(phone)) {
    const keys = phoneKeys(match);
    if (keys.length > 0) found.push({ keys, start: index, end: index + match.length });
  }
  return found;
}

/** No subscriber's number is shorter. */
const fewestDigits = 7;

/** The digits of a phone number, and what is left of them without a country code; none for other texts. */
export function phoneKeys(text: string): readonly string[] {
  const bare = withPlainDashes(text.normalize('NFKC')).trim();
  if (!/^(?:\+|00)?[\d ().-]+$/.test(bare)) return [];
  const digits = bare.replaceAll(/\D/g, '').replace(/^00/, '');
  if (digits.length < fewestDigits || digits.length > 15) return [];
  const isInternational = /^(?:\+|00)/.test(bare);
  const codes = isInternational ? [1, 2, 3] : digits.length === 11 && digits.startsWith('1') ? [1] : [];
  const rest = codes.map((length) => digits.slice(length)).filter((one) => one.length >= fewestDigits + 1);
  // After a country code, the zero that numbers begin with at home is left out.
  return [digits, ...rest, ...rest.map((one) => `0${one}`)].map((one) => `phone:${one}`);
}

function withPlainDashes(text: string): string {
  return text.replaceAll(/[\u2010-\u2015\u2212]/g, '-');
}
