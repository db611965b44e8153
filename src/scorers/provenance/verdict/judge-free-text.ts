import type { Place } from '../index/evidence-index.ts';
import { descriptionOf } from '../leaf-schema.ts';
import type { LeafContext } from './leaf-context.ts';
import { known, originsOf } from './leaf-context.ts';
import type { LeafVerdict } from './leaf-verdict.ts';
import { lookUpText } from './look-up.ts';
import { whyUngrounded } from './why-ungrounded.ts';

/** Names of arguments that an agent words itself, in whatever tool they stand. */
const worded =
  /^(?:summary|notes?|comments?|reason|message|description|body|thoughts?|query|question|search|keywords|explanation|details|subject|content|reasoning|prompt)$|_(?:summary|notes?|comments?|reason|message|description|body|query|question)$|[a-z](?:Summary|Notes?|Comments?|Reason|Message|Description|Body|Query|Question)$/;

/** Whether the agent is to find the words: the author says so, or the argument's name does. */
export function isWordedByAgent({ isFreeText, key, schema }: LeafContext): boolean {
  return isFreeText || worded.test(key) || /^free(?:[- ]form)? text\b/i.test(descriptionOf(schema));
}

const fewestWords = 5;
const littleWords =
  /\b(?:a|an|the|is|are|was|were|has|have|had|to|for|of|and|or|but|because|with|that|this|their|his|her|they|he|she|it|not|be|been|will|would|wants?|needs?|asks?|please|due|after|before|from|by|on|in|at|user|customer)\b/i;

/** Sentences: what is written in words of one's own, and neither a name nor an address. */
export function looksLikeProse(text: string): boolean {
  if (/\p{sc=Han}{8,}/u.test(text.replaceAll(/[，。、；：！？\s]/gu, ''))) return true;
  const words = text.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
  if (words.length < fewestWords) return false;
  return littleWords.test(text) || words.length >= 2 * fewestWords || !/\d/.test(text);
}

const candidate =
  /[\p{L}\p{N}][\p{L}\p{N}.+_-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?<![\p{L}\p{N}.$€£¥])#?[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*(?![\p{L}\p{N}]|\.\d)/gu;

/** A number in groups, such as that of a card: `4111 1111 1111 1111`. */
const grouped = /(?<![\p{L}\p{N}.,$€£¥])\d{2,6}(?:[ .-]\d{2,6}){1,7}(?![\p{L}\p{N}]|[.,]\d)/gu;

/** Neither a few years nor dates beside each other. */
function isLongNumber(group: string): boolean {
  const parts = group.split(/[ .-]/);
  return parts.join('').length >= 9 && !parts.some((part) => /^(?:19|20)\d\d$/.test(part));
}

/** So many of one text are looked up. */
const mostIdentifiers = 200;

/** Texts in a sentence that can only be the key of a record, an address or a number to call. */
function identifiersIn(text: string): string[] {
  const groups = [...text.matchAll(grouped)].map(([group]) => group).filter((group) => isLongNumber(group));
  const rest = groups.reduce((left, group) => left.replace(group, ' '), text);
  const tokens = new Set(rest.match(candidate));
  return [...groups, ...[...tokens].filter((token) => isIdentifier(token))].slice(0, mostIdentifiers);
}

function isIdentifier(token: string): boolean {
  if (token.includes('@')) return true;
  const digits = token.replaceAll(/\D/g, '').length;
  if (digits === 0 || /^\d{4}-\d{1,2}-\d{1,2}/.test(token)) return false;
  if (/^#?\d+$/.test(token)) return digits >= 5;
  if (/^\d+(?:-\d+)+$/.test(token)) return digits >= 7;
  // `3rd`, `10am`, `5GB`, `24-hour`, `4g_5g`: a count and what is counted.
  if (/^\d+(?:[a-z]{1,4}|[-_].*)$/i.test(token) || /^[a-z]{2,}-\d{1,2}$/.test(token)) return false;
  return digits >= 2 && token.replaceAll(/[^\p{L}\p{N}]/gu, '').length >= 4;
}

/** Words of the agent's own need no source; the ids among them do. */
export function judgeFreeText(leaf: string, context: LeafContext): LeafVerdict {
  const parts: LeafVerdict['parts'][number][] = [];
  for (const identifier of identifiersIn(leaf)) {
    const places = lookUpText(identifier, context.evidence, known(context));
    const found = places.length > 0 ? [places] : placesOfGroups(identifier, context);
    if (found === undefined) return whyUngrounded(identifier, context, leaf);
    parts.push(...found.map((one) => originsOf(one)));
  }
  return { verdict: 'exempt', why: 'free_text', parts };
}

/** Several numbers beside each other, each of which was seen. */
function placesOfGroups(identifier: string, context: LeafContext): readonly (readonly Place[])[] | undefined {
  const groups = identifier.split(' ');
  if (groups.length < 2) return undefined;
  const found = groups.map((group) => lookUpText(group, context.evidence, known(context)));
  return found.some((places) => places.length === 0) ? undefined : found;
}
