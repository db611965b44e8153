import { assignPairs } from './assign.ts';
import type { Columns } from './columns.ts';
import type { Weights } from './pair-table.ts';

/** How equally good pairings are told apart: early calls first, or the one in which fewest pairs cross. */
export type Preference = 'early' | 'uncrossed';
type Choosing = { preference: Preference; only?: readonly number[] | undefined };
type Group = { rows: number[]; columns: number[] };

/** The pairing with the greatest sum of weights, without regard to order. */
export function assignFreely(weights: Weights, { preference, only }: Choosing): Columns {
  const { rows, values } = weights;
  const columns = values.length / rows;
  const assigned: Columns = new Int32Array(rows).fill(-1);
  const prefer = preferenceOf(preference, rows, columns);
  for (const group of connectedGroups(weights, only)) {
    const chosen = assignPairs(group.rows.length, group.columns.length, (row, column) => {
      const [slot, at] = [group.rows[row] as number, group.columns[column] as number];
      return (values[at * rows + slot] as number) - prefer(slot, at);
    });
    for (let row = 0; row < chosen.length; row += 1) {
      const [slot, column] = [group.rows[row] as number, group.columns[chosen[row] as number]];
      if (column !== undefined && (values[column * rows + slot] as number) > 0) assigned[slot] = column;
    }
  }
  return assigned;
}

/** Too small to outweigh anything that a weight says. */
function preferenceOf(preference: Preference, rows: number, columns: number): (row: number, column: number) => number {
  // Of equally good pairings the one that crosses least is wanted: distance squared is least when nothing crosses.
  const crossing = (row: number, column: number) => (row / rows - column / columns) ** 2;
  if (preference === 'uncrossed') return (row, column) => crossing(row, column) * 1e-4;
  return (row, column) => (column / columns) * 1e-5 + crossing(row, column) * 1e-8;
}

/** Slots and calls that can be paired with each other, directly or in a chain, by themselves. */
function connectedGroups({ rows, values }: Weights, only: readonly number[] | undefined): Group[] {
  const leader = Int32Array.from({ length: rows }, (_, slot) => slot);
  const members = only ?? [...leader];
  const groupOfColumn = new Int32Array(values.length / rows).fill(-1);
  for (let column = 0; column < groupOfColumn.length; column += 1) {
    for (const slot of members) {
      if (values[column * rows + slot] === 0) continue;
      const root = find(leader, slot);
      if (groupOfColumn[column] === -1) groupOfColumn[column] = root;
      else leader[root] = find(leader, groupOfColumn[column] as number);
    }
  }
  const groups = new Map<number, Group>();
  groupOfColumn.forEach((member, column) => {
    if (member === -1) return;
    const root = find(leader, member);
    const group = groups.get(root);
    if (group === undefined) groups.set(root, { rows: [], columns: [column] });
    else group.columns.push(column);
  });
  for (const slot of members) groups.get(find(leader, slot))?.rows.push(slot);
  return [...groups.values()];
}

function find(leader: Int32Array, slot: number): number {
  let root = slot;
  while (leader[root] !== root) {
    leader[root] = leader[leader[root] as number] as number;
    root = leader[root] as number;
  }
  return root;
}
