const WORD = String.raw`\s*end\s*[.。]?\s*`;
/** Opening and closing brackets; NFKC has made full-width ones plain. */
const BRACKETS = ['\\[|\\]', '\\(|\\)', '\\{|\\}', '<|>', '【|】', '「|」'];
const FORMS = [WORD, ...BRACKETS.map((pair) => pair.split('|').join(WORD))];
const MARKER = new RegExp(String.raw`^[\s*_]*(?:${FORMS.join('|')})\s*[.。]?[\s*_]*$`, 'i');
/** A marker with all its decoration is shorter than this. */
const MAX_MARKER_LENGTH = 40;

/**
 * Whether a whole message means "the talk is over": the word `end`, in any case and width, with or without brackets
 * and a full stop. The word inside a sentence is only a word.
 */
export function isStopMarker(text: string): boolean {
  return text.length <= MAX_MARKER_LENGTH && MARKER.test(text.normalize('NFKC'));
}

/**
 * Separates a message from a stop marker that stands alone, or alone on the last line. `said` is empty when there is
 * nothing else.
 */
export function splitStopMarker(text: string): { said: string; ends: boolean } {
  if (isStopMarker(text)) return { said: '', ends: true };
  const trimmed = text.trimEnd();
  const lineStart = Math.max(trimmed.lastIndexOf('\n'), trimmed.lastIndexOf('\r')) + 1;
  if (lineStart === 0 || !isStopMarker(trimmed.slice(lineStart))) return { said: text, ends: false };
  return { said: trimmed.slice(0, lineStart).trimEnd(), ends: true };
}
