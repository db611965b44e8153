import type { Weights } from '../pair-table.ts';

/** Calls of one message that are worth the same to all: it does not matter which of them an owner has. */
export type Kinds = {
  /** By column; -1 for a call that nobody wants. */
  kindOf: Int32Array;
  /** The columns of each kind. */
  members: readonly (readonly number[])[];
};

export function kindsOfCalls(
  { rows, values }: Weights,
  { slots, steps }: { slots: readonly number[]; steps: readonly number[] },
): Kinds {
  const known = new Map<string, number>();
  const members: number[][] = [];
  const kindOf = Int32Array.from(steps, (step, column) => {
    const worth = slots.map((slot) => values[column * rows + slot] as number);
    if (worth.every((one) => one === 0)) return -1;
    const key = [step, ...worth].join(' ');
    const kind = known.get(key) ?? members.length;
    if (kind === members.length) {
      known.set(key, kind);
      members.push([]);
    }
    members[kind]?.push(column);
    return kind;
  });
  return { kindOf, members };
}
