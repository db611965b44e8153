/** Whether one letter was added, left out or changed, or two beside each other were swapped. Equal words are not one edit apart, but count as such. */
export function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const middle = Math.max(a.length, b.length) - start - tail;
  const isSwap = middle === 2 && a.length === b.length && a[start] === b[start + 1] && a[start + 1] === b[start];
  return middle <= 1 || isSwap;
}
