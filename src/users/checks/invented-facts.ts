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
  return unquoted.filter((value) => !isKnown(value, known)).map((value) => describe(value, said.text));
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

/** "Windows 23H2", "RTX-409": nobody can tell a short id from the name of a product. Zeros in front make none longer. */
function isModelName(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return (/^#?\d+$/.test(text) ? digits.replace(/^0+/, '') : digits).length <= MOST_DIGITS_OF_A_NAME;
}

const MACHINE_CODE = /^(?:0x[\da-f]+|(?:err|error|exception|http|status|stop|bug|kb|cve)[-_.]?[\w.-]*)$/i;
const MACHINE_WORDS =
  /(?:\b(?:errors?|error codes?|status|status codes?|exception|versions?|firmware|build|model|model number|type|part number)(?: (?:is|was|code|number|no\.?|says?))*[\s:#"'“(]{1,3}|(?:错误|错误码|错误代码|报错|版本号?|型号|固件)(?:是|为|码|代码)?[\s:：“"]{0,2})$/i;

/** What a machine or a label shows: codes of errors, versions and models, which an author need not have thought of. */
function isMachineCode({ text }: TextValue, message: string): boolean {
  if (MACHINE_CODE.test(text)) return true;
  const at = message.indexOf(text);
  return at > 0 && MACHINE_WORDS.test(message.slice(Math.max(0, at - 40), at));
}

/** "Not A-1002": what is said not to be so misleads nobody. */
function isDenied({ text }: TextValue, message: string): boolean {
  const at = message.indexOf(text);
  return (
    at > 0 &&
    /(?:\b(?:not|isn't|wasn't|never|rather than|instead of)(?: (?:the|an?|my|order|number|id|code|no\.?))*[\s:#"“]{1,2}|(?:不是|而不是|并非|而非)(?:订单号?|编号|单号|号码)?[\s“"]{0,2})$/i.test(
      message.slice(Math.max(0, at - 40), at).replaceAll('’', "'"),
    )
  );
}

const NOUNS: Readonly<Record<TextValue['kind'], string>> = {
  id: 'an id',
  email: 'an e-mail address',
  phone: 'a telephone number',
  date: 'a date',
  amount: 'an amount',
};

function describe(value: TextValue, said: string): WordsFinding {
  const { kind, text } = value;
  const isNoMatter = kind === 'id' && (isModelName(text) || isMachineCode(value, said) || isDenied(value, said));
  const isFree = kind === 'date' || kind === 'amount' || isNoMatter;
  const message = `named ${NOUNS[kind]} that it has from nowhere`;
  return finding(isFree ? 'note' : 'break', isFree ? 'unknown-value' : 'invented-fact', { message, words: text });
}
