/** Runs work in a fixed number of lanes; work beyond that waits for its lane. Rejections reach only their caller. */
export function syncLanes(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const lanes: Promise<unknown>[] = Array.from({ length: count }, () => Promise.resolve());
  let next = 0;
  return (work) => {
    const lane = next;
    next = (next + 1) % count;
    const result = (lanes[lane] ?? Promise.resolve()).then(work);
    lanes[lane] = result.catch(() => undefined);
    return result;
  };
}
