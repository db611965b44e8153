/** Bare signs and names that several countries share: what is told in one of them agrees with each. */
const DOLLAR = 'USD/CAD/AUD/NZD/SGD/HKD/MXN/TWD';
const CROWN = 'SEK/NOK/DKK/ISK/CZK';

const CURRENCIES: readonly (readonly [code: string, names: string])[] = [
  ['USD', 'US\\$|USD|US dollars?|美元|美金'],
  [DOLLAR, '\\$|dollars?|bucks'],
  ['EUR', '€|EUR|euros?|欧元'],
  ['GBP', '£|GBP|pounds? sterling|pounds?|quid|英镑'],
  ['CNY', 'CNY|RMB|CN¥|yuan|人民币|元|块钱?'],
  ['CNY/JPY', '¥'],
  ['JPY', 'JPY|JP¥|yen|日元|日圆|円'],
  ['INR', '₹|INR|rupees?|卢比'],
  ['KRW', '₩|KRW|won|韩元'],
  ['HKD', 'HK\\$|HKD|港币|港元'],
  ['TWD', 'NT\\$|TWD|新台币|台币'],
  ['CAD', 'CA\\$|C\\$|CAD|加元'],
  ['AUD', 'A\\$|AU\\$|AUD|澳元'],
  ['NZD', 'NZ\\$|NZD'],
  ['SGD', 'S\\$|SGD|新加坡元'],
  ['MXN', 'MX\\$|MXN'],
  ['BRL', 'R\\$|BRL|reais|real'],
  ['CHF', 'CHF|francs?|瑞士法郎'],
  ['SEK', 'SEK'],
  ['NOK', 'NOK'],
  ['DKK', 'DKK'],
  ['ISK', 'ISK'],
  ['CZK', 'CZK|Kč'],
  [CROWN, 'kr|kronor|kroner|crowns?'],
  ['PLN', 'PLN|zł|zloty|zlotys|złoty'],
  ['HUF', 'HUF|forints?'],
  ['RUB', '₽|RUB|roubles?|rubles?|卢布'],
  ['TRY', '₺|TRY|liras?'],
  ['THB', '฿|THB|baht|泰铢'],
  ['VND', '₫|VND|dong'],
  ['PHP', '₱|PHP'],
  ['ILS', '₪|ILS|shekels?'],
  ['UAH', '₴|UAH|hryvnias?'],
  ['ZAR', 'ZAR|rand'],
  ['AED', 'AED|dirhams?'],
  ['SAR', 'SAR'],
  ['MYR', 'MYR|RM|ringgit'],
  ['IDR', 'IDR|rupiah'],
  ['BTC', 'BTC'],
  ['ETH', 'ETH'],
  ['USDT', 'USDT'],
];
const CODES =
  'USD|EUR|GBP|CNY|RMB|JPY|INR|KRW|HKD|TWD|CAD|AUD|NZD|SGD|MXN|BRL|CHF|SEK|NOK|DKK|ISK|CZK|PLN|HUF|RUB|TRY|THB|VND|PHP|ILS|UAH|ZAR|AED|SAR|MYR|IDR';
const BY_NAME = new Map<string, string>(
  CURRENCIES.flatMap(([code, names]) =>
    names.split('|').flatMap((name) => formsOf(name).map((form) => [form, code] as const)),
  ),
);

/** A name with an optional last letter stands for both; `\$` for the sign. */
function formsOf(name: string): readonly string[] {
  const plain = name.replaceAll('\\', '').toLowerCase();
  const optional = /^(.*)(.)\?$/u.exec(plain.replace('pounds? ', 'pound '));
  if (plain === 'pounds? sterling') return ['pound sterling', 'pounds sterling'];
  return optional ? [optional[1] ?? '', `${optional[1]}${optional[2]}`] : [plain];
}

/** Names that stand before an amount. */
export const CURRENCY_BEFORE = `US\\$|HK\\$|NT\\$|CA\\$|AU\\$|NZ\\$|MX\\$|CN¥|JP¥|C\\$|A\\$|S\\$|R\\$|[$€£₹₩¥₽₺฿₫₱₪₴]|\\b(?:${CODES})`;
/** Names that stand behind an amount. */
export const CURRENCY_AFTER = `[€$£¥₽₺₫₪₴](?!\\d)|zł|Kč|(?:${CODES}|US dollars?|dollars?|bucks|euros?|pounds? sterling|pounds?|yuan|yen|rupees?|francs?|kronor|kroner|crowns|kr|zlotys?|forints?|r(?:o?u)bles?|liras?|baht|rand|dirhams?|ringgit|rupiah|shekels?)\\b|美元|美金|欧元|英镑|人民币|日元|日圆|韩元|卢比|港币|港元|新台币|台币|加元|澳元|新加坡元|瑞士法郎|卢布|泰铢|元|块钱?`;

/** Code of a currency as it was written; several codes with `/` between them where the sign is shared, as `¥` is. */
export function currencyOf(name: string): string | undefined {
  return BY_NAME.get(name.toLowerCase());
}

/** True when one may be the other. */
export function isSameCurrency(a: string, b: string): boolean {
  if (a === b) return true;
  const known = b.split('/');
  return a.split('/').some((code) => known.includes(code));
}

/** One code, for people. */
export function labelOfCurrency(currency: string): string {
  return currency
    .split('/')
    .slice(0, currency === 'CNY/JPY' ? 2 : 1)
    .join('/');
}

const KEY_CODE = new RegExp(`(?:^|_)(${CODES})(?:$|_)`, 'i');

/** The currency that a key names: `price_usd`, `totalEur`, `cny_amount`, `价格（元）`. */
export function currencyOfKey(key: string): string | undefined {
  const parts = key.replace(/([a-z0-9])([A-Z])/g, '$1_$2');
  const code = KEY_CODE.exec(parts)?.[1];
  if (code && code.toUpperCase() !== 'TRY') return currencyOf(code);
  const inBrackets = /[(（_](元|美元|欧元|日元|港币|英镑|[$€£¥])[)）]?$/.exec(key)?.[1];
  return inBrackets ? currencyOf(inBrackets) : undefined;
}
