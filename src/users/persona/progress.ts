import { valuesIn } from '../checks/values.ts';
import { tokensOf, wordsOnly } from '../language/same-words.ts';

/** Share of different words that two replies have in common, above which the later one says nothing new. */
const MUCH_THE_SAME = 0.85;

/**
 * Whether the agent's reply brought the user no further, as far as words tell: it is empty, or says with nearly the same
 * words, and without a value that was not heard before, what an earlier reply said.
 */
export function bringsNothingNew(reply: string, earlier: readonly string[]): boolean {
  if (reply.trim() === '') return true;
  if (earlier.some((other) => wordsOnly(other) === wordsOnly(reply))) return true;
  const words = new Set(tokensOf(reply));
  if (!earlier.some((other) => overlap(words, new Set(tokensOf(other))) >= MUCH_THE_SAME)) return false;
  const heard = new Set(earlier.flatMap(valuesIn).map(({ key }) => key));
  return valuesIn(reply).every(({ key }) => heard.has(key));
}

/** Jaccard's index: common words by all words. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}
