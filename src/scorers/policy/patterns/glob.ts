/** A test of names; `*` stands for any letters, none included, and `?` for one. Case counts. */
export function compileGlob(glob: string): (name: string) => boolean {
  if (!isGlob(glob)) return (name) => name === glob;
  if (glob === '*') return () => true;
  return (name) => fits(glob, name);
}

export function isGlob(name: string): boolean {
  return /[*?]/.test(name);
}

/** Takes at most the product of both lengths, whatever stands in them. */
function fits(glob: string, name: string): boolean {
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
