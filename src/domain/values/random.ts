/** Chance that a seed decides. */
export type Random = {
  /** From 0 up to, not including, 1; a multiple of 2^-32. */
  next(): number;
  /** A whole number from 0 up to, not including, `max`, each as likely. Throws RangeError unless 1 <= max <= 2^32. */
  integer(max: number): number;
  /** Throws RangeError when the list is empty. */
  pick<Item>(list: readonly Item[]): Item;
  /** A new list with the same items, every order as likely. */
  shuffle<Item>(list: readonly Item[]): Item[];
};

/**
 * The same seed (its lowest 32 bits count) gives the same numbers on every machine. The generator is xoshiro128** 1.1 by
 * Blackman and Vigna (https://prng.di.unimi.it/xoshiro128starstar.c), its state filled by splitmix32. Not for secrets.
 * A seed that is costly to work out may be given as a function, which is asked before the first draw.
 */
export function randomFrom(seed: number | (() => number)): Random {
  let state: Uint32Array | undefined;
  const next = (): number => {
    state ??= stateFrom(typeof seed === 'number' ? seed : seed());
    return draw(state);
  };
  const integer = (max: number): number => {
    if (!Number.isInteger(max) || max < 1 || max > 2 ** 32) {
      throw new RangeError(`random integer below ${max}: the limit has to be a whole number from 1 to 2^32`);
    }
    const fair = 2 ** 32 - (2 ** 32 % max);
    let drawn = next();
    while (drawn >= fair) drawn = next();
    return drawn % max;
  };
  return {
    next: () => next() / 2 ** 32,
    integer,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('cannot pick from an empty list');
      return list[integer(list.length)] as (typeof list)[number];
    },
    shuffle: (list) => shuffled(list, integer),
  };
}

function shuffled<Item>(list: readonly Item[], integer: (max: number) => number): Item[] {
  const items = [...list];
  for (let last = items.length - 1; last > 0; last -= 1) {
    const chosen = integer(last + 1);
    [items[last], items[chosen]] = [items[chosen] as Item, items[last] as Item];
  }
  return items;
}

/** splitmix32: the 32-bit finalizer of MurmurHash3 over a counter; its outputs are never all zero. */
function stateFrom(seed: number): Uint32Array {
  const state = new Uint32Array(4);
  let counter = seed >>> 0;
  for (let word = 0; word < 4; word += 1) {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    state[word] = mixed ^ (mixed >>> 16);
  }
  return state;
}

/** The next 32 bits; moves the state on. */
export function draw(state: Uint32Array): number {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  const drawn = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
  const shifted = b << 9;
  c ^= a;
  d ^= b;
  b ^= c;
  a ^= d;
  c ^= shifted;
  state.set([a, b, c, rotated(d, 11)]);
  return drawn;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
