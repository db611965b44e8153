/** From code point `start` up to, not including, `end`; positions below 0 count as 0. Never splits a surrogate pair. */
export function sliceByCodePoints(text: string, start: number, end = Number.POSITIVE_INFINITY): string {
  const from = unitsOf(text, start);
  return text.slice(from, from + unitsOf(text.slice(from), end - Math.max(start, 0)));
}

/**
 * At most `max` code points, the ellipsis counted; cut where a person sees a border between characters, so that no
 * emoji or accent is halved. One such character that alone is longer than `max` is left out. Throws RangeError when
 * `max` is below the length of the ellipsis.
 */
export function truncate(text: string, max: number, { ellipsis = '…' }: { ellipsis?: string } = {}): string {
  const room = max - [...ellipsis].length;
  if (!(room >= 0)) throw new RangeError(`a text of ${max} characters has no room for \`${ellipsis}\``);
  // More units than code points never: the common case needs no counting.
  if (text.length <= max || unitsOf(text, max) === text.length) return text;
  const limit = unitsOf(text, room);
  // Whether there is a border at the limit depends on the code point behind it.
  const head = text.slice(0, limit + 2);
  let end = 0;
  for (const { index } of new Intl.Segmenter().segment(head)) {
    if (index > limit) break;
    end = index;
  }
  return text.slice(0, end) + ellipsis;
}

/** The same text with U+FFFD in place of each lone surrogate, which UTF-8 cannot carry. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/**
 * The form in which texts are compared when writing does not matter: compatibility characters replaced (NFKC), case
 * folded, soft hyphens and zero-width spaces left out, each run of white space one space, none at the ends.
 */
export function normalizeText(text: string): string {
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();
}

/** How many UTF-16 units the first `codePoints` code points take. */
function unitsOf(text: string, codePoints: number): number {
  let units = 0;
  for (let count = 0; count < codePoints && units < text.length; count += 1) {
    units += (text.codePointAt(units) as number) > 0xffff ? 2 : 1;
  }
  return units;
}
