/** Everything that can be reached from `starts` over `next`, the starts included. */
export function reachableFrom<Item>(starts: readonly Item[], next: (item: Item) => readonly Item[]): Set<Item> {
  const reached = new Set(starts);
  const open = [...starts];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    for (const following of next(item)) {
      if (reached.has(following)) continue;
      reached.add(following);
      open.push(following);
    }
  }
  return reached;
}

/** A way from an item back to itself over `next`, in order and without the return; undefined when there is none. */
export function findCycle<Item>(items: Iterable<Item>, next: (item: Item) => readonly Item[]): Item[] | undefined {
  for (const start of items) {
    const cameFrom = new Map<Item, Item>();
    const open = [start];
    for (let item = open.shift(); item !== undefined; item = open.shift()) {
      for (const following of next(item)) {
        if (following === start) return [...wayBack(item, { start, cameFrom })].reverse();
        if (cameFrom.has(following)) continue;
        cameFrom.set(following, item);
        open.push(following);
      }
    }
  }
  return undefined;
}

function* wayBack<Item>(
  end: Item,
  { start, cameFrom }: { start: Item; cameFrom: ReadonlyMap<Item, Item> },
): Generator<Item> {
  let item: Item | undefined = end;
  while (item !== undefined) {
    yield item;
    item = item === start ? undefined : cameFrom.get(item);
  }
}
