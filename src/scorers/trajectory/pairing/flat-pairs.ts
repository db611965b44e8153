import type { JsonValue } from '../../../domain/values/json-value.ts';
import type { FlatMembers } from '../arguments/matcher.ts';
import { flatArguments } from '../arguments/tree/flat-members.ts';
import type { MadeCall } from '../made-call.ts';
import type { CallSlot } from '../specification/call-plan.ts';
import type { CompiledCall } from '../specification/expected-call.ts';

/** Slots that ask for single values only, and how many of them each call has right. */
export type FlatPairs = {
  /** How many values a slot asks for; 0 where it asks for more than single values. */
  asked: Uint16Array;
  /** How many of them a call has, by `column * rows + slot`. */
  right: Uint16Array;
};

/**
 * Compares plain values by what calls hold in place of pair by pair: most pairs of calls have little in common. Whether a
 * call may have other arguments besides, which a tool's schema says, is not looked at.
 */
export function flatPairs(slots: readonly CallSlot[], calls: readonly MadeCall[]): FlatPairs {
  const rows = slots.length;
  const asked = new Uint16Array(rows);
  const right = new Uint16Array(rows * calls.length);
  const holders = holdersOf(calls);
  for (let slot = 0; slot < rows; slot += 1) {
    const { tool, members } = flatSlot(slots[slot] as CallSlot);
    asked[slot] = members.length;
    for (const [key, text] of members) {
      for (const column of holders.get(nameOf(tool, key, text)) ?? []) {
        const at = column * rows + slot;
        right[at] = (right[at] as number) + 1;
      }
    }
  }
  return { asked, right };
}

function flatSlot({ choices }: CallSlot): { tool: string; members: FlatMembers } {
  const [only] = choices as readonly [CompiledCall];
  const isFlat = choices.length === 1 && only.asksArguments;
  return { tool: only.tool, members: (isFlat ? only.arguments.flat : undefined) ?? [] };
}

/** The calls that hold a value, by tool, key and value. */
function holdersOf(calls: readonly MadeCall[]): Map<string, number[]> {
  const holders = new Map<string, number[]>();
  calls.forEach(({ name, arguments: given }, column) => {
    for (const [key, text] of flatArguments(given as JsonValue | undefined)) {
      const held = nameOf(name, key, text);
      const known = holders.get(held);
      if (known === undefined) holders.set(held, [column]);
      else known.push(column);
    }
  });
  return holders;
}

function nameOf(tool: string, key: string, text: string): string {
  return `${tool}\n${key.length}\n${key}${text}`;
}
