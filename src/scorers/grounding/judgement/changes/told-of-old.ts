import type { AnswerSentence } from '../../claims/answer.ts';
import { clauseAt, isNegatedAt } from '../../claims/polarity.ts';
import { stateClassesIn } from '../../claims/state-classes.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { isHan, sharesWord, wordSet, wordsOf } from '../../evidence/words.ts';
import { compareValues } from '../../values/value-keys.ts';
import { placedWords } from '../tables/references.ts';
import type { Change } from './changes.ts';
import type { Stretch } from './subject-of.ts';

/** Farther apart, the words of a state are not told as one. */
const MAX_SPREAD = 40;
/** Below this a bare number stands anywhere; its field has to be named. */
const SMALL = 20;

/** Where a sentence tells what a field held before it changed; several places may do so. */
export function toldOfOld(sentence: AnswerSentence, { old, now }: Change): readonly Stretch[] {
  if (old.leaf === 'boolean') return flagTold(sentence, old);
  const amounts = amountsTold(sentence, { old, now });
  if (amounts.length > 0 || isAmount(old)) return amounts;
  // What is "pending (two items)" now is still pending.
  if (old.leaf !== 'string' || tells(now.text, old.text)) return [];
  const literal = literalIn(sentence.text, old.text);
  if (literal.length > 0) return literal;
  return isState(old) ? [...stemsIn(sentence.text, { old, now }), ...classIn(sentence.text, { old, now })] : [];
}

function isAmount({ leaf, values, text }: LedgerEntry): boolean {
  const [only] = values;
  return (
    leaf === 'number' ||
    (only !== undefined && only.end - only.start >= text.trim().length && only.value.kind !== 'name')
  );
}

/** Values of the old field that the new one has not; the new ones stand nowhere in the sentence. */
function amountsTold(sentence: AnswerSentence, { old, now }: Change): readonly Stretch[] {
  const isIn = (entry: LedgerEntry, value: LedgerEntry['values'][number]['value']): boolean =>
    entry.values.some((known) => compareValues(value, known.value) === 'same');
  if (old.leaf === 'string' && old.values.some(({ value }) => value.kind === 'identifier' || value.kind === 'name'))
    return [];
  const told = sentence.values.filter(({ value }) => isIn(old, value) && !isIn(now, value));
  if (told.length === 0) return [];
  const isUpdated = sentence.values.some(({ value }) => isIn(now, value) && !isIn(old, value));
  if (isUpdated) return [];
  return told.flatMap(({ value, start, end }) => {
    const from = start - sentence.start;
    const isSmall = value.kind === 'number' && !value.decimal.includes('.') && Number(value.decimal) < SMALL;
    if (isSmall && sentence.layout !== 'row' && !sharesWord(old.words, wordSet(clauseAt(sentence.text, from).text)))
      return [];
    return [{ start: from, end: end - sentence.start }];
  });
}

function spaced(text: string): string {
  return text.replace(/[_-]/g, ' ').toLowerCase();
}

/** A Chinese state without what only says that it is reached. */
function coreOf(text: string): string {
  const core = /^[\u3400-\u9fff]+$/.test(text) ? text.replace(/^(?:已经?|正在?|待(?=..))|中$/g, '') : text;
  return core.length >= 2 ? core : text;
}

function tells(text: string, told: string): boolean {
  return spaced(text).includes(coreOf(spaced(told)));
}

/** Where a sentence tells what the field holds now, and not as a part of what it held before. */
export function toldOfNow(sentence: AnswerSentence, { old, now }: Change): readonly Stretch[] {
  if (now.leaf !== 'string' || isAmount(now)) return [];
  const before = literalIn(sentence.text, old.text);
  const isPart = ({ start, end }: Stretch): boolean => before.some((part) => part.start <= start && end <= part.end);
  const words = new Set(wordsOf(now.text).filter((word) => !wordsOf(old.text).includes(word)));
  const stems = isHan(now.text) ? [] : placedWords(sentence.text).filter(({ word }) => words.has(word));
  const first = stems[0];
  const all = new Set(stems.map(({ word }) => word)).size === words.size && first !== undefined ? [first] : [];
  return [...literalIn(sentence.text, now.text), ...all].filter((stretch) => !isPart(stretch));
}

