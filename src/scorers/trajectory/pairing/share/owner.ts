import type { Columns } from '../columns.ts';
import type { Weights } from '../pair-table.ts';
import type { Kinds } from './kinds-of-calls.ts';

/** Slots that are paired by themselves: `choose` takes the calls that are worth most to them, whoever else wants those. */
export type Owner = {
  slots: readonly number[];
  choose(weights: Weights): Columns;
  /** How many states its own order has. */
  states: number;
  /** How much there is to look at for one choice. */
  work: number;
};

/** What an owner chose, and what that is worth to it. */
export type Choice = { columns: Columns; value: number /** How many calls of each kind. */; counts: Uint16Array };

/** How many calls of each kind an owner may have, and what it pays for one. */
export type Offer = { most: Uint16Array; prices?: Float64Array | undefined };

/** What an owner chooses from the calls that it may have, when it has to pay for them. */
export function chooseFrom(owner: Owner, { weights, kinds }: Market, { most, prices }: Offer): Choice {
  const { rows, values } = weights;
  const own = new Float64Array(values.length);
  kinds.members.forEach((members, kind) => {
    const price = prices?.[kind] ?? 0;
    for (const column of members.slice(0, most[kind])) {
      for (const slot of owner.slots) {
        const at = column * rows + slot;
        if ((values[at] as number) > price) own[at] = (values[at] as number) - price;
      }
    }
  });
  const columns = owner.choose({ rows, values: own });
  const counts = new Uint16Array(kinds.members.length);
  let value = 0;
  for (const slot of owner.slots) {
    const column = columns[slot] as number;
    if (column < 0) continue;
    value += own[column * rows + slot] as number;
    const kind = kinds.kindOf[column] as number;
    counts[kind] = (counts[kind] as number) + 1;
  }
  return { columns, value, counts };
}

export type Market = { weights: Weights; kinds: Kinds };

/** How many calls of each kind all chose together. */
export function countAll(choices: readonly Choice[], kinds: Kinds): Uint16Array {
  const all = new Uint16Array(kinds.members.length);
  for (const { counts } of choices) {
    for (let kind = 0; kind < counts.length; kind += 1) all[kind] = (all[kind] as number) + (counts[kind] as number);
  }
  return all;
}

export function sumOf(choices: readonly Choice[]): number {
  return choices.reduce((sum, { value }) => sum + value, 0);
}
