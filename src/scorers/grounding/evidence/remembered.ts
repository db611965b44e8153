/** Longer texts hardly come again. */
const MAX_LENGTH = 40;
/** More than the vocabulary of a session; beyond it all is forgotten, so that memory stays bounded. */
const MAX_TEXTS = 20_000;

/** A function of a text alone that does not read a short text twice. What it gives must not be changed. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > MAX_LENGTH) return read(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const fresh = read(text);
    if (known.size >= MAX_TEXTS) known.clear();
    known.set(text, fresh);
    return fresh;
  };
}
