/** Dimension and factor to its base, where a unit converts. */
type Measure = { dimension: string; factor: number };

/** What each unit is called, in both languages. The first column is our name for it. */
const UNITS: readonly (readonly [unit: string, names: string, measure?: Measure])[] = [
  ['business_day', 'business days?|working days?|工作日'],
  ['second', 'seconds?|secs?|秒钟?', { dimension: 'time', factor: 1 }],
  ['minute', 'minutes?|mins?|分钟', { dimension: 'time', factor: 60 }],
  ['hour', 'hours?|hrs?|个?小时|个?钟头', { dimension: 'time', factor: 3600 }],
  ['day', 'calendar days?|days?|天', { dimension: 'time', factor: 86_400 }],
  ['week', 'weeks?|wks?|周|个?星期|个?礼拜', { dimension: 'time', factor: 604_800 }],
  ['month', 'months?|个月', { dimension: 'months', factor: 1 }],
  ['year', 'years?|yrs?', { dimension: 'months', factor: 12 }],
  ['kilobyte', 'KB|kb', { dimension: 'data', factor: 1 }],
  ['megabyte', 'MB|mb|megabytes?', { dimension: 'data', factor: 1000 }],
  ['gigabyte', 'GB|gb|gigabytes?|gigs?', { dimension: 'data', factor: 1e6 }],
  ['terabyte', 'TB|tb|terabytes?', { dimension: 'data', factor: 1e9 }],
  ['megabit_per_second', 'Mbps|mbps'],
  ['milligram', 'mg|毫克', { dimension: 'mass', factor: 1 }],
  ['gram', 'grams?|g|克', { dimension: 'mass', factor: 1000 }],
  ['kilogram', 'kilograms?|kilos?|kgs?|公斤|千克', { dimension: 'mass', factor: 1e6 }],
  ['pound_mass', 'lbs?'],
  ['ounce', 'ounces?|oz'],
  ['millimetre', 'mm|毫米', { dimension: 'length', factor: 1 }],
  ['centimetre', 'centimet(?:er|re)s?|cm|厘米', { dimension: 'length', factor: 10 }],
  ['metre', 'met(?:er|re)s?|米', { dimension: 'length', factor: 1000 }],
  ['kilometre', 'kilomet(?:er|re)s?|kms?|公里|千米', { dimension: 'length', factor: 1e6 }],
  ['mile', 'miles?|mi|英里'],
  ['inch', 'inch(?:es)?|英寸'],
  ['foot', 'feet|ft'],
  ['litre', 'lit(?:er|re)s?|L|升', { dimension: 'volume', factor: 1000 }],
  ['millilitre', 'millilit(?:er|re)s?|ml|mL|毫升', { dimension: 'volume', factor: 1 }],
  ['degree', 'degrees?(?: (?:Fahrenheit|Celsius|F|C))?|°[CF]?|度|摄氏度'],
  ['watt', 'watts?|W'],
  ['milliampere_hour', 'mAh'],
  ['megapixel', 'MP|megapixels?'],
  ['star', 'stars?|星级?'],
  ['person', 'people|persons?|人'],
];

const BY_NAME = UNITS.map(([unit, names]) => ({ unit, pattern: new RegExp(`^(?:${names})$`, 'i') }));
const MEASURES = new Map(UNITS.flatMap(([unit, , measure]) => (measure ? [[unit, measure] as const] : [])));

/** An alternation of every name, longest first, for use inside a pattern. */
export const UNIT_NAMES = UNITS.flatMap(([, names]) => names.split(/\|(?![^(]*\))/))
  .sort((a, b) => b.length - a.length)
  .map((name) => (/^[a-z]/i.test(name) ? `${name}(?![A-Za-z])` : name))
  .join('|');

/** Our name of a unit as it was written. */
export function unitOf(name: string): string | undefined {
  return BY_NAME.find(({ pattern }) => pattern.test(name))?.unit;
}

/** The unit that a key names: `data_used_gb`, `timeoutHours`, `balance_days`. */
export function unitOfWords(words: readonly string[]): string | undefined {
  for (const word of [words.at(-1), words[0]]) {
    if (word === undefined || word.length < 2) continue;
    const unit = unitOf(word);
    if (unit && unit !== 'person') return unit;
  }
  return undefined;
}

/** The same amount in the base of its dimension: 2 hours and 120 minutes are both `time:7200`. */
export function baseAmount(decimal: string, unit: string): string | undefined {
  const measure = MEASURES.get(unit);
  return measure && `${measure.dimension}:${Number((Number(decimal) * measure.factor).toPrecision(12))}`;
}

/** True when one can be written as the other. */
export function isSameDimension(a: string, b: string): boolean {
  return a === b || (MEASURES.has(a) && MEASURES.get(a)?.dimension === MEASURES.get(b)?.dimension);
}
