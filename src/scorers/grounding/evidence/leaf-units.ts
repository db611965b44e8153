import { currencyOf, currencyOfKey } from '../values/currencies.ts';
import { unitOf, unitOfKey } from '../values/units.ts';
import type { Leaf } from './result-leaves.ts';

/** What a number of a result is measured in. */
export type Measure = { unit?: string | undefined; currency?: string | undefined };

/** What an object says of the numbers in it and below it. */
type Context = {
  unit?: string | undefined;
  currency?: string | undefined;
  byKey: Map<string, string>;
  numbers: number;
};

const CURRENCY_KEY = /^(?:currency|currency_?code|ccy|币种|货币|货币单位)$/i;
const UNIT_KEY = /^(?:units?|uom|unit_?of_?measure|measure|计量单位|单位)$/i;
const UNIT_OF = /^(.{1,40}?)[_-]?(?:units?|uom|单位)$/i;
const UNITS_BLOCK = /^(?:(.{0,40}?)[_-])?units?$/i;
/** What is paid for so long, where a currency is named around it. */
const RATE_KEY = /^(?:per_?)?(?:hour|day|night|week|month|year)$/i;
/** Keys that say no more than that a number stands there. */
const NEUTRAL =
  /^(?:value|amount|qty|quantity|reading|result|level|total|used|size|weight|volume|length|average|avg|mean|min|max|limit|target|last_value|current|previous|数量|数值|用量|结果|读数|限值|总量|重量|体重|余量|库存)$|value$|reading$/i;

/**
 * The unit and currency of every leaf: by its own key, by a neighbour such as `temp_unit`, by a block
 * `units: { temp: "°C" }` in the result, or by `unit` and `currency` in the object around it. `byKey` remembers what keys
 * alone say, from one result to the next.
 */
export function measuresOf(
  leaves: readonly Leaf[],
  byKey: Map<string, Measure> = new Map(),
): (leaf: Leaf, key: string) => Measure {
  const contexts = contextsOf(leaves);
  const own = (key: string): Measure => {
    const known = byKey.get(key) ?? { unit: unitOfKey(key), currency: currencyOfKey(key) };
    byKey.set(key, known);
    return known;
  };
  if (contexts === undefined) return (_, key) => own(key);
  return (leaf, key) => {
    const { unit, currency } = own(key);
    const isNumber = leaf.leaf === 'number' || (leaf.leaf === 'string' && /^-?[\d.,]+$/.test(leaf.text));
    const paid = isNumber && RATE_KEY.test(key) ? around(leaf, '', contexts).currency : undefined;
    if (paid !== undefined) return { currency: paid };
    if (unit !== undefined || currency !== undefined || !isNumber) return { unit, currency };
    return around(leaf, key, contexts);
  };
}

/** How far up an object still speaks for a number. */
const MAX_UP = 4;

function around({ path }: Leaf, key: string, contexts: ReadonlyMap<string, Context>): Measure {
  const block = contexts.get('')?.byKey.get(key);
  let unit: string | undefined = block;
  let currency: string | undefined;
  let numbers: number | undefined;
  for (let length = path.length - 1; length >= Math.max(0, path.length - 1 - MAX_UP); length -= 1) {
    const context = contexts.get(placeOf(path, length));
    if (!context) continue;
    numbers ??= context.numbers;
    unit ??= context.byKey.get(key) ?? (numbers === 1 || NEUTRAL.test(key) ? context.unit : undefined);
    currency ??= context.currency;
    if (unit !== undefined && currency !== undefined) break;
  }
  return { unit, currency: unit === undefined ? currency : undefined };
}

function placeOf(path: readonly string[], length: number): string {
  return `/${path.slice(0, length).join('/')}`;
}

/** Undefined where no object of the result names a unit or a currency for its neighbours. */
function contextsOf(leaves: readonly Leaf[]): ReadonlyMap<string, Context> | undefined {
  const contexts = new Map<string, Context>();
  let isTelling = false;
  const at = (place: string): Context => {
    const known = contexts.get(place) ?? { byKey: new Map(), numbers: 0 };
    contexts.set(place, known);
    return known;
  };
  const whole: Context = { byKey: new Map(), numbers: 0 };
  for (const { leaf, path, text } of leaves) {
    const key = path.at(-1) ?? '';
    if (leaf === 'number' && path.length > 0) at(placeOf(path, path.length - 1)).numbers += 1;
    if (leaf !== 'string' || text.length > 24 || path.length === 0) continue;
    const told = readTelling({ key, parent: path.at(-2) ?? '', text });
    if (told === undefined) continue;
    isTelling = true;
    const context = at(placeOf(path, path.length - 1));
    if (told.currency) context.currency = told.currency;
    else if (told.unit && told.of === undefined) context.unit = told.unit;
    else if (told.unit && told.of !== undefined) (told.isBlock ? whole : context).byKey.set(told.of, told.unit);
  }
  if (!isTelling) return undefined;
  contexts.set('', whole);
  return contexts;
}

type Telling = { unit?: string | undefined; currency?: string | undefined; of?: string; isBlock?: boolean };

function readTelling({ key, parent, text }: { key: string; parent: string; text: string }): Telling | undefined {
  const name = text.trim().normalize('NFKC');
  if (CURRENCY_KEY.test(key)) return tellingOf({ currency: currencyOf(name) });
  if (UNIT_KEY.test(key)) return tellingOf({ unit: unitIn(name), currency: currencyOf(name) });
  const unit = unitIn(name);
  if (unit === undefined) return undefined;
  if (UNITS_BLOCK.test(parent)) return { unit, of: key, isBlock: true };
  const of = UNIT_OF.exec(key)?.[1];
  return of === undefined ? undefined : { unit, of };
}

function tellingOf(told: Telling): Telling | undefined {
  return told.currency === undefined && told.unit === undefined ? undefined : told;
}

/** `km/h`, `mg/L` and plain names; `C` and `F` are degrees here. */
function unitIn(name: string): string | undefined {
  if (name === 'C' || name === 'F') return unitOf(`°${name}`);
  const known = unitOf(name);
  if (known !== undefined) return known;
  const [of = '', per] = name.split('/');
  const unit = per === undefined ? undefined : unitOf(of);
  return unit === undefined || per === undefined ? undefined : `${unit}/${unitOf(per) ?? per}`;
}
