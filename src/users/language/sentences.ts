const SENTENCE_END = /[!?…。！？;；]+["'”’」』)\]]*\s*|\.+["'”’)\]]*(?:\s+|$)|[\r\n\u2028\u2029]+/g;
/** Where one statement ends and another begins inside a sentence. */
const CLAUSE_END =
  /[,，、:：()（）–—]| (?:-|but|however|because|since|although|though|while|whereas|so that) | and (?=(?:i|you|it|we|he|she|they|this|that|there|the|your|our|my)\b)|但是|但|不过|可是|然而|因为|所以|而是|而且/gi;

/**
 * Sentences of a text, in order, with their closing marks and with single spaces. A point inside a number or an address
 * does not end one.
 */
export function sentencesOf(text: string): string[] {
  return piecesOf(text, SENTENCE_END, true).map((sentence) => sentence.replace(/\s+/g, ' '));
}

/** The statements that a sentence is made of, so that a denial in one does not reach into the next. */
export function clausesOf(sentence: string): string[] {
  return piecesOf(sentence, CLAUSE_END, false);
}

function piecesOf(text: string, boundary: RegExp, keepBoundary: boolean): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + (keepBoundary ? match[0].length : 0);
    pieces.push(text.slice(start, end));
    start = match.index + match[0].length;
  }
  pieces.push(text.slice(start));
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
}
