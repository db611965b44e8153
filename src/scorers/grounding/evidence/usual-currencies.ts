import type { LedgerEntry } from './ledger-entry.ts';

/** Countries and towns by the currency that is paid there. Names that are also plain words are left out. */
const PLACES: readonly (readonly [currency: string, names: RegExp, countries: string])[] = [
  [
    'USD',
    /\b(?:USA|U\.S\.|united states|alabama|alaska|arizona|arkansas|california|colorado|connecticut|florida|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:york|jersey|mexico|hampshire)|ohio|oklahoma|oregon|pennsylvania|tennessee|texas|utah|vermont|virginia|wisconsin|wyoming|los angeles|san (?:francisco|diego|jose|antonio)|chicago|houston|philadelphia|dallas|seattle|denver|boston|atlanta|miami|las vegas|portland|sacramento|fresno|oakland|berkeley|orlando|phoenix|minneapolis|detroit|washington)\b|(?:^|\n)(?:JFK|LAX|ORD|ATL|SFO|DFW|SEA|DEN|PHX|LAS|MIA|IAH|BOS|CLT|EWR|LGA|MSP|DTW|PHL|MCO|[A-Z]{2},? \d{5})\n|\+1[ -(]/i,
    'US USA United States',
  ],
  [
    'EUR',
    /\b(?:germany|deutschland|france|spain|españa|italy|italia|austria|ireland|portugal|netherlands|holland|belgium|finland|greece|croatia|slovenia|slovakia|estonia|latvia|lithuania|luxembourg|malta|cyprus|berlin|munich|münchen|hamburg|frankfurt|cologne|köln|paris|lyon|marseille|madrid|barcelona|valencia|seville|rome|milan|milano|venice|florence|naples|vienna|salzburg|dublin|lisbon|lisboa|porto|amsterdam|rotterdam|utrecht|brussels|antwerp|ghent|helsinki|athens|zagreb|ljubljana|bratislava|tallinn|riga|vilnius)\b|straße|strasse|\beurope\/|[a-z0-9-]\.(?:de|fr|es|nl|ie|eu|pt|fi|gr)\b|\+(?:49|33|34|39|43|353|351|31|32|358|30)\b|欧洲|德国|法国|西班牙|意大利|荷兰|柏林|巴黎|罗马|马德里/i,
    'DE FR ES IT NL AT IE PT BE FI GR HR SI SK EE LV LT LU MT CY',
  ],
  [
    'GBP',
    /\b(?:united kingdom|great britain|england|scotland|london|manchester|birmingham|edinburgh|glasgow|liverpool|leeds|bristol|cardiff|belfast)\b|\.uk\b|\+44\b|英国|伦敦/i,
    'GB UK',
  ],
  ['CNY', /\b(?:china|beijing|shanghai|shenzhen|guangzhou)\b|\+86\b/i, 'CN'],
  ['JPY', /\b(?:japan|tokyo|osaka|kyoto)\b|\+81\b|日本|东京|大阪|京都/i, 'JP'],
  ['INR', /\b(?:india|mumbai|delhi|bangalore|bengaluru|chennai|hyderabad|kolkata)\b|\+91\b|印度/i, 'IN'],
  ['KRW', /\b(?:korea|seoul|busan)\b|\+82\b|韩国|首尔/i, 'KR'],
  ['HKD', /\bhong kong\b|\+852\b|香港/i, 'HK'],
  ['CHF', /\b(?:switzerland|zurich|zürich|geneva|basel|lausanne)\b|\+41\b|瑞士/i, 'CH'],
  ['SEK', /\b(?:sweden|stockholm|gothenburg|malmö)\b|\+46\b/i, 'SE'],
  ['NOK', /\b(?:norway|oslo|bergen|trondheim|stavanger)\b|\+47\b/i, 'NO'],
  ['DKK', /\b(?:denmark|copenhagen|aarhus)\b|\+45\b/i, 'DK'],
  ['PLN', /\b(?:poland|warsaw|krakow|kraków|gdansk|gdańsk)\b|\+48\b/i, 'PL'],
  ['CZK', /\b(?:czech|prague|brno)\b|\+420\b/i, 'CZ'],
  ['BRL', /\b(?:brazil|são paulo|sao paulo|rio de janeiro)\b|\+55\b/i, 'BR'],
  ['ZAR', /\b(?:south africa|cape town|johannesburg|durban)\b|\+27\b/i, 'ZA'],
  ['THB', /\b(?:thailand|bangkok|phuket)\b|\+66\b|泰国|曼谷/i, 'TH'],
];
const HAN = /[\u3400-\u9fff]/g;
/** So much of the evidence is looked through for places. */
const MAX_READ = 100_000;

/**
 * Currencies to be expected where no evidence names one: those of the places it speaks of, and yuan where it is written in
 * Chinese; none where it speaks of no place. Read through once, when first asked.
 */
export function usualCurrencies(entries: readonly LedgerEntry[]): { usualCurrencies(): readonly string[] } {
  let known: readonly string[] | undefined;
  return {
    usualCurrencies: () => {
      known ??= currenciesOf(entries);
      return known;
    },
  };
}

function currenciesOf(entries: readonly LedgerEntry[]): readonly string[] {
  const texts: string[] = [];
  const countries = new Set<string>();
  let length = 0;
  for (const { leaf, key, text } of entries) {
    if (leaf !== 'string' && leaf !== 'text') continue;
    if (/country|国家/i.test(key)) countries.add(text.trim());
    texts.push(text);
    length += text.length;
    if (length > MAX_READ) break;
  }
  const all = texts.join('\n').slice(0, MAX_READ);
  const isChinese = (all.match(HAN)?.length ?? 0) * 4 > all.length;
  // In Chinese, dishes, shops and guests are named after countries too; a field that is nothing else names a place.
  const read = isChinese ? texts.filter((text) => text.length <= SHORT).join('\n') : all;
  const found = PLACES.filter(
    ([, names, codes]) => names.test(read) || codes.split(' ').some((code) => countries.has(code)),
  ).map(([currency]) => currency);
  return isChinese ? ['CNY', ...found.filter((currency) => currency !== 'CNY')] : found;
}

const SHORT = 6;
