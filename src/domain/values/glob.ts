/** Whether a text may hold wildcards: `*` for any characters, `?` for one. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

/**
 * Whether a name fits a glob, character by character: `*` stands for any of them, none included, and `?` for one. Case
 * counts. A text is read by UTF-16 code units, a list of characters as it is given. Takes at most the product of both
 * lengths, whatever stands in them.
 */
export function fitsGlob(glob: ArrayLike<string>, name: ArrayLike<string>): boolean {
  let [at, position, star, resume] = [0, 0, -1, 0];
  while (position < name.length) {
    if (glob[at] === '*') {
      star = at;
      resume = position;
      at += 1;
    } else if (at < glob.length && (glob[at] === '?' || glob[at] === name[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      position = resume;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}

/** A glob read once, for many names. */
export function compileGlob(glob: string): (name: string) => boolean {
  if (!isGlob(glob)) return (name) => name === glob;
  if (glob === '*') return () => true;
  return (name) => fitsGlob(glob, name);
}