function literalIn(sentence: string, text: string): readonly Stretch[] {
  const lower = spaced(sentence);
  const word = coreOf(spaced(text));
  if (word.length < 2 || /^\d+$/.test(word)) return [];
  const found: Stretch[] = [];
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
    const end = at + word.length;
    const isWhole =
      !(/[a-z0-9]/.test(word[0] ?? '') && /[a-z0-9]/.test(lower[at - 1] ?? '')) &&
      !(/[a-z0-9]/.test(word.at(-1) ?? '') && /[a-z0-9]/.test(lower[end] ?? ''));
    if (isWhole && (!/^[a-z]+$/.test(word) || isPredicate(sentence, { start: at, end })))
      found.push({ start: at, end });
  }
  return found;
}

/** One everyday word, or several in lower case; a short Chinese one. */
export function isState({ text }: LedgerEntry): boolean {
  return text.length <= 30 && (/^[a-z]+(?:[_ -][a-z]+)*$/.test(text) || /^[\u3400-\u9fff]{2,8}$/.test(text));
}

const BEFORE =
  /(?:\b(?:is|are|was|were|be|been|being|still|now|already|currently|remains?|stays?|marked|shown|listed|as|it's|has|have|an?|the|yet|but)(?: \w+ly| in| on| under| at)? ?|[:：|,，;；(（*`–—→-] ?[*`"“]*|[\u3400-\u9fff] ?|^[\s*`]*)$/i;
const ASIDE =
  /\b(?:if|when|once|until|unless|after|before|can|could|may|must|will|would|should|to be|only|any|from)\b[^,;.]{0,24}$|(?:如果|若|当|等|才|会|将|可以|预计)[^，。]{0,8}$/i;

/** The word tells how something is: it stands behind a verb of being, a mark, or alone. */
function isPredicate(sentence: string, { start }: Stretch): boolean {
  const before = sentence.slice(0, start);
  return BEFORE.test(before) && !ASIDE.test(before) && !isNegatedAt(sentence, start, { reach: 20 });
}

/** All words of a state close together, in whatever form: `customs_hold` as "held by customs". */
function stemsIn(sentence: string, { old, now }: Change): readonly Stretch[] {
  const words = new Set(wordsOf(old.text).filter((word) => !wordsOf(now.text).includes(word)));
  if (words.size === 0 || isHan(old.text)) return [];
  const places = placedWords(sentence).filter(({ word }) => words.has(word));
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined || new Set(places.map(({ word }) => word)).size < words.size) return [];
  const stretch = { start: first.start, end: last.end };
  return stretch.end - stretch.start <= MAX_SPREAD && isPredicate(sentence, stretch) ? [stretch] : [];
}

/** Another word for what the state amounts to, where the new state amounts to something else. */
function classIn(sentence: string, { old, now }: Change): readonly Stretch[] {
  const before = new Set(stateClassesIn(old.text).map(({ state }) => state));
  const after = new Set(stateClassesIn(now.text).map(({ state }) => state));
  if (before.size !== 1 || after.size > 1 || [...after].some((state) => before.has(state))) return [];
  const told = stateClassesIn(sentence);
  return told.filter(({ state, start, end }) => {
    const clause = clauseAt(sentence, start);
    const isBoth = told.some(
      (other) =>
        after.has(other.state) && other.start >= clause.start && other.end <= clause.start + clause.text.length,
    );
    return before.has(state) && !isBoth && isPredicate(sentence, { start, end });
  });
}

const BARE = new Set(wordsOf('is has have can was are allow allowed included include ok success all'));

/** Every word of a flag's key, in a clause that affirms or denies as the old flag did. */
function flagTold({ text }: AnswerSentence, { key, text: flag }: LedgerEntry): readonly Stretch[] {
  const words = new Set(wordsOf(key).filter((word) => !BARE.has(word)));
  if (words.size === 0) return [];
  const places = placedWords(text).filter(({ word }) => words.has(word));
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined || new Set(places.map(({ word }) => word)).size < words.size) return [];
  const clause = clauseAt(text, first.start);
  if (last.end > clause.start + clause.text.length || ASIDE.test(text.slice(0, first.start)) || /\?|？/.test(text))
    return [];
  const isDenied = DENIED.test(clause.text);
  return isDenied === (flag === 'false') ? [{ start: first.start, end: last.end }] : [];
}

const DENIED = /\b(?:no|not|never|without|cannot|non|un)\b|n't\b|[不没未无非]/i;
