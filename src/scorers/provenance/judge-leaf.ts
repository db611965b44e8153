import type { JsonValue } from '../../domain/values/json-value.ts';
import { isKnown, type Source } from './evidence-sources.ts';
import { isGivenBySchema, type LeafSchema } from './leaf-schema.ts';
import { isOneEditApart } from './one-edit-apart.ts';

export type LeafVerdict =
  | { verdict: 'exempt'; why: string }
  | { verdict: 'grounded'; from: string }
  | { verdict: 'weak'; why: string }
  | { verdict: 'ungrounded'; why: Ungrounded };

/** Why a value is from nowhere, most telling first. */
export type Ungrounded =
  | 'documentation_example'
  | 'placeholder'
  | 'echo_of_error'
  | 'unseen_result'
  | 'self_only'
  | 'nowhere';

/** What a leaf is judged by. */
export type LeafContext = {
  sources: readonly Source[];
  /** `seq` of the message that launched the call. */
  launchedAt: number;
  /** Position of the call in the trajectory. */
  index: number;
  schema: LeafSchema;
  /** The author says that the agent words this itself. */
  isFreeText: boolean;
};

/** Numbers this small are counts and choices that nobody has to say. */
const smallBelow = 10;
const freeTextWords = 5;

/** Says where a value of a call's arguments comes from, among what the agent knew when it made the call. */
export function judgeLeaf(leaf: JsonValue, context: LeafContext): LeafVerdict {
  if (leaf === null || typeof leaf === 'boolean') return { verdict: 'exempt', why: 'true, false or null' };
  if (typeof leaf === 'object') return { verdict: 'exempt', why: 'empty' };
  if (isGivenBySchema(leaf, context.schema)) return { verdict: 'exempt', why: 'the schema gives it' };
  if (typeof leaf === 'number') return judgeNumber(leaf, context);
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(leaf) && !/^-?0\d/.test(leaf);
  if (isNumber && Math.abs(Number(leaf)) < smallBelow) return judgeNumber(Number(leaf), context, leaf);
  if (leaf.trim() === '') return { verdict: 'exempt', why: 'empty' };
  const known = evidenceOf(context);
  const source = known.find(({ text }) => text.holds(leaf)) ?? known.find(({ text }) => holdsOtherwise(text, leaf));
  if (source !== undefined) return { verdict: 'grounded', from: source.label };
  if (isNumber) return judgeNumber(Number(leaf), context, leaf);
  const digits = /^#?[a-z]{1,3}[-_ ]?(\d{3,4})$/i.exec(leaf)?.[1];
  if (digits !== undefined && known.some(({ text }) => text.holdsDigits(digits))) {
    return { verdict: 'weak', why: 'its digits were said, without its letters' };
  }
  if (isDate(leaf)) return judgeDate(leaf, context);
  return judgeText(leaf, context);
}

function evidenceOf({ sources, launchedAt }: LeafContext): Source[] {
  return sources.filter((source) => isEvidence(source) && isKnown(source, launchedAt));
}

function isEvidence({ kind }: Source): boolean {
  return kind === 'user' || kind === 'tool' || kind === 'policy';
}

/** An id of at most three letters and at least five digits may have been said without its letters. */
function holdsOtherwise(text: Source['text'], leaf: string): boolean {
  const digits = /^#?[a-z]{1,3}[-_ ]?(\d{5,})$/i.exec(leaf)?.[1];
  return digits !== undefined && text.holdsDigits(digits);
}

function judgeNumber(leaf: number, context: LeafContext, written = String(leaf)): LeafVerdict {
  const known = evidenceOf(context);
  const size = Math.abs(leaf);
  const source = known.find(({ text }) => text.holdsNumber(size));
  if (size < smallBelow) return { verdict: 'weak', why: 'a small number' };
  if (source !== undefined) return { verdict: 'grounded', from: source.label };
  if (isDerived(size, known)) return { verdict: 'weak', why: 'follows from numbers that were seen' };
  return whyUngrounded(written, context);
}

/** A sum, a difference, or a multiple of at most twenty of two numbers that were seen. */
function isDerived(wanted: number, known: readonly Source[]): boolean {
  const numbers = [...new Set(known.flatMap(({ text }) => [...text.numbers()]))].slice(0, 300);
  const seen = new Set(numbers.map(toCents));
  const cents = toCents(wanted);
  return numbers.some((number) => {
    const one = toCents(number);
    if (one === 0) return false;
    const factor = cents / one;
    return seen.has(cents - one) || seen.has(cents + one) || (Number.isInteger(factor) && factor <= 20);
  });
}

function toCents(value: number): number {
  return Math.round(value * 100);
}

function isDate(leaf: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}\S*)?$/.test(leaf);
}

