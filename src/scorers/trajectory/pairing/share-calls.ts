import type { MadeCall } from '../made-call.ts';
import type { Columns } from './columns.ts';
import type { Weights } from './pair-table.ts';
import { competingOwners } from './share/competing-owners.ts';
import { kindsOfCalls } from './share/kinds-of-calls.ts';
import type { Owner } from './share/owner.ts';
import { searchShares } from './share/search-shares.ts';
import { TooMuchToCompare } from './too-much-to-compare.ts';

type Problem = {
  weights: Weights;
  calls: readonly MadeCall[];
  /** The best pairing of these slots in one order, for all of their owners; undefined where that is too much as well. */
  chooseTogether?: ((slots: readonly number[]) => Columns | undefined) | undefined;
};

/**
 * The pairing of greatest sum when several owners, each of which can say what is best for it alone, choose from the same
 * calls. Throws `TooMuchToCompare` when nobody can tell within reason.
 */
export function shareCalls(owners: readonly Owner[], { weights, calls, chooseTogether }: Problem): Columns {
  const columns: Columns = new Int32Array(weights.rows).fill(-1);
  const steps = calls.map(({ step }) => step);
  for (const group of competingOwners(owners, weights)) {
    const slots = group.flatMap((owner) => owner.slots);
    const [first] = group;
    const chosen =
      group.length === 1 && first !== undefined
        ? [first.choose(weights)]
        : searchShares(group, {
            weights,
            kinds: kindsOfCalls(weights, { slots, steps }),
            hasOneOrder: chooseTogether !== undefined,
          });
    const together = chosen === undefined ? chooseTogether?.(slots) : undefined;
    if (chosen === undefined && together === undefined) throw tooMuch(slots.length);
    group.forEach((owner, index) => {
      for (const slot of owner.slots) columns[slot] = (together ?? chosen?.[index])?.[slot] ?? -1;
    });
  }
  return columns;
}

function tooMuch(count: number): TooMuchToCompare {
  return new TooMuchToCompare(
    `${count} expected calls, some of which wait for others, can be paired with the same calls in too many ways to compare: let fewer of them wait, or say more of their arguments.`,
  );
}
