import { canonicalText } from '../../../domain/values/canonical.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallSlot } from '../specification/call-plan.ts';
import { type CompiledCall, fitsCall, hasOutcome, hasTurn } from '../specification/expected-call.ts';

/** How well slots and calls go together; each pair is compared at most once. */
export type PairTable = {
  /** The call is all that the slot asks for, but for its place in the order. */
  fits(slot: number, column: number): boolean;
  /** Share of the arguments that are right, 0 to 1; 0 for another tool and for arguments that could not be read. */
  credit(slot: number, column: number): number;
  /** The choice of the slot that the call comes nearest to. */
  choice(slot: number, column: number): CompiledCall;
  /** The call's tool is one of the slot's. */
  isOfTool(slot: number, column: number): boolean;
};

/** Below this many pairs, looking for equal calls costs more than it saves. */
const fewPairs = 4096;

export function pairTable(slots: readonly CallSlot[], calls: readonly MadeCall[]): PairTable {
  const isLarge = slots.length * calls.length > fewPairs;
  const rows = isLarge ? classesOf(slots.map(({ choices }) => choices)) : undefined;
  const columns = isLarge ? classesOf(calls.map(keyOf)) : undefined;
  const width = calls.length;
  const at = (slot: number, column: number) =>
    rows === undefined || columns === undefined
      ? slot * width + column
      : (rows[slot] as number) * width + (columns[column] as number);
  /** 0 = not known yet, 1 = fits, 2 = does not. */
  const known = new Uint8Array(slots.length * width);
  let credits: Float64Array | undefined;
  const fits = (slot: number, column: number): boolean => {
    const index = at(slot, column);
    if (known[index] === 0) known[index] = slotFits(slots[slot] as CallSlot, calls[column] as MadeCall) ? 1 : 2;
    return known[index] === 1;
  };
  return {
    fits,
    credit: (slot, column) => {
      credits ??= new Float64Array(slots.length * width).fill(-1);
      const index = at(slot, column);
      if (credits[index] === -1) {
        const call = calls[column] as MadeCall;
        const { choices } = slots[slot] as CallSlot;
        let most = 0;
        for (const choice of choices) most = Math.max(most, creditOf(choice, call));
        credits[index] = most;
      }
      return credits[index] as number;
    },
    choice: (slot, column) => nearestChoice(slots[slot] as CallSlot, calls[column] as MadeCall),
    isOfTool: (slot, column) => {
      const { name } = calls[column] as MadeCall;
      return (slots[slot] as CallSlot).choices.some(({ tool }) => tool === name);
    },
  };
}

function slotFits({ choices }: CallSlot, call: MadeCall): boolean {
  for (const choice of choices) {
    if (fitsCall(choice, call)) return true;
  }
  return false;
}

function creditOf(wanted: CompiledCall, call: MadeCall): number {
  if (wanted.tool !== call.name || call.arguments === undefined) return 0;
  if (!wanted.asksArguments || wanted.arguments.matches(call.arguments)) return 1;
  return wanted.arguments.credit(call.arguments);
}

function nearestChoice({ choices }: CallSlot, call: MadeCall): CompiledCall {
  let best = choices[0] as CompiledCall;
  if (choices.length === 1) return best;
  let most = -1;
  for (const choice of choices) {
    if (choice.tool !== call.name) continue;
    const right = hasTurn(choice, call) && hasOutcome(choice, call) ? 1 : 0;
    const nearness = creditOf(choice, call) + right;
    if (nearness > most) [best, most] = [choice, nearness];
  }
  return best;
}

/** Equal calls are compared once. */
function keyOf({ name, arguments: values, outcome, turn }: MadeCall): string {
  return `${name}\n${outcome}\n${turn}\n${values === undefined ? '' : canonicalText(values)}`;
}

/** Index of the first equal key, by index. */
function classesOf(keys: readonly unknown[]): Int32Array {
  const first = new Map<unknown, number>();
  return Int32Array.from(keys, (key, index) => {
    const known = first.get(key);
    if (known !== undefined) return known;
    first.set(key, index);
    return index;
  });
}
