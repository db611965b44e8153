/** A word of a sentence, with its place there. */
export type Token = { text: string; lower: string; start: number; end: number };

/** A clause that begins so tells a case, and not what is. */
const HYPOTHETICAL =
  /^(?:if|once|when|whenever|unless|until|before|after|while|should|in case|as soon as|as long as|so that|that|which|who|how|what|why|where|whether|because|since)$/;

/** Splits where one clause ends and the next begins. */
const CLAUSE = /(?:,(?!\d{3}(?!\d)))|[;:!?()\u2026]|(?: - )|(?<!\b[a-z])\.(?=\s|$)|\b(?:and|but|so|or)\b/gi;

export type Clause = { text: string; start: number; isHypothetical: boolean; tokens: readonly Token[] };

export function clausesOf(sentence: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  const push = (end: number): void => {
    const tokens = tokensOf(sentence.slice(at, end), at);
    const [first] = tokens;
    if (first)
      clauses.push({
        text: sentence.slice(at, end),
        start: at,
        tokens,
        isHypothetical: HYPOTHETICAL.test(first.lower) && !(first.lower === 'after' && tokens[1]?.lower === 'that'),
      });
  };
  for (const match of sentence.matchAll(CLAUSE)) {
    push(match.index);
    at = match.index + match[0].length;
  }
  push(sentence.length);
  return clauses;
}

function tokensOf(text: string, offset: number): readonly Token[] {
  return [...text.matchAll(/[A-Za-z0-9#@][\w'@.-]*/g)].map(({ 0: word, index }) => {
    const clean = word.replace(/[.'-]+$/, '');
    return { text: clean, lower: clean.toLowerCase(), start: offset + index, end: offset + index + clean.length };
  });
}
