import type { Answer } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { wordsOf } from '../../evidence/words.ts';
import type { JudgedClaim } from '../judged-claim.ts';

/** Two to five words with capitals in a row, also joined by small words: `Jake Neighbours`, `Bank of England`. */
const NAME = /\p{Lu}[\p{L}'’]{1,30}(?:[ -](?:(?:of|de|van|von|la|the) )?\p{Lu}[\p{L}'’]{1,30}){1,4}/gu;
const CALENDAR =
  /^(?:the|although|however|over|despite|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i;
/** A place, or what a place lies in: the data may well not speak of it, and most people know. */
const AT_PLACE = /(?:\b(?:at|in|inside|near|from|of|outside|across)(?: the)?|\p{L},) $/iu;
/** Spelled out or put in other words: `American Hockey League (AHL)`, `Russian: …`. */
const OTHER_WORDS = /[:：(] ?$/;

/**
 * Names of two words or more that no result holds any word of, in answers that do nothing but describe results. Only the
 * words say so, hence severity `low`.
 */
export function judgeNames(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  if (!ledger.data.isDataOnly || ledger.truncatedFrom < answer.seq) return [];
  const vocabulary = ledger.vocabulary();
  return answer.sentences.flatMap((sentence) => {
    if (sentence.act !== 'statement' || sentence.layout === 'heading') return [];
    return [...sentence.text.matchAll(NAME)].flatMap((match): JudgedClaim[] => {
      const [words] = match;
      const parts = words.split(/[ -]/).filter((part) => /^\p{Lu}/u.test(part));
      const isKnown = parts.some(
        (part) =>
          CALENDAR.test(part) ||
          wordsOf(part.replace(/['’]s?$/, '')).some((stem) => vocabulary.knowsFamily(stem, answer.seq)),
      );
      const before = sentence.text.slice(Math.max(0, match.index - 12), match.index);
      const isOther =
        OTHER_WORDS.test(before) || /^ ?\(\p{Lu}{2}/u.test(sentence.text.slice(match.index + words.length));
      if (!words.includes(' ') || isKnown || isOther || AT_PLACE.test(before)) return [];
      const start = sentence.start + match.index;
      return [
        {
          claim: { kind: 'statement', answer, sentence, ...placeOf(answer, start, start + words.length) },
          verdict: 'unsupported',
          reason: 'not_covered',
          severity: 'low',
          message: `\`${words}\` is named, but no result holds such a name`,
          evidence: [],
        },
      ];
    });
  });
}
