import { currentOrder, type Memory, otherOrder } from './memory.ts';
import { ALL_OF_THEM, CORRECTION, OTHER_ONE, ordinalOf } from './words.ts';

const ORDER_ID = /\bA\s?-?\s?(\d{4})(?!\d)/gi;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const AMOUNT = /(?:€\s?|EUR\s?)(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s?(?:€|EUR\b|euros?\b|欧元|块|元)/i;
/** A house number and the capitalised words after it, or a street that ends in a Chinese house number. */
const ADDRESS =
  /(?<![\d.-])\b\d{1,4}[a-z]?(?! (?:EUR|Euro|January|February|March|April|May|June|July|August|September|October|November|December))(?: [A-Z][\p{L}'-]+)+(?:, ?(?:\d{4,6} )?[A-Z][\p{L}'-]+(?: [A-Z][\p{L}'-]+)*)*|[\p{Script=Han}]{2,12}(?:路|街|巷|大道)\d+号(?:\d+室)?/u;
const ADDRESS_LEAD_IN = /^.*(?:改成|改到|改为|换成|换到|寄到|寄去|地址是|送到|是|到)/u;

/** The order numbers written in a text, in order. What is said to be wrong ("not A-1001", "A-1001, no, A-1002") is left out. */
export function orderIdsOf(text: string): string[] {
  const found = [...text.matchAll(ORDER_ID)].map((match) => ({
    id: `A-${match[1]}`,
    index: match.index,
    denied: /(?:\bnot(?: for)?|\bnot order|instead of|rather than|不是)\s*$/i.test(text.slice(0, match.index)),
  }));
  const meant = found.filter(({ denied }) => !denied);
  const corrected = meant.filter(({ index }, position) => {
    const previous = meant[position - 1];
    return previous !== undefined && CORRECTION.test(text.slice(previous.index, index));
  });
  const start = corrected.at(-1)?.index ?? 0;
  return [...new Set(meant.filter(({ index }) => index >= start).map(({ id }) => id))];
}

/** The orders that a text points at without their number: "the other one", "the second one", "the grey kettle". */
export function pointedOrders(text: string, memory: Memory): string[] {
  if (OTHER_ONE.test(text)) {
    const other = otherOrder(memory);
    return other === undefined ? [] : [other];
  }
  if (ALL_OF_THEM.test(text)) {
    const listed = memory.listed.map(({ order_id }) => order_id);
    return listed.length > 0 ? listed : memory.mentioned.slice(-2);
  }
  const ordinal = ordinalOf(text);
  const line = ordinal === undefined ? undefined : memory.listed[ordinal];
  if (line !== undefined) return [line.order_id];
  const named = memory.listed.filter(({ name }) => name !== '' && text.toLowerCase().includes(name.toLowerCase()));
  return named.length === 1 && named[0] !== undefined ? [named[0].order_id] : [];
}

/** The order that a text is about when it names none. */
export function impliedOrder(memory: Memory): string | undefined {
  if (memory.mentioned.length > 0) return currentOrder(memory);
  return memory.listed.length === 1 ? memory.listed[0]?.order_id : undefined;
}

export function emailOf(text: string): string | undefined {
  return EMAIL.exec(text)?.[0].toLowerCase();
}

/** The amount of money in a text as it was written, without its currency. */
export function amountOf(text: string): string | undefined {
  const match = AMOUNT.exec(text);
  return match === null ? undefined : (match[1] ?? match[2]);
}

export function addressOf(text: string): string | undefined {
  return ADDRESS.exec(text)?.[0].replace(ADDRESS_LEAD_IN, '').trim();
}

/** The text with what a comma or a full stop may stand in replaced by one word. */
export function withoutNoise(text: string): string {
  return text
    .replace(ADDRESS, ' ADDRESS ')
    .replaceAll(/e-?mail address(?:es)?/gi, ' EMAIL ')
    .replaceAll(new RegExp(EMAIL, 'g'), ' EMAIL ')
    .replaceAll(/(\d)\.(\d)/g, '$1·$2');
}
