import { languageName } from './language-name.ts';

/** How one session's persona writes, after the seed has drawn. What is absent is left to the persona's own style. */
export type Manner = {
  opening: 'greeting' | 'problem' | 'question' | 'background';
  disclosure: 'at_once' | 'gradual';
  length?: 'short' | 'medium' | 'long' | undefined;
  typos: 'none' | 'few' | 'many';
  impatience: 'none' | 'some' | 'much';
  /** Turn, from 0, in which an earlier wish is taken back. */
  changesMindAt?: number | undefined;
  /** BCP 47 tag of a second language. */
  mixes?: string | undefined;
};

const OPENINGS: Readonly<Record<Manner['opening'], string>> = {
  greeting: 'Begin your first message with a short greeting.',
  problem: 'Come straight to what is wrong or wanted in your first message.',
  question: 'Begin your first message with a question.',
  background: 'Begin your first message with how it came about, then say what you want.',
};
const LENGTHS: Readonly<Record<NonNullable<Manner['length']>, string>> = {
  short: 'Your messages are short: a few words, one sentence at most.',
  medium: 'Your messages have one or two sentences.',
  long: 'Your messages are long: three to five sentences, with details around the matter.',
};
const DISCLOSURES: Readonly<Record<Manner['disclosure'], string>> = {
  at_once: 'Say in your first message everything that you may say unasked.',
  gradual: 'Do not say everything at once: one wish and one or two details in a message, the rest as the talk goes on.',
};
const TYPOS: Readonly<Record<Manner['typos'], string>> = {
  none: '',
  few: 'Now and then you mistype a word, but never a name, a number or another detail.',
  many: 'You type carelessly: letters swapped or missing, no capitals, but never in a name, a number or another detail.',
};
const IMPATIENCE: Readonly<Record<Manner['impatience'], string>> = {
  none: '',
  some: 'You get a little impatient when an answer brings you no further, and say so.',
  much: 'You are in a hurry and show it: you push for the result and complain about every detour.',
};

/** What the speaker is told about the way of writing, a sentence each. */
export function mannerLines(manner: Manner): string[] {
  const { opening, disclosure, length, typos, impatience, changesMindAt, mixes } = manner;
  return [
    OPENINGS[opening],
    DISCLOSURES[disclosure],
    length === undefined ? '' : LENGTHS[length],
    TYPOS[typos],
    IMPATIENCE[impatience],
    mixes === undefined
      ? ''
      : `Mix words of ${languageName(mixes)} into your sentences, as people do who live with both.`,
    changesMindAt === undefined
      ? ''
      : `You change your mind once: ask at first for something a little different from what you want, and in message ${changesMindAt + 1} take that back and say what you really want. Make up no details for it.`,
  ].filter((line) => line !== '');
}

/** The manner in one line, for people: `opening greeting, disclosure gradual, length short`. */
export function describeManner({
  opening,
  disclosure,
  length,
  typos,
  impatience,
  changesMindAt,
  mixes,
}: Manner): string {
  return [
    `opening ${opening}`,
    `disclosure ${disclosure}`,
    length === undefined ? '' : `length ${length}`,
    typos === 'none' ? '' : `typos ${typos}`,
    impatience === 'none' ? '' : `impatience ${impatience}`,
    mixes === undefined ? '' : `mixes ${mixes}`,
    changesMindAt === undefined ? '' : `changes mind in turn ${changesMindAt}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}
