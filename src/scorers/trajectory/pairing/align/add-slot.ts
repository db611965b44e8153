/** Slot of each call of a message, -1 for none. */
export type SlotsOfCalls = readonly number[];

const least = 1e-9;

/**
 * The heaviest pairing of some slots with the calls of a message, when there is one slot more: one augmenting path
 * (Bellman-Ford), in which other slots may change their calls, or the least of them goes. `gain` is 0 when the slot is worth
 * nothing more.
 */
export function addSlot(
  slots: SlotsOfCalls,
  slot: number,
  weightAt: (slot: number, at: number) => number,
): { slots: SlotsOfCalls; gain: number } {
  const gains = slots.map((_, at) => worth(weightAt(slot, at)));
  const from = new Int32Array(slots.length).fill(-1);
  relax(slots, { gains, from, weightAt });
  let end = -1;
  let gain = least;
  slots.forEach((owner, at) => {
    const left = owner === -1 ? 0 : weightAt(owner, at);
    if ((gains[at] as number) - left <= gain) return;
    gain = (gains[at] as number) - left;
    end = at;
  });
  if (end === -1) return { slots, gain: 0 };
  const changed = [...slots];
  for (let at = end; at !== -1; at = from[at] as number) {
    const before = from[at] as number;
    changed[at] = before === -1 ? slot : (slots[before] as number);
  }
  return { slots: changed, gain };
}

type Paths = { gains: number[]; from: Int32Array; weightAt: (slot: number, at: number) => number };

/** Whoever gives up a call takes another one, as long as that is worth more. */
function relax(slots: SlotsOfCalls, { gains, from, weightAt }: Paths): void {
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    slots.forEach((owner, at) => {
      if (owner === -1 || gains[at] === Number.NEGATIVE_INFINITY) return;
      const left = (gains[at] as number) - weightAt(owner, at);
      for (let to = 0; to < slots.length; to += 1) {
        if (to === at || left + worth(weightAt(owner, to)) <= (gains[to] as number) + least) continue;
        gains[to] = left + weightAt(owner, to);
        from[to] = at;
        isChanged = true;
      }
    });
  }
}

function worth(weight: number): number {
  return weight > 0 ? weight : Number.NEGATIVE_INFINITY;
}