function judgeDate(leaf: string, context: LeafContext): LeafVerdict {
  const known = evidenceOf(context);
  const day = leaf.slice(0, 10);
  const source = known.find(({ text }) => text.holdsDay(day));
  if (source !== undefined) return { verdict: 'grounded', from: source.label };
  const near = known.find(({ text }) => [-1, 1].some((shift) => text.holdsDay(shifted(day, shift))));
  if (near !== undefined) return { verdict: 'weak', why: 'a day beside one that was named' };
  return whyUngrounded(leaf, context);
}

function shifted(day: string, days: number): string {
  const time = Date.parse(day) + days * 86_400_000;
  return Number.isNaN(time) ? day : new Date(time).toISOString().slice(0, 10);
}

function judgeText(leaf: string, context: LeafContext): LeafVerdict {
  const known = evidenceOf(context);
  const parts =
    leaf
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  if (parts.length === 0) return { verdict: 'exempt', why: 'no letters or digits' };
  const isLong = parts.length >= freeTextWords || (parts.length === 1 && /\p{sc=Han}{8,}/u.test(leaf));
  const isFree = context.isFreeText || isLong;
  const judged = isFree ? parts.filter((part) => /\d/.test(part) && part.length > 1) : parts;
  if (isFree && judged.length === 0) return { verdict: 'exempt', why: 'free text' };
  if (isFree || parts.length > 1) {
    const missing = judged.filter((part) => !known.some(({ text }) => text.words().has(part) || text.holds(part)));
    if (missing.length === 0) return { verdict: 'grounded', from: 'its parts' };
    if (isFree) return whyUngrounded(missing[0] as string, context);
  }
  if (/^[A-Z]{3}$/.test(leaf)) return { verdict: 'weak', why: 'a code of three letters' };
  if (parts.length === 1 && known.some(({ text }) => isMisspelt(leaf, text.words()))) {
    return { verdict: 'weak', why: 'one letter off from what was seen' };
  }
  if (wasAccepted(leaf, context)) return { verdict: 'weak', why: 'proposed by the agent, and the user agreed' };
  return whyUngrounded(leaf, context);
}

/** Ids are not words: one digit off is another record. */
function isMisspelt(leaf: string, words: ReadonlySet<string>): boolean {
  const word = leaf.toLowerCase();
  if (word.length < 5 || /\d/.test(word)) return false;
  return [...words].some((seen) => isOneEditApart(plain(word), plain(seen)));
}

function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

const agreement =
  /^\W*(?:yes|yeah|yep|ok|okay|sure|correct|right|please do|go ahead|ja|oui|s[ií]|sim|是|好|对|可以|はい|네|да)(?!\p{L}{2})/iu;

/** The agent named it, and the next thing the user said was a yes. */
function wasAccepted(leaf: string, { sources, launchedAt }: LeafContext): boolean {
  return sources.some(
    (source) =>
      source.kind === 'agent' &&
      isKnown(source, launchedAt - 1) &&
      source.text.holds(leaf) &&
      agreement.test(nextUserText(source, sources, launchedAt) ?? ''),
  );
}

function nextUserText(from: Source, sources: readonly Source[], launchedAt: number): string | undefined {
  const next = sources.find(
    ({ kind, knownFrom = 0 }) => kind === 'user' && knownFrom > (from.knownFrom ?? 0) && knownFrom <= launchedAt,
  );
  return next?.original;
}

const placeholder =
  /^(?:x{3,}|y{4}-m{2}-d{2}|<.*>|\{.*\}|\[.*\]|string|value|placeholder|example|sample|test|foo|bar|your[_ -].*|.*example\.(?:com|org|net)|(?:john|jane)[_ .]doe.*|lorem ipsum.*|n\/?a|none|null|undefined|unknown|todo|tbd|\p{L}*[-_#]?(?:0{4,}|1234\d*))$/iu;

/** A result that was on its way. What came later, or of the call itself, only gives back what was made up. */
function isUnseen(source: Source, { launchedAt, index }: LeafContext): boolean {
  const { kind, call } = source;
  if (kind !== 'tool' || call === undefined || isKnown(source, launchedAt)) return false;
  return call.index !== index && call.launchedAt <= launchedAt;
}

function whyUngrounded(value: string, context: LeafContext): LeafVerdict {
  const { sources, launchedAt } = context;
  const holding = sources.filter(({ text }) => text.holds(value));
  const has = (accepts: (source: Source) => boolean) => holding.some(accepts);
  const why: Ungrounded = has(({ kind }) => kind === 'documentation')
    ? 'documentation_example'
    : placeholder.test(value.trim())
      ? 'placeholder'
      : has((source) => source.kind === 'error' && isKnown(source, launchedAt))
        ? 'echo_of_error'
        : has((source) => isUnseen(source, context))
          ? 'unseen_result'
          : has((source) => source.kind === 'agent' && isKnown(source, launchedAt))
            ? 'self_only'
            : 'nowhere';
  return { verdict: 'ungrounded', why };
}
