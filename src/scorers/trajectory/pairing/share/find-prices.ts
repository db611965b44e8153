import { columnPrices } from '../assign.ts';
import { type Choice, chooseFrom, countAll, type Market, type Owner, sumOf } from './owner.ts';

const mostRounds = 30;
/** Rounds without a better bound, after which steps are halved. */
const patience = 4;
const leastStep = 1e-3;

export type Found = {
  /** Price of a call of each kind. */
  prices: Float64Array;
  /** The best sharing that was met on the way. */
  known: readonly Choice[];
  /** What was looked at. */
  work: number;
};

/**
 * Prices of calls at which owners want about what there is. They begin with what a call is worth where no order has to be
 * kept; then what is wanted too often becomes dearer, and what nobody wants cheaper (subgradient method of Held and Karp,
 * with Polyak's steps).
 */
export function findPrices(owners: readonly Owner[], market: Market): Found {
  const { kinds } = market;
  const sizes = Uint16Array.from(kinds.members, (members) => members.length);
  const cost = 2 * owners.reduce((sum, owner) => sum + owner.work, 0);
  let prices = firstPrices(owners, market);
  let best = { prices, bound: Number.POSITIVE_INFINITY };
  let known = chooseInTurn(owners, market, new Float64Array(sizes.length));
  let [step, since, work] = [1, 0, cost];
  for (let round = 0; round < mostRounds && step > leastStep; round += 1) {
    const choices = owners.map((owner) => chooseFrom(owner, market, { most: sizes, prices }));
    const bound = sumOf(choices) + prices.reduce((sum, price, kind) => sum + price * (sizes[kind] as number), 0);
    since = bound < best.bound - 1e-9 ? 0 : since + 1;
    if (bound < best.bound) best = { prices, bound };
    if (since === patience) [step, since] = [step / 2, 0];
    const found = chooseInTurn(owners, market, prices);
    if (sumOf(found) > sumOf(known)) known = found;
    work += cost;
    const gap = best.bound - sumOf(known);
    const surplus = Float64Array.from(countAll(choices, kinds), (count, kind) => count - (sizes[kind] as number));
    const slope = surplus.reduce((sum, one, kind) => sum + (one > 0 || (prices[kind] as number) > 0 ? one ** 2 : 0), 0);
    if (gap < 1e-7 || slope === 0) break;
    const length = (step * gap) / slope;
    prices = prices.map((price, kind) => Math.max(0, price + length * (surplus[kind] as number)));
  }
  return { prices: best.prices, known, work };
}

function firstPrices(owners: readonly Owner[], { weights, kinds }: Market): Float64Array {
  const { rows, values } = weights;
  const slots = owners.flatMap((owner) => owner.slots);
  const byColumn = columnPrices(slots.length, kinds.kindOf.length, (row, column) => {
    return values[column * rows + (slots[row] as number)] as number;
  });
  return Float64Array.from(kinds.members, (members) =>
    Math.min(...members.map((column) => byColumn[column] as number)),
  );
}

/** Each owner in turn takes what is best at these prices and is still there, and the last what is best for nothing. */
function chooseInTurn(owners: readonly Owner[], market: Market, prices: Float64Array): Choice[] {
  const most = Uint16Array.from(market.kinds.members, (members) => members.length);
  return owners.map((owner, index) => {
    const isLast = index === owners.length - 1;
    const choice = chooseFrom(owner, market, { most, prices: isLast ? undefined : prices });
    let paid = 0;
    choice.counts.forEach((count, kind) => {
      most[kind] = (most[kind] as number) - count;
      if (!isLast) paid += count * (prices[kind] as number);
    });
    return { ...choice, value: choice.value + paid };
  });
}
