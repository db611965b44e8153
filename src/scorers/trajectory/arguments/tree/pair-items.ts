import type { JsonValue } from '../../../../domain/values/json-value.ts';
import { singleText } from './flat-members.ts';
import type { Node } from './node.ts';

/**
 * For each expected item the position of the item that stands for it, -1 for none: as many pairs as possible, each item
 * used once.
 */
export function pairItems(nodes: readonly Node[], items: readonly JsonValue[], matches: Matches): number[] {
  return nodes.every(({ kind }) => kind === 'value') ? pairValues(nodes, items) : pairMost(nodes, items, matches);
}

type Matches = (node: Node, item: JsonValue | undefined) => boolean;

/** Single values are equal or not, so that counting is enough. */
function pairValues(nodes: readonly Node[], items: readonly JsonValue[]): number[] {
  const positions = new Map<string, number[]>();
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const text = singleText(items[index] as JsonValue);
    const known = positions.get(text);
    if (known === undefined) positions.set(text, [index]);
    else known.push(index);
  }
  return nodes.map((node) => (node.kind === 'value' ? positions.get(singleText(node.value))?.pop() : undefined) ?? -1);
}

/** Maximum bipartite matching by augmenting paths (Kuhn); each pair of items is compared at most once. */
function pairMost(nodes: readonly Node[], items: readonly JsonValue[], matches: Matches): number[] {
  const known = new Uint8Array(nodes.length * items.length);
  const fits = (row: number, column: number): boolean => {
    const at = row * items.length + column;
    if (known[at] === 0) known[at] = matches(nodes[row] as Node, items[column]) ? 1 : 2;
    return known[at] === 1;
  };
  const columnOf = new Array<number>(nodes.length).fill(-1);
  const rowOf = new Array<number>(items.length).fill(-1);
  for (let row = 0; row < nodes.length; row += 1) {
    const straight = row < items.length && rowOf[row] === -1 && fits(row, row);
    if (straight) {
      columnOf[row] = row;
      rowOf[row] = row;
    }
  }
  for (let row = 0; row < nodes.length; row += 1) {
    if (columnOf[row] === -1) augment(row, { fits, columnOf, rowOf, seen: new Uint8Array(items.length) });
  }
  return columnOf;
}

type Matching = {
  fits(row: number, column: number): boolean;
  columnOf: number[];
  rowOf: number[];
  seen: Uint8Array;
};

/** Breadth first, so that a long chain of exchanges needs no stack. */
function augment(start: number, { fits, columnOf, rowOf, seen }: Matching): void {
  const cameFrom = new Map<number, number>();
  const open = [start];
  for (const row of open) {
    for (let column = 0; column < rowOf.length; column += 1) {
      if (seen[column] === 1 || !fits(row, column)) continue;
      seen[column] = 1;
      cameFrom.set(column, row);
      const owner = rowOf[column] as number;
      if (owner !== -1) {
        open.push(owner);
        continue;
      }
      exchange(column, { cameFrom, columnOf, rowOf });
      return;
    }
  }
}

function exchange(
  last: number,
  { cameFrom, columnOf, rowOf }: { cameFrom: ReadonlyMap<number, number>; columnOf: number[]; rowOf: number[] },
): void {
  for (let column = last; column !== -1; ) {
    const row = cameFrom.get(column) as number;
    const freed = columnOf[row] as number;
    columnOf[row] = column;
    rowOf[column] = row;
    column = freed;
  }
}
