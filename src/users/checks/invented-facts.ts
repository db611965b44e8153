import { digitsOfWords } from '../language/spoken-digits.ts';
import { hasNumber, idKeys, isSameId, isSamePhone, numbersIn, type TextValue, valuesIn } from './values.ts';
import { finding, type SaidWords, type UserKnowledge, type WordsCheck, type WordsFinding } from './words-check.ts';

/** More make an id. */
const MOST_DIGITS_OF_A_NAME = 3;

/**
 * Ids, addresses and numbers that the user can know from nowhere: not among its facts, its goal or its persona, and said
 * by nobody before. An id, an e-mail address or a telephone number breaks the simulation; a date or an amount, which a
 * person may choose or estimate, and a name with at most three digits are noted.
 */
export const inventedFacts: WordsCheck = (said, knowledge) => {
  const values = valuesIn(said.text);
  const texts = knownTexts(said, knowledge);
  // Written as it was heard, as most are: nothing needs to be read.
  const isQuoted = ({ kind, text }: TextValue) => kind === 'id' && texts.some((known) => known.includes(text));
  const unquoted = values.filter((value) => !isQuoted(value));
  if (unquoted.length === 0) return [];
  const known = readKnown(texts);
  return unquoted.filter((value) => !isKnown(value, known)).map(describe);
};

/** All texts that the user may have a value from. */
export function knownTexts({ before }: SaidWords, { persona, facts = {}, goal }: UserKnowledge): string[] {
  const told = Object.entries(facts).flatMap(([name, fact]) => {
    if (typeof fact === 'string') return [name, fact];
    return [name, fact.disclosure === 'never' ? (fact.fallback ?? '') : fact.value];
  });
  const behaviours = (persona?.behaviours ?? []).flatMap(({ instruction, check }) => [
    instruction,
    ...Object.values(check).map(String),
  ]);
  const own =
    persona === undefined
      ? []
      : [persona.name, persona.description, persona.style ?? '', ...persona.traits, ...behaviours];
  return [...told, goal ?? '', ...own, ...before.flatMap(({ text }) => readings(text))];
}

/** A text, and how it is written down when its digits were read out. */
function readings(text: string): string[] {
  const written = digitsOfWords(text);
  return written === text ? [text] : [text, written];
}

type Known = {
  ids: readonly string[];
  keys: ReadonlySet<string>;
  phones: readonly string[];
  numbers: ReturnType<typeof numbersIn>;
};

function readKnown(texts: readonly string[]): Known {
  const values = texts.flatMap(valuesIn);
  return {
    ids: texts.flatMap(idKeys),
    keys: new Set(values.map(({ kind, key }) => `${kind} ${key}`)),
    phones: values.flatMap(({ kind, key }) => (kind === 'phone' ? [key] : [])),
    numbers: texts.flatMap(numbersIn),
  };
}

function isKnown({ kind, text, key }: TextValue, { ids, keys, phones, numbers }: Known): boolean {
  switch (kind) {
    case 'id':
    case 'phone':
      // A part of an id ("the last four are 1001") and an id with a word in front ("order-A1001") are that id.
      return ids.some((id) => isSameId(id, key)) || phones.some((phone) => isSamePhone(phone, key));
    case 'email':
    case 'date':
      return keys.has(`${kind} ${key}`);
    case 'amount':
      return numbersIn(text).every((number) => hasNumber(numbers, number));
  }
}

/** "Windows 23H2", "RTX-409": nobody can tell a short id from the name of a product. */
function isModelName(kind: TextValue['kind'], text: string): boolean {
  return kind === 'id' && text.replace(/\D/g, '').length <= MOST_DIGITS_OF_A_NAME;
}

const NOUNS: Readonly<Record<TextValue['kind'], string>> = {
  id: 'an id',
  email: 'an e-mail address',
  phone: 'a telephone number',
  date: 'a date',
  amount: 'an amount',
};

function describe({ kind, text }: TextValue): WordsFinding {
  const isFree = kind === 'date' || kind === 'amount' || isModelName(kind, text);
  const message = `named ${NOUNS[kind]} that it has from nowhere`;
  return finding(isFree ? 'note' : 'break', isFree ? 'unknown-value' : 'invented-fact', { message, words: text });
}
