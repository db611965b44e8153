import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonObject } from '../../domain/values/json-value.ts';
import type { MadeCall } from './made-call.ts';
import type { PlainSpecification } from './specification/plain-specification.ts';

/**
 * The index of the call that stands for each expected one, where a plain specification is fulfilled without a doubt.
 * Undefined says nothing: the calls have to be paired with care.
 */
export function matchQuickly(
  specification: PlainSpecification,
  calls: readonly MadeCall[],
): readonly number[] | undefined {
  const { calls: wanted, order, extra = 'reads' } = specification;
  if (wanted.length > calls.length || (order === 'exact' && wanted.length !== calls.length)) return undefined;
  for (let index = 0; index < calls.length; index += 1) if (calls[index]?.outcome !== 'ok') return undefined;
  const columns = inRow(specification, calls) ?? (order === 'any' ? inHeap(specification, calls) : undefined);
  if (columns === undefined || columns.length === calls.length || extra === 'allow') return columns;
  for (let column = 0; column < calls.length; column += 1) {
    const { effect } = calls[column] as MadeCall;
    if ((extra === 'forbid' || effect !== 'read') && !columns.includes(column)) return undefined;
  }
  return columns;
}

function inRow(
  { calls: wanted, match }: PlainSpecification,
  calls: readonly MadeCall[],
): readonly number[] | undefined {
  const columns: number[] = [];
  for (let row = 0, column = 0; row < wanted.length; row += 1, column += 1) {
    while (column < calls.length && !isSame(wanted[row] as Wanted, calls[column] as MadeCall, match)) column += 1;
    if (column === calls.length) return undefined;
    columns.push(column);
  }
  return columns;
}

function inHeap(
  { calls: wanted, match }: PlainSpecification,
  calls: readonly MadeCall[],
): readonly number[] | undefined {
  const columns: number[] = [];
  const used: boolean[] = [];
  for (let row = 0; row < wanted.length; row += 1) {
    let column = 0;
    while (
      column < calls.length &&
      (used[column] === true || !isSame(wanted[row] as Wanted, calls[column] as MadeCall, match))
    )
      column += 1;
    if (column === calls.length) return undefined;
    used[column] = true;
    columns.push(column);
  }
  return columns;
}

type Wanted = PlainSpecification['calls'][number];

/** Words and numbers that are the same; what might be the same in another way is left to the matcher. */
function isSame({ tool, arguments: wanted }: Wanted, call: MadeCall, match: PlainSpecification['match']): boolean {
  if (tool !== call.name) return false;
  const { arguments: given } = call;
  if (given === undefined || wanted === undefined) return given !== undefined;
  if (!isObject(given)) return false;
  let keys = 0;
  for (const key in wanted) {
    if (given[key] !== wanted[key] || !Object.hasOwn(given, key)) return false;
    keys += 1;
  }
  return match !== 'exact' || keys === countKeys(given);
}

function countKeys(object: JsonObject): number {
  let keys = 0;
  for (const _ in object) keys += 1;
  return keys;
}
