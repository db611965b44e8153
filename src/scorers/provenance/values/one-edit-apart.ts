/** Whether one letter was added, left out or changed. Equal words are not one edit apart, but count as such. */
export function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return Math.max(a.length, b.length) - start - tail <= 1;
}
