import { wordsOf } from '../evidence/words.ts';
import type { Answer, AnswerSentence } from './answer.ts';
import { conceptOfVerb, conceptsIn, type FoundConcept } from './concepts.ts';
import { isThing, namesOf, objectOf } from './objects.ts';

/** One thing that the agent says it can do. Positions are those of the normalised text. */
export type Ability = {
  sentence: AnswerSentence;
  concept: string;
  verb: string;
  /** What it is done to, as stems. */
  things: readonly string[];
  /** The thing itself, as `objectOf` names it; empty where none is named. */
  object: readonly string[];
  start: number;
  end: number;
};

const ABLE_ENGLISH =
  /\b(?:(?:i|we)(?: can| could|'m able to| am able to| are able to|'re able to)(?: also| even| now| certainly| definitely| then| both)*(?: help| assist)?(?: you)?(?: to| with| by)?|would you like me to|(?:do )?you want me to|shall i|(?:i|we)(?:'m| am| are|'d be| would be)? ?(?:happy|glad) to(?: help| assist)?(?: you)?(?: with| to)?) /gi;
const ABLE_CHINESE =
  /(?:(?:我|我们|本助手)(?:们)?(?:也|还|同时|都)*(?:可以|能够|能|会|支持)|(?:^|[，,；;。\s])(?:也|还|同时)(?:可以|能够|能|支持)|(?:需要|要不要)我)(?:帮(?:助)?您?|为您|替您|给您|协助您?)*/g;
const NOT_ABLE = /(?:不|没|无)(?:可以|能|会|支持)|\b(?:can't|cannot|can not|unable|not able)\b/i;
/** Verbs of talking and helping, which need no tool. */
const TALK = new Set(
  'help assist answer explain tell say share provide give guide walk clarify confirm summar discuss describ offer support work mak do let proceed continu go be need see understand try connect take handl look check review verify process perform chat talk know ask start move keep use get find show add also think wait double suggest recommend list compar outlin includ introduc point direct apolog assur appreciat imagin only just still not'.split(
    ' ',
  ),
);
const KNOWN = new Set([
  'cancel',
  'refund',
  'book',
  'translate',
  'exchange',
  'pay',
  'multiply',
  'add_up',
  'subtract',
  'divide',
]);
const LIGHT = /^(?:help|assist|perform|do|handle|make|provide|offer|support|process|with|take|give)$/i;

/** Everything that an answer offers to do, item by item. Refusals offer nothing. */
export function abilitiesOf(answer: Answer): readonly Ability[] {
  return answer.sentences.flatMap((sentence) => [...englishAbilities(sentence), ...chineseAbilities(sentence)]);
}

function englishAbilities(sentence: AnswerSentence): Ability[] {
  const abilities: Ability[] = [];
  for (const match of sentence.text.matchAll(ABLE_ENGLISH)) {
    const from = match.index + match[0].length;
    if (NOT_ABLE.test(sentence.text.slice(match.index, from + 12))) continue;
    for (const { text, at } of itemsOf(
      sentence.text,
      from,
      /,(?: and| or)? (?:also )?| and (?:also )?| or | as well as |;|[.?!]/g,
    )) {
      const [verb = ''] = /^[a-z]+/i.exec(text) ?? [];
      if (verb === '') continue;
      if (!LIGHT.test(verb) && !isVerbHere(verb, at === from)) continue;
      const concepts = LIGHT.test(verb)
        ? conceptsIn(text).slice(0, 1)
        : [{ concept: conceptOfVerb(verb), start: 0, end: verb.length }];
      const things = wordsOf(text.slice(verb.length));
      if (things.length === 0 && !KNOWN.has(concepts[0]?.concept ?? '')) continue;
      for (const { concept } of concepts)
        abilities.push({
          sentence,
          concept,
          verb,
          things,
          object: LIGHT.test(verb) ? [] : objectOf(text.slice(verb.length), { isChinese: false }),
          start: sentence.start + at,
          end: sentence.start + at + text.length,
        });
    }
  }
  return abilities;
}

/** After "I can" stands a verb; later items of a list may be things, unless they are deeds that we know. */
function isVerbHere(verb: string, isFirst: boolean): boolean {
  const concept = conceptOfVerb(verb);
  if (wordsOf(verb).length === 0 || TALK.has(concept) || TALK.has(verb.toLowerCase())) return false;
  return isFirst || conceptsIn(verb).length > 0;
}

function chineseAbilities(sentence: AnswerSentence): Ability[] {
  const abilities: Ability[] = [];
  for (const match of sentence.text.matchAll(ABLE_CHINESE)) {
    const from = match.index + match[0].length;
    if (NOT_ABLE.test(sentence.text.slice(Math.max(0, match.index - 2), from))) continue;
    const until = nextAbility(sentence.text, from);
    for (const { text, at } of itemsOf(sentence.text.slice(0, until), from, /[、,，;；。?？!！]|以及|或者?|和|并/g)) {
      for (const { concept, start, end } of deedsIn(text)) {
        abilities.push({
          sentence,
          concept,
          things: [...wordsOf(text.slice(0, start)), ...wordsOf(text.slice(end))],
          object: objectOf(text.slice(end), { isChinese: true }),
          verb: text.slice(start, end),
          start: sentence.start + at + start,
          end: sentence.start + at + end,
        });
      }
    }
  }
  return abilities;
}

/** Deeds of an item; a deed that stands as the thing of another, as in 修改付款方式, is none of its own. */
function deedsIn(text: string): readonly FoundConcept[] {
  const concepts = conceptsIn(text);
  return concepts.filter(({ start, end }, index) => index === 0 || !namesOf(text.slice(start, end)).some(isThing));
}

function nextAbility(text: string, from: number): number {
  const next = [...text.slice(from).matchAll(ABLE_CHINESE)][0];
  return next ? from + next.index : text.length;
}

function itemsOf(text: string, from: number, separator: RegExp): readonly { text: string; at: number }[] {
  const items: { text: string; at: number }[] = [];
  let at = from;
  for (const match of [...text.slice(from).matchAll(separator), undefined]) {
    const end = match ? from + match.index : text.length;
    const item = text.slice(at, end);
    const lead = /^\s*/.exec(item)?.[0].length ?? 0;
    if (item.trim() !== '') items.push({ text: item.trim(), at: at + lead });
    if (match && /[.。?？!！]/.test(match[0])) break;
    at = end + (match?.[0].length ?? 0);
  }
  return items;
}
