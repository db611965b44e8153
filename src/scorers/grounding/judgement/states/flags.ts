import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { stemOf, wordsOf } from '../../evidence/words.ts';
import type { Against, Passage } from './passage.ts';

/** Words of keys that say only that it is a flag. */
const BARE = new Set([
  'is',
  'has',
  'have',
  'can',
  'was',
  'are',
  'allow',
  'allowed',
  'includ',
  'included',
  'ok',
  'success',
  'all',
]);
const DENIED =
  /\b(?:no|not|without|never|lacks?|excludes?|excluding|non|isn't|aren't|doesn't|hasn't|wasn't)(?: (?:a|an|the|any|have|has|include|offer|been|yet))*[ -]?$|\bun$|(?:不含|没有|无|不带|不提供|不支持|未)$/i;
const GRANTED =
  /\b(?:with|has|have|includes?|including|offers?|is|are|was|were)(?: (?:a|an|the|fully|also|now|already))*[ *`]*$|(?:含|有|带|提供|支持|已)$/i;
const GRANTED_AFTER = /^\w*[*`]* (?:is )?(?:included|available|allowed|welcome)\b|^\w*[*`]*[:：] ?(?:yes|是|有)\b/i;

/** `breakfast: false` told as "with breakfast", `breakfast: true` as "no breakfast". Only flags named by one word count. */
export function againstFlag({ text, entries }: Passage): Against | undefined {
  const flags = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    if (entry.source !== 'tool' || entry.leaf !== 'boolean') continue;
    flags.set(entry.key, [...(flags.get(entry.key) ?? []), entry]);
  }
  for (const [key, same] of flags) {
    const [entry] = same;
    const words = wordsOf(key).filter((word) => !BARE.has(word));
    const [word] = words;
    if (!entry || same.some((other) => other.text !== entry.text) || words.length !== 1 || !word || word.length < 3)
      continue;
    for (const match of text.matchAll(/[A-Za-z]+/g)) {
      const said = match[0].toLowerCase();
      const isUn = said.startsWith('un') && stemOf(said.slice(2)) === word;
      if (stemOf(said) !== word && !isUn) continue;
      const before = text.slice(Math.max(0, match.index - 30), match.index);
      const after = text.slice(match.index + match[0].length);
      const isDenied = isUn || DENIED.test(before) || /^[*`]* (?:is |are )?(?:not|excluded|unavailable)\b/i.test(after);
      const isGranted = !isDenied && (GRANTED.test(before) || GRANTED_AFTER.test(after));
      if (entry.text === 'true' ? isDenied : isGranted)
        return { entry, start: match.index, end: match.index + match[0].length, reason: 'polarity' };
    }
  }
  return undefined;
}
