/** Ids of documents, and what looks like one of them. */
export type KnownIds = {
  has(text: string): boolean;
  /** Whether the text is put together like the ids: words joined by signs that join the words of ids. */
  resembles(text: string): boolean;
};

/** Words, with what joins them: `rain-policy`, `help/rain.md`. */
const JOINED = /^[\p{L}\p{M}\p{N}]+(?:[^\p{L}\p{M}\p{N}\s]+[\p{L}\p{M}\p{N}]+)*$/u;
/** Stands for the border inside `rainPolicy`. */
const HUMP = '\u0000';
/** What joins words of ids where no id is known. Prose in brackets has `/` and `.` too: "[and/or]". */
const USUAL: ReadonlySet<string> = new Set(['-', '_', ':', '#']);

/**
 * What can be known of ids from some of them. A word alone never resembles an id: "[sic]" is as much like `rain` as "[sun]".
 * Case does not matter.
 */
export function knownIds(ids: ReadonlySet<string>): KnownIds {
  const joints = ids.size === 0 ? USUAL : new Set([...ids].flatMap((id) => jointsOf(id) ?? []));
  return {
    has: (text) => ids.has(text),
    resembles(text) {
      const own = jointsOf(text) ?? [];
      return own.length > 0 && own.every((joint) => joints.has(joint));
    },
  };
}

/** The signs between the words of a text; undefined for one that is not joined words. */
function jointsOf(text: string): readonly string[] | undefined {
  if (!JOINED.test(text)) return undefined;
  const humps = text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, `$1${HUMP}`);
  return humps.match(/[^\p{L}\p{M}\p{N}]/gu) ?? [];
}
