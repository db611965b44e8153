/** Brackets and quotation marks around a word; NFKC has made full-width ones plain. */
const PAIRS = ['[]', '()', '{}', '<>', '【】', '「」', '""', '“”', "''", '‘’'];
const END = /^end$/i;
const GIVE_UP = /^(?:i )?give[\s_-]?up$/i;
/** A marker with all its decoration is shorter than this. */
const MAX_MARKER_LENGTH = 40;
/** Marks of layout, points, exclamation marks and pictures; a question mark asks something. */
const DECORATION = String.raw`[\s*_\x60~#=.。…!-]|[–—]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0f]`;
const BEFORE = new RegExp(`^(?:${DECORATION})+`, 'u');
const AFTER = new RegExp(`(?:${DECORATION})+$`, 'u');

/**
 * Whether a whole message means "the talk is over": the word `end`, in any case and width, with or without
 * brackets, marks of layout, a full stop, an exclamation mark or an emoji around it. The word inside a sentence is only a word.
 */
export function isStopMarker(text: string): boolean {
  return isMarker(text, END);
}

/**
 * Separates a message from a stop marker that stands alone, or alone on the last line. `said` is empty when there is
 * nothing else.
 */
export function splitStopMarker(text: string): { said: string; ends: boolean } {
  const { said, isMarked } = splitMarker(text, END);
  return { said, ends: isMarked };
}

/**
 * The same for a user who may also give up: `END` is `user_done`, and `GIVE UP`, by the same rules, is `user_gave_up`.
 */
export function splitEnding(text: string): { said: string; ending?: 'user_done' | 'user_gave_up' } {
  const done = splitMarker(text, END);
  if (done.isMarked) return { said: done.said, ending: 'user_done' };
  const gaveUp = splitMarker(text, GIVE_UP);
  return gaveUp.isMarked ? { said: gaveUp.said, ending: 'user_gave_up' } : { said: text };
}

function isMarker(text: string, marker: RegExp): boolean {
  return text.length <= MAX_MARKER_LENGTH && marker.test(bareWord(text.normalize('NFKC')));
}

/** Takes off what stands around a word, layer by layer. */
function bareWord(text: string): string {
  const word = text.replace(BEFORE, '').replace(AFTER, '');
  const isWrapped = PAIRS.some(
    (pair) => word.length > 2 && word.startsWith(pair.charAt(0)) && word.endsWith(pair.charAt(1)),
  );
  return isWrapped ? bareWord(word.slice(1, -1)) : word;
}

function splitMarker(text: string, marker: RegExp): { said: string; isMarked: boolean } {
  if (isMarker(text, marker)) return { said: '', isMarked: true };
  const trimmed = text.trimEnd();
  const lineStart = Math.max(trimmed.lastIndexOf('\n'), trimmed.lastIndexOf('\r')) + 1;
  if (lineStart === 0 || !isMarker(trimmed.slice(lineStart), marker)) return { said: text, isMarked: false };
  return { said: trimmed.slice(0, lineStart).trimEnd(), isMarked: true };
}
