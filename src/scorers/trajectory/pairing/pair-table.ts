import { canonicalText } from '../../../domain/values/canonical.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallSlot } from '../specification/call-plan.ts';
import { type CompiledCall, fitsCall, hasOutcome, hasTurn } from '../specification/expected-call.ts';
import { type FlatPairs, flatPairs } from './flat-pairs.ts';
import { TooMuchToCompare } from './too-much-to-compare.ts';

/** How a slot and a call stand to each other. */
export const OTHER_TOOL = 0;
export const SAME_TOOL = 1;
export const FITS = 2;

/**
 * A number for every pair of a slot and a call, 0 where they cannot be paired; `at = column * rows + slot`, so that a
 * call's numbers lie side by side.
 */
export type Weights = { rows: number; values: Float64Array };

/** How well slots and calls go together. */
export type PairTable = {
  rows: number;
  /** `OTHER_TOOL`, `SAME_TOOL` or `FITS` of each pair: the call is all that the slot asks for, but for its place. */
  kinds: Uint8Array;
  /** Share of the arguments that are right, of each pair of one tool: 1 where it fits. */
  credits(): Float64Array;
  /** The choice of the slot that the call comes nearest to. */
  choice(slot: number, column: number): CompiledCall;
};

/** Below this many pairs, looking for equal calls costs more than it saves. */
const fewPairs = 2048;
/** What fits into memory without hurting anybody: eight bytes each, a few times over. */
const mostPairs = 16_000_000;

/** Compares every slot with every call of its tools. Throws `TooMuchToCompare` for more than 16 million pairs. */
export function pairTable(slots: readonly CallSlot[], calls: readonly MadeCall[]): PairTable {
  const rows = slots.length;
  if (rows * calls.length > mostPairs)
    throw new TooMuchToCompare(`${rows} expected calls and ${calls.length} calls are too many to compare.`);
  const kinds = new Uint8Array(rows * calls.length);
  const firsts = rows * calls.length > fewPairs ? firstEqual(calls) : undefined;
  const flat = rows * calls.length > fewPairs ? flatPairs(slots, calls) : undefined;
  const byTool = slotsByTool(slots);
  for (let column = 0; column < calls.length; column += 1) {
    const call = calls[column] as MadeCall;
    const first = firsts?.[column] ?? column;
    const members = byTool.get(call.name);
    if (members === undefined) continue;
    for (const slot of members) {
      const at = column * rows + slot;
      if (flat !== undefined && (flat.right[at] as number) < (flat.asked[slot] as number)) kinds[at] = SAME_TOOL;
      else
        kinds[at] = first === column ? kindOf(slots[slot] as CallSlot, call) : (kinds[first * rows + slot] as number);
    }
  }
  let credits: Float64Array | undefined;
  return {
    rows,
    kinds,
    credits() {
      credits ??= creditAll(slots, calls, { kinds, firsts, flat });
      return credits;
    },
    choice: (slot, column) => nearestChoice(slots[slot] as CallSlot, calls[column] as MadeCall),
  };
}

/** Weights of all pairs of one tool. */
export function weighPairs(
  { rows, kinds }: PairTable,
  weigh: (slot: number, column: number, at: number) => number,
): Weights {
  const values = new Float64Array(kinds.length);
  for (let column = 0, at = 0; at < kinds.length; column += 1) {
    for (let slot = 0; slot < rows; slot += 1, at += 1) {
      if (kinds[at] !== OTHER_TOOL) values[at] = weigh(slot, column, at);
    }
  }
  return { rows, values };
}

function slotsByTool(slots: readonly CallSlot[]): Map<string, number[]> {
  const byTool = new Map<string, number[]>();
  slots.forEach(({ choices }, slot) => {
    for (const { tool } of choices) {
      const members = byTool.get(tool);
      if (members === undefined) byTool.set(tool, [slot]);
      else if (members.at(-1) !== slot) members.push(slot);
    }
  });
  return byTool;
}

function kindOf({ choices }: CallSlot, call: MadeCall): number {
  for (const choice of choices) if (fitsCall(choice, call)) return FITS;
  return SAME_TOOL;
}

type Known = { kinds: Uint8Array; firsts: Int32Array | undefined; flat: FlatPairs | undefined };

function creditAll(
  slots: readonly CallSlot[],
  calls: readonly MadeCall[],
  { kinds, firsts, flat }: Known,
): Float64Array {
  const rows = slots.length;
  const credits = new Float64Array(kinds.length);
  for (let column = 0, at = 0; column < calls.length; column += 1) {
    const first = firsts?.[column] ?? column;
    for (let slot = 0; slot < rows; slot += 1, at += 1) {
      if (kinds[at] === OTHER_TOOL) continue;
      const asked = flat?.asked[slot] ?? 0;
      const right = flat?.right[at] ?? 0;
      if (kinds[at] === FITS) credits[at] = 1;
      else if (asked > 0 && (right === 0 || !hasUnknown(slots[slot] as CallSlot, calls[column] as MadeCall)))
        credits[at] = right / asked;
      else if (first < column) credits[at] = credits[first * rows + slot] as number;
      else credits[at] = mostCredit(slots[slot] as CallSlot, calls[column] as MadeCall);
    }
  }
  return credits;
}

function hasUnknown({ choices }: CallSlot, { arguments: given }: MadeCall): boolean {
  return given !== undefined && choices[0]?.arguments.hasUnknown?.(given) !== false;
}

function mostCredit({ choices }: CallSlot, call: MadeCall): number {
  let most = 0;
  for (const choice of choices) most = Math.max(most, creditOf(choice, call));
  return most;
}

function creditOf(wanted: CompiledCall, call: MadeCall): number {
  if (wanted.tool !== call.name || call.arguments === undefined) return 0;
  return wanted.asksArguments ? wanted.arguments.credit(call.arguments) : 1;
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

/** For each call the first that is equal to it. */
function firstEqual(calls: readonly MadeCall[]): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(calls, ({ name, arguments: values, outcome, turn }, column) => {
    const key = `${name}\n${outcome}\n${turn}\n${values === undefined ? '' : canonicalText(values)}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, column);
    return known ?? column;
  });
}
