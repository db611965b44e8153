import { askedPart } from './questions.ts';
import { sentencesOf } from './sentences.ts';

/** Words of a fact's name that say how it is written, not what it is. */
const FORM_WORDS: ReadonlySet<string> = new Set([
  'id',
  'ids',
  'no',
  'nr',
  'num',
  'number',
  'code',
  'ref',
  'reference',
  'value',
  'text',
  'my',
  'the',
  'a',
  'user',
  'customer',
]);

/** What an agent calls the kind of thing that a value looks like. */
const KINDS: readonly { looks: RegExp; asked: RegExp }[] = [
  { looks: /^[^\s@]{1,100}@[^\s@]{1,200}\.[^\s@.]{2,20}$/, asked: /\be-?mails?\b|邮箱|邮件|电邮/i },
  { looks: /^\+?\d[\d\s()-]{6,20}\d$/, asked: /\b(?:phone|mobile|telephone|contact number)\b|电话|手机/i },
  {
    looks: /^\d{4}-\d{1,2}-\d{1,2}$|^\d{4}年\d{1,2}月/,
    asked: /\b(?:date|when|what day|which day)\b|日期|哪天|哪一天|什么时候|几号/i,
  },
  {
    looks: /^(?:[$€£¥￥]\s?|(?:usd|eur|gbp|cny)\s)?\d[\d,]*(?:\.\d+)?(?:\s?(?:usd|eur|gbp|cny|元|块))$|^[$€£¥￥]/i,
    asked: /\b(?:amount|price|how much|total)\b|金额|多少钱|价格/i,
  },
  { looks: /^#?[A-Za-z]{1,5}-?\d{2,}$/, asked: /\b(?:number|id|code|reference)\b|编号|单号|工号|订单号|号码/i },
];

/**
 * Whether the agent asked for a fact in what it just said: a question or request that has the words of the fact's name
 * (`order_id`: "order"), or the name of its kind (an e-mail address, a date, a number).
 */
export function isAskedFor(fact: NamedValue, texts: readonly string[]): boolean {
  return listenFor(texts)(fact);
}

type NamedValue = { name: string; value: string };

/** `isAskedFor` for several facts and the same words, which are read once, for the first fact. */
export function listenFor(texts: readonly string[]): (fact: NamedValue) => boolean {
  let questions: readonly string[] | undefined;
  return (fact) => {
    questions ??= texts.flatMap(sentencesOf).flatMap(askedPart);
    return questions.length > 0 && asksFor(fact, questions);
  };
}

function asksFor(fact: NamedValue, questions: readonly string[]): boolean {
  const words = significantWords(fact.name);
  const kind = KINDS.find(({ looks }) => looks.test(fact.value));
  return questions.some((question) => {
    const lower = question.toLowerCase();
    return (words.length > 0 && words.every((word) => mentions(lower, word))) || kind?.asked.test(question) === true;
  });
}

/** Words of a fact's name that say what it is: `order_id` → order. */
export function significantWords(name: string): string[] {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
  const significant = words.filter((word) => !FORM_WORDS.has(word));
  return significant.length > 0 ? significant : words;
}

/** Latin words match from their beginning, so that `ship` finds "shipping"; others match anywhere. Both lower case. */
export function mentions(text: string, word: string): boolean {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    const before = text.charAt(index - 1);
    if (!/^[a-z]/.test(word) || !/[\p{L}\p{N}]/u.test(before) || /\p{sc=Han}/u.test(before)) return true;
  }
  return false;
}
