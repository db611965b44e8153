import type { CallItemInput } from '../../../src/scorers/trajectory/specification/call-item.ts';
import type { CallsSpecificationInput } from '../../../src/scorers/trajectory/specification/calls-specification.ts';

export type Made = { name: string; arguments: { id: number }; step: number; effect: 'read' | 'write' | 'unknown' };
type Call = { tool: string; arguments?: unknown; id?: string | undefined; after?: string[] | undefined };
type Tree = Slot | { kind: 'seq' | 'par' | 'together'; parts: Tree[] };
type Slot = { call: Call };

/** The same question, answered the slow way: every way to fulfil the list, and every pairing. */
export function passesByTryingAll(specification: CallsSpecificationInput, made: readonly Made[]): boolean {
  const { calls, order = 'sequence', missing } = specification;
  const extra = order === 'exact' ? 'forbid' : (specification.extra ?? 'reads');
  const isFree = order === 'any' || order === 'partial';
  const lists = product(calls.map((item) => waysOf(item, made.length)));
  const limits = limitedIn(calls);
  return lists.some((parts) => {
    const root: Tree = { kind: isFree ? 'par' : 'seq', parts };
    const slots = slotsIn(root);
    return pairings(slots, made, missing === 'allow').some((columns) => {
      const stepOf = (slot: Slot) => made[columns.get(slot) ?? -1]?.step;
      if (!isInOrder(root, slots, stepOf, isFree) || !hasWaited(slots, stepOf)) return false;
      const used = new Set(columns.values());
      return made.every((call, column) => used.has(column) || isLetPass(call, extra, limits));
    });
  });
}

function isLetPass(call: Made, extra: string, limits: readonly Call[]): boolean {
  return (
    (extra === 'allow' || (extra === 'reads' && call.effect === 'read')) && !limits.some((limit) => fits(limit, call))
  );
}

function fits(wanted: Call, call: Made): boolean {
  const { id } = (wanted.arguments ?? {}) as { id?: number };
  return wanted.tool === call.name && (id === undefined || id === call.arguments.id);
}

function limitedIn(items: readonly CallItemInput[]): Call[] {
  return items.flatMap((item) => {
    if ('tool' in item) return [];
    if ('repeat' in item) return item.max === undefined ? [] : [item.repeat as Call];
    const inner =
      'anyOrder' in item
        ? item.anyOrder
        : 'optional' in item
          ? [item.optional]
          : 'oneOf' in item
            ? item.oneOf.flat()
            : item.together;
    return limitedIn(inner as CallItemInput[]);
  });
}

/** Everything that fulfils an item, as trees whose slots all are filled. */
function waysOf(item: CallItemInput, most: number): Tree[] {
  if ('tool' in item) return [{ call: item as Call }];
  if ('anyOrder' in item)
    return product(item.anyOrder.map((one) => waysOf(one, most))).map((parts) => ({ kind: 'par', parts }));
  if ('together' in item) return [{ kind: 'together', parts: item.together.map((call) => ({ call: call as Call })) }];
  if ('optional' in item) return [{ kind: 'seq', parts: [] }, ...waysOf(item.optional, most)];
  if ('oneOf' in item)
    return item.oneOf.flatMap((way) =>
      Array.isArray(way)
        ? product(way.map((one) => waysOf(one, most))).map((parts): Tree => ({ kind: 'seq', parts }))
        : waysOf(way, most),
    );
  const { min = 1, max = most } = item;
  const times = Array.from(
    { length: Math.max(0, Math.min(max, Math.max(min, most)) - min + 1) },
    (_, index) => min + index,
  );
  return times.flatMap((count) =>
    product(Array.from({ length: count }, () => waysOf(item.repeat, most))).map(
      (parts): Tree => ({ kind: 'seq', parts }),
    ),
  );
}

function product<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((one) => list.map((item) => [...one, item])), [[]]);
}

function slotsIn(tree: Tree): Slot[] {
  return 'call' in tree ? [tree] : tree.parts.flatMap(slotsIn);
}

function pairings(slots: readonly Slot[], made: readonly Made[], mayMiss: boolean): Map<Slot, number>[] {
  const [slot, ...rest] = slots;
  if (slot === undefined) return [new Map()];
  if (slots.length > made.length && !mayMiss) return [];
  return pairings(rest, made, mayMiss).flatMap((columns) => {
    const used = new Set(columns.values());
    const taken = made.flatMap((call, column) =>
      !used.has(column) && fits(slot.call, call) ? [new Map([...columns, [slot, column]])] : [],
    );
    return mayMiss ? [columns, ...taken] : taken;
  });
}

function isInOrder(
  tree: Tree,
  all: readonly Slot[],
  stepOf: (slot: Slot) => number | undefined,
  isFree: boolean,
): boolean {
  if ('call' in tree) return true;
  const steps = tree.parts.map((part) => slotsIn(part).flatMap((slot) => stepOf(slot) ?? []));
  if (tree.kind === 'together' && new Set(steps.flat()).size > 1) return false;
  if (tree.kind === 'seq' && !isFree) {
    const filled = steps.filter((part) => part.length > 0);
    for (let at = 0; at < filled.length; at += 1) {
      for (let later = at + 1; later < filled.length; later += 1) {
        if (Math.max(...filled[at]!) > Math.min(...filled[later]!)) return false;
      }
    }
  }
  return tree.parts.every((part) => isInOrder(part, all, stepOf, isFree));
}

function hasWaited(slots: readonly Slot[], stepOf: (slot: Slot) => number | undefined): boolean {
  return slots.every((slot) =>
    (slot.call.after ?? []).every((id) => {
      const needed = slots.find(({ call }) => call.id === id);
      const [here, there] = [stepOf(slot), needed && stepOf(needed)];
      return here === undefined || there === undefined || there < here;
    }),
  );
}
