import type { Columns } from '../columns.ts';
import { findPrices } from './find-prices.ts';
import type { Kinds } from './kinds-of-calls.ts';
import { type Choice, chooseFrom, countAll, type Market, type Owner, sumOf } from './owner.ts';

/** How much may be looked at: some seconds' worth. */
const maxWork = 4_000_000;
/** So many states of all owners together are looked at sooner than the search ends. */
const fewStates = 20_000;
/** Sums that differ by less are the same. */
const least = 1e-7;

type Problem = Market & { owners: readonly Owner[]; prices: Float64Array };
type Share = {
  /** The most and the least that each owner has of each kind of call; what it has at least, the others do not have. */
  most: readonly Uint16Array[];
  least: readonly Uint16Array[];
  /** What it chooses then: for nothing, and where calls have their prices. */
  free: readonly Choice[];
  priced: readonly Choice[];
};

/**
 * What several owners choose when the sum is greatest. Each takes what is best for it; where that is more calls of a kind
 * than there are, one of them has what it wants, or less of it, in turn (branch and bound). No sharing is worth more than
 * what all choose who ask nobody, nor than what all choose at any prices together with the prices of all calls (Lagrangian
 * relaxation), so most tries end at once. Undefined when that takes longer than one order for all, or too long.
 */
export function searchShares(
  owners: readonly Owner[],
  { hasOneOrder, ...market }: Market & { hasOneOrder: boolean },
): readonly Columns[] | undefined {
  const { kinds } = market;
  const sizes = Uint16Array.from(kinds.members, (members) => members.length);
  const free = owners.map((owner) => chooseFrom(owner, market, { most: sizes }));
  if (tooMany(free, kinds) === -1) return settle(owners, free, kinds);
  const { prices, known, work } = findPrices(owners, market);
  const isFew = hasOneOrder && owners.reduce((product, { states }) => product * states, 1) <= fewStates;
  const problem: Problem = { ...market, owners, prices };
  let best = known;
  let left = maxWork - work;
  const open: Share[] = [
    {
      most: owners.map(() => sizes),
      least: owners.map(() => new Uint16Array(sizes.length)),
      free,
      priced: owners.map((owner) => chooseFrom(owner, market, { most: sizes, prices })),
    },
  ];
  for (let share = open.pop(); share !== undefined; share = open.pop()) {
    if (boundOf(share, problem) <= sumOf(best) + least) continue;
    const kind = tooMany(share.free, kinds);
    if (kind === -1) best = share.free;
    else open.push(...sharesOf(kind, share, problem));
    left -= 2 * owners.reduce((sum, owner) => sum + owner.work, 0);
    if (left < 0 || isFew) return undefined;
  }
  return settle(owners, best, kinds);
}

/** More than any sharing comes to in which nobody has more than it may. */
function boundOf({ most, free, priced }: Share, { prices, kinds }: Problem): number {
  const costs = prices.reduce((sum, price, kind) => {
    const wanted = most.reduce((all, one) => all + (one[kind] as number), 0);
    return sum + price * Math.min(wanted, kinds.members[kind]?.length ?? 0);
  }, 0);
  return Math.min(sumOf(free), sumOf(priced) + costs);
}

/** The kind of which most calls too many are wanted; -1 for none. */
function tooMany(choices: readonly Choice[], { members }: Kinds): number {
  const all = countAll(choices, { members, kindOf: new Int32Array() });
  let [worst, surplus] = [-1, 0];
  all.forEach((count, kind) => {
    const more = count - (members[kind]?.length ?? 0);
    if (more > surplus) [worst, surplus] = [kind, more];
  });
  return worst;
}

/** The owner that would lose most has all it wants of a kind, or less; what is to be tried first comes last. */
function sharesOf(kind: number, share: Share, problem: Problem): Share[] {
  const { owners, kinds } = problem;
  const countOf = (index: number) => share.free[index]?.counts[kind] ?? 0;
  const leastOf = (index: number) => share.least[index]?.[kind] ?? 0;
  let [without, loss]: [Share | undefined, number] = [undefined, -1];
  let loser = -1;
  owners.forEach((_, index) => {
    if (countOf(index) <= leastOf(index)) return;
    const less = withMost(share, [[index, countOf(index) - 1]], { kind, problem });
    const lost = sumOf(share.free) - sumOf(less.free);
    if (lost > loss) [without, loss, loser] = [less, lost, index];
  });
  const count = countOf(loser);
  const sure = share.least.reduce((sum, one, index) => sum + (index === loser ? count : (one[kind] as number)), 0);
  const size = kinds.members[kind]?.length ?? 0;
  const found = without === undefined ? [] : [without as Share];
  if (sure > size) return found;
  const most = owners.flatMap((_, index): [number, number][] =>
    index === loser ? [] : [[index, size - sure + leastOf(index)]],
  );
  const rest = withMost(share, most, { kind, problem });
  const reserved = share.least.map((one, index) => (index === loser ? one.with(kind, count) : one));
  return [...found, { ...rest, least: reserved }];
}

/** The same when some owners have no more of a kind than this. */
function withMost(
  share: Share,
  limits: readonly (readonly [index: number, most: number])[],
  { kind, problem }: { kind: number; problem: Problem },
): Share {
  const { owners, prices } = problem;
  const [most, free, priced] = [[...share.most], [...share.free], [...share.priced]];
  for (const [index, limit] of limits) {
    const before = most[index] as Uint16Array;
    if (limit >= (before[kind] as number)) continue;
    const own = before.with(kind, limit);
    most[index] = own;
    const isOver = (choice: Choice | undefined) => (choice?.counts[kind] ?? 0) > limit;
    const owner = owners[index] as Owner;
    if (isOver(free[index])) free[index] = chooseFrom(owner, problem, { most: own });
    if (isOver(priced[index])) priced[index] = chooseFrom(owner, problem, { most: own, prices });
  }
  return { ...share, most, free, priced };
}

/** Calls of a kind are worth the same to all: each owner has others of them. */
function settle(owners: readonly Owner[], choices: readonly Choice[], { kindOf, members }: Kinds): Columns[] {
  const next = members.map(() => 0);
  return choices.map(({ columns }, index) => {
    const settled = columns.slice();
    for (const slot of owners[index]?.slots ?? []) {
      const kind = kindOf[columns[slot] as number];
      if (kind === undefined) continue;
      settled[slot] = members[kind]?.[next[kind] as number] as number;
      next[kind] = (next[kind] as number) + 1;
    }
    return settled;
  });
}
