import { UNITS } from './unit-names.ts';

const EXACT = new Map(UNITS.flatMap(({ unit, names }) => names.map((name) => [name, unit] as const)));
/** Of a single letter the case counts: `m` is a metre, `M` a million. */
const FOLDED = new Map(
  UNITS.flatMap(({ unit, names }) =>
    names.filter((name) => name.length > 1).map((name) => [name.toLowerCase(), unit] as const),
  ),
);
const MEASURES = new Map(UNITS.flatMap(({ unit, measure }) => (measure ? [[unit, measure] as const] : [])));

/** An alternation of every name, longest first, for use inside a pattern that ignores case; `unitOf` knows which case counts. */
export const UNIT_NAMES = [...new Set(UNITS.flatMap(({ names }) => names))]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .map((name) => (/[a-zμ0-9]$/i.test(name) ? `${name}(?![A-Za-z0-9])` : name))
  .join('|');

/** Our name of a unit as it was written. */
export function unitOf(name: string): string | undefined {
  return EXACT.get(name) ?? FOLDED.get(name.toLowerCase());
}

/** Units that are also plain words or marks of a field, unless the key speaks of what they measure. */
const NEEDS_TOPIC: Readonly<Record<string, RegExp>> = {
  min: /dur|time|eta|wait|delay|walk|driv|travel|ride|prep|cook|late|interval|timeout|length|read|setup|session|class/,
  c: /temp|feels|dew|high|low|max|min|warm/,
  f: /temp|feels|dew|high|low|max|min|warm/,
  l: /vol|water|fuel|tank|capacity|milk|used|litre|liter/,
  g: /weight|mass|fat|sugar|protein|carb|fibre|fiber|salt|net|gross|portion|size/,
  m: /dist|height|length|width|depth|alt|elev|range|away|walk|radius/,
  w: /power|idle|load|output|peak|rated|consum|draw|charge/,
  v: /volt|supply|batt|input|output|rail/,
  nm: /wave|particle|resolution|thick/,
  mo: /never/,
  s: /dur|time|ttl|delay|timeout|latency|elapsed|interval|wait|took|uptime|run/,
  h: /dur|time|ttl|delay|timeout|elapsed|interval|wait|took|uptime|run|flight|travel|walk|notice|open/,
};
/** How units of one letter are written outside of keys. */
const LETTERS: Readonly<Record<string, string>> = { c: '°C', f: '°F', w: 'W', v: 'V' };
const SINGULAR_TIME = /^(?:second|minute|hour|day|week|month|year)$/;
/** Words of which a key may be made without naming a unit. */
const WORDS = /^(?:bar|bars|cup|cups|star|foot|yard|pint|knot|ps|hp|mi|ha|kn|sec|mp|pixel|mo|mos|gr|rpm)$/;

/** The unit that a key names: `data_used_gb`, `timeoutHours`, `temp_c`, `重量（kg）`. Of `price_per_kwh` it is none. */
export function unitOfKey(key: string): string | undefined {
  const inBrackets = /[(（]([^()（）]{1,8})[)）]$/.exec(key)?.[1];
  if (inBrackets) return unitOf(inBrackets.trim());
  if (/[\u3400-\u9fff]/.test(key)) return unitOfChineseKey(key);
  const parts = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\s-]+/);
  return parts.includes('per') ? undefined : unitOfWords(parts);
}

function unitOfChineseKey(key: string): string | undefined {
  const name = /(?:分钟|小时|秒|公里|千米|厘米|毫米|公斤|千克|毫升|立方米|平方米|[a-zA-Z]{1,4})$/.exec(key)?.[0];
  return name && name.length < key.length ? unitOf(name.toLowerCase()) : undefined;
}

/** The unit that the words of a key name, last word first. */
export function unitOfWords(words: readonly string[]): string | undefined {
  for (const word of [words.at(-1), words[0]]) {
    if (word === undefined) continue;
    const topic = NEEDS_TOPIC[word];
    if (topic ? words.length < 2 || !words.some((other) => other !== word && topic.test(other)) : word.length < 2)
      continue;
    if (WORDS.test(word) && words.length < 2) continue;
    // `price_day` and `year_cost` tell for how long, not how much of it.
    if (SINGULAR_TIME.test(word) && words.length > 1) continue;
    const unit = unitOf(LETTERS[word] ?? word);
    if (unit && unit !== 'person') return unit;
  }
  return undefined;
}

/** `kilometre/hour` is kilometres an hour; without the second part only the first is told. */
function partsOf(unit: string): readonly [string, string | undefined] {
  const [of = unit, per] = unit.split('/');
  return [of, per];
}

/** The same amount in the base of its dimension: 2 hours and 120 minutes are both `time:7200`. */
export function baseAmount(decimal: string, unit: string): string | undefined {
  const [of, per] = partsOf(unit);
  const measure = MEASURES.get(of);
  if (!measure) return undefined;
  const base = Number(((Number(decimal) + (measure.offset ?? 0)) * measure.factor).toPrecision(12));
  return `${measure.dimension}${per === undefined ? '' : `/${per}`}:${base}`;
}

/** True when one can be written as the other. */
export function isSameDimension(a: string, b: string): boolean {
  const [first, firstPer] = partsOf(a);
  const [second, secondPer] = partsOf(b);
  if (firstPer !== undefined && secondPer !== undefined && firstPer !== secondPer) return false;
  return (
    first === second || (MEASURES.has(first) && MEASURES.get(first)?.dimension === MEASURES.get(second)?.dimension)
  );
}

/** Names of which one leaves open what the other says: `degrees` of either scale, `10 GB` and `10 GB per month`. */
export function isLooserUnit(a: string, b: string): boolean {
  const [first, firstPer] = partsOf(a);
  const [second, secondPer] = partsOf(b);
  if (firstPer !== undefined && secondPer !== undefined && firstPer !== secondPer) return false;
  const isDegree = (unit: string): boolean => unit === 'degree' || unit === 'celsius' || unit === 'fahrenheit';
  const isMeant =
    first === second || ((first === 'degree' || second === 'degree') && isDegree(first) && isDegree(second));
  return isMeant && a !== b;
}
