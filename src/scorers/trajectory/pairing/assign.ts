/**
 * Pairs rows with columns so that the sum of weights is greatest; every row gets a column, or every column a row,
 * whichever are fewer. Returns the column of each row, -1 for none. Weights are finite. Hungarian method with potentials
 * (Kuhn 1955, Munkres 1957), O(rows² · columns) for rows <= columns.
 */
export function assignPairs(rows: number, columns: number, weight: Weight): number[] {
  if (rows <= columns) return assignNearly(rows, columns, (row, column) => -weight(row, column));
  const rowOf = assignNearly(columns, rows, (column, row) => -weight(row, column));
  const columnOf = new Array<number>(rows).fill(-1);
  rowOf.forEach((row, column) => {
    columnOf[row] = column;
  });
  return columnOf;
}

/** What each column is worth to whoever has it: about as much as the sum would lose without it, and never less than 0. */
export function columnPrices(rows: number, columns: number, weight: Weight): Float64Array {
  const prices = (potential: Float64Array) => Float64Array.from(potential.subarray(1), (one) => Math.max(0, -one));
  return rows <= columns
    ? prices(assignRows({ rows, columns }, (row, column) => -weight(row, column)).columnPotential)
    : prices(assignRows({ rows: columns, columns: rows }, (column, row) => -weight(row, column)).rowPotential);
}

type Weight = (row: number, column: number) => number;
/** With `isReduced`, for as many rows as columns, most are assigned at once; then potentials are no prices. */
type Size = { rows: number; columns: number; isReduced?: boolean };
type Assigned = { columnOf: number[]; rowPotential: Float64Array; columnPotential: Float64Array };

/** Below this many columns there is nothing to save. */
const fewColumns = 64;

/** Where there are about as many rows as columns, rows that cost nothing fill them up: then most are assigned at once. */
function assignNearly(rows: number, columns: number, cost: Weight): number[] {
  if (columns < fewColumns || columns > 1.25 * rows) return assignRows({ rows, columns }, cost).columnOf;
  const square = { rows: columns, columns, isReduced: true };
  return assignRows(square, (row, column) => (row < rows ? cost(row, column) : 0)).columnOf.slice(0, rows);
}

/**
 * Begins with the cheapest row of each column, where every column gets a row in the end (column reduction of Jonker and
 * Volgenant): what is left over is little where many costs are alike.
 */
function assignCheapest(costs: Float64Array, size: number, { rowAt, columnPotential }: Begun): Uint8Array {
  const isAssigned = new Uint8Array(size + 1);
  for (let column = 1; column <= size; column += 1) {
    let cheapest = 1;
    for (let row = 2; row <= size; row += 1) {
      const [cost, least] = [costs[(row - 1) * size + column - 1], costs[(cheapest - 1) * size + column - 1]];
      if ((cost as number) < (least as number)) cheapest = row;
    }
    columnPotential[column] = costs[(cheapest - 1) * size + column - 1] as number;
    if (isAssigned[cheapest] === 1) continue;
    isAssigned[cheapest] = 1;
    rowAt[column] = cheapest;
  }
  return isAssigned;
}

type Begun = { rowAt: Int32Array; columnPotential: Float64Array };

/** Cheapest assignment for rows <= columns. Index 0 of every array stands for "not yet", so all count from 1. */
function assignRows({ rows, columns, isReduced = false }: Size, cost: Weight): Assigned {
  const costs = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) costs[row * columns + column] = cost(row, column);
  }
  const rowPotential = new Float64Array(rows + 1);
  const columnPotential = new Float64Array(columns + 1);
  const rowAt = new Int32Array(columns + 1);
  const cameFrom = new Int32Array(columns + 1);
  const slack = new Float64Array(columns + 1);
  const isDone = new Uint8Array(columns + 1);
  const isAssigned = isReduced ? assignCheapest(costs, rows, { rowAt, columnPotential }) : undefined;
  for (let row = 1; row <= rows; row += 1) {
    if (isAssigned?.[row] === 1) continue;
    rowAt[0] = row;
    slack.fill(Number.POSITIVE_INFINITY);
    isDone.fill(0);
    let column = 0;
    do {
      isDone[column] = 1;
      const from = rowAt[column] as number;
      const base = (from - 1) * columns - 1;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let to = 1; to <= columns; to += 1) {
        if (isDone[to] === 1) continue;
        const reduced = (costs[base + to] as number) - (rowPotential[from] as number) - (columnPotential[to] as number);
        if (reduced < (slack[to] as number)) {
          slack[to] = reduced;
          cameFrom[to] = column;
        }
        if ((slack[to] as number) < delta) {
          delta = slack[to] as number;
          next = to;
        }
      }
      for (let to = 0; to <= columns; to += 1) {
        if (isDone[to] === 1) {
          const owner = rowAt[to] as number;
          rowPotential[owner] = (rowPotential[owner] as number) + delta;
          columnPotential[to] = (columnPotential[to] as number) - delta;
        } else slack[to] = (slack[to] as number) - delta;
      }
      column = next;
    } while (rowAt[column] !== 0);
    for (; column !== 0; column = cameFrom[column] as number)
      rowAt[column] = rowAt[cameFrom[column] as number] as number;
  }
  const columnOf = new Array<number>(rows).fill(-1);
  for (let column = 1; column <= columns; column += 1) {
    const row = rowAt[column] as number;
    if (row > 0) columnOf[row - 1] = column - 1;
  }
  return { columnOf, rowPotential, columnPotential };
}
