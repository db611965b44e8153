/** Opening and closing brackets; NFKC has made full-width ones plain. */
const BRACKETS = ['\\[|\\]', '\\(|\\)', '\\{|\\}', '<|>', '【|】', '「|」'];
const END = markerOf('end');
const GIVE_UP = markerOf(String.raw`(?:i )?give[\s_-]?up`);
/** A marker with all its decoration is shorter than this. */
const MAX_MARKER_LENGTH = 40;

/**
 * Whether a whole message means "the talk is over": the word `end`, in any case and width, with or without brackets
 * and a full stop. The word inside a sentence is only a word.
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

function markerOf(words: string): RegExp {
  const word = String.raw`\s*${words}\s*[.。]?\s*`;
  const forms = [word, ...BRACKETS.map((pair) => pair.split('|').join(word))];
  return new RegExp(String.raw`^[\s*_]*(?:${forms.join('|')})\s*[.。]?[\s*_]*$`, 'i');
}

function isMarker(text: string, marker: RegExp): boolean {
  return text.length <= MAX_MARKER_LENGTH && marker.test(text.normalize('NFKC'));
}

function splitMarker(text: string, marker: RegExp): { said: string; isMarked: boolean } {
  if (isMarker(text, marker)) return { said: '', isMarked: true };
  const trimmed = text.trimEnd();
  const lineStart = Math.max(trimmed.lastIndexOf('\n'), trimmed.lastIndexOf('\r')) + 1;
  if (lineStart === 0 || !isMarker(trimmed.slice(lineStart), marker)) return { said: text, isMarked: false };
  return { said: trimmed.slice(0, lineStart).trimEnd(), isMarked: true };
}
