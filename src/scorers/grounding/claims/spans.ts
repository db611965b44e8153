type Span = { start: number; end: number };

/** Finds the spans that lie inside of another one, in their order. `spans` are ordered by where they start. */
export function insideOf<T extends Span>(spans: readonly T[]): (outer: Span) => readonly T[] {
  return (outer) => {
    const inside: T[] = [];
    for (let index = firstFrom(spans, outer.start); index < spans.length; index += 1) {
      const span = spans[index] as T;
      if (span.start > outer.end) break;
      if (span.end <= outer.end) inside.push(span);
    }
    return inside;
  };
}

/** Finds the spans that share a place with another one. `spans` are ordered by where they start. */
export function overlapping<T extends Span>(spans: readonly T[]): (other: Span) => readonly T[] {
  const longest = spans.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  return (other) => {
    const found: T[] = [];
    for (let index = firstFrom(spans, other.start - longest); index < spans.length; index += 1) {
      const span = spans[index] as T;
      if (span.start >= other.end) break;
      if (span.end > other.start) found.push(span);
    }
    return found;
  };
}

/** Position of the first that starts at `start` or behind it. */
function firstFrom(spans: readonly Span[], start: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
