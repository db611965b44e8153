const CURRENCIES: readonly (readonly [code: string, names: string])[] = [
  ['USD', 'US\\$|\\$|USD|US dollars?|dollars?|bucks|美元|美金'],
  ['EUR', '€|EUR|euros?|欧元'],
  ['GBP', '£|GBP|pounds? sterling|pounds?|英镑'],
  ['CNY', 'CNY|RMB|yuan|人民币|元|块钱?'],
  ['JPY', 'JPY|yen|日元|円'],
  ['INR', '₹|INR|rupees?|卢比'],
  ['KRW', '₩|KRW|韩元'],
  ['HKD', 'HK\\$|HKD|港币|港元'],
  ['CAD', 'CA\\$|C\\$|CAD'],
  ['AUD', 'A\\$|AU\\$|AUD'],
  ['CHF', 'CHF'],
];
const YEN_OR_YUAN = '¥';
const BY_NAME = CURRENCIES.map(([code, names]) => ({ code, pattern: new RegExp(`^(?:${names})$`, 'i') }));

/** Names that stand before an amount. */
export const CURRENCY_BEFORE =
  'US\\$|HK\\$|CA\\$|AU\\$|C\\$|A\\$|[$€£₹₩¥]|\\b(?:USD|EUR|GBP|CNY|RMB|JPY|INR|HKD|CAD|AUD|CHF)';
/** Names that stand behind an amount. */
export const CURRENCY_AFTER =
  '[€$£¥](?!\\d)|(?:USD|EUR|GBP|CNY|RMB|JPY|INR|HKD|CAD|AUD|CHF|US dollars?|dollars?|bucks|euros?|pounds? sterling|pounds?|yuan|yen|rupees?)\\b|美元|美金|欧元|英镑|人民币|日元|韩元|卢比|港币|港元|元|块钱?';

/** Code of a currency as it was written; `¥` is either of two. */
export function currencyOf(name: string): string | undefined {
  if (name === YEN_OR_YUAN) return 'CNY/JPY';
  return BY_NAME.find(({ pattern }) => pattern.test(name))?.code;
}

export function isSameCurrency(a: string, b: string): boolean {
  return a === b || a.split('/').includes(b) || b.split('/').includes(a);
}
