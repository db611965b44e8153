import type { Weights } from '../pair-table.ts';
import type { Owner } from './owner.ts';

/** Owners that want the same calls, directly or in a chain. */
export function competingOwners(owners: readonly Owner[], { rows, values }: Weights): Owner[][] {
  const leader = owners.map((_, index) => index);
  const find = (index: number): number => {
    const up = leader[index] as number;
    return up === index ? index : find(up);
  };
  for (let column = 0; column * rows < values.length; column += 1) {
    let first: number | undefined;
    owners.forEach(({ slots }, index) => {
      if (!slots.some((slot) => (values[column * rows + slot] as number) > 0)) return;
      if (first === undefined) first = index;
      else leader[find(index)] = find(first);
    });
  }
  const groups = new Map<number, Owner[]>();
  owners.forEach((owner, index) => {
    const root = find(index);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, [owner]);
    else group.push(owner);
  });
  return [...groups.values()];
}
