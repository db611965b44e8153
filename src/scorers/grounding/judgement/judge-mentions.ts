import { type Anchor, type Answer, type AnswerSentence, namesIn } from '../claims/answer.ts';
import { placeOf, type ValueClaim } from '../claims/claim.ts';
import { isNegatedAt, speaksOfFuture, speaksOfPastAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { bindingAt, entriesOf, relate, relateToAny } from './binding.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from './judged-claim.ts';

/** A text of the evidence that a sentence repeats, and the records that it stands in. */
type Mention = { key: string; start: number; end: number; entries: readonly LedgerEntry[] };
/** A mention that the record named beside it does not have: `rival` is what stands there instead. */
type Clash = {
  mention: Mention;
  anchor: Anchor;
  held: LedgerEntry;
  rival: LedgerEntry;
  sentence: AnswerSentence;
  /** The two are written as one: `Desk (item 1684)`. */
  isTight: boolean;
};

/** A text in more places than this describes no record. */
const MAX_PLACES = 60;
const MAX_ANCHORS = 4;
/** Farther apart, two are not written as one. */
const MAX_GAP = 80;
/** Changes name what was and what shall be, of different records. */
const CHANGE =
  /\b(?:instead|than|exchang\w*|swap\w*|replac\w*|chang\w*|modif\w*|upgrad\w*|downgrad\w*|switch\w*|updat\w*|renam\w*|correct\w*|options?|alternativ\w*|similar|compared|available|other|another|both|new)\b|→|->|换|改|升级|比|其他|另/i;

/**
 * Texts told of a record that does not hold them: a name, a colour, a city that stands under the same key of a record
 * beside it. Only what clashes is told; that a text agrees with its record is no claim of its own.
 */
export function judgeMentions(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  if (ledger.byText.size === 0) return [];
  const names = namesIn(answer.normalised.text, ledger.textsByStart);
  const judged: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement' && sentence.layout !== 'row' && sentence.layout !== 'bullet') continue;
    const mentions = names
      .filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
      .map((name): Mention => ({ ...name, entries: liveEntries(name.key, answer, ledger) }))
      .filter((mention) => mention.entries.length > 0 && isTold(mention, sentence, answer));
    const clashes = mentions.flatMap((mention) => clashOf(mention, { mentions, sentence, answer, ledger }) ?? []);
    judged.push(...blame(clashes, mentions, { answer, ledger }));
  }
  return judged;
}

function liveEntries(key: string, { seq }: Answer, { byText }: EvidenceLedger): readonly LedgerEntry[] {
  const entries = byText.get(key) ?? [];
  return entries.length > MAX_PLACES ? [] : entries.filter((entry) => stateAt(entry, seq) === 'live');
}

/** Small words of everyday language are told of a record only where they stand in a list of its fields. */
function isTold({ start, end }: Mention, sentence: AnswerSentence, { normalised: { text } }: Answer): boolean {
  if (start >= sentence.exampleFrom || isNegatedAt(sentence.text, start - sentence.start, { reach: 12 })) return false;
  if (speaksOfPastAt(sentence.text, start - sentence.start, { length: end - start })) return false;
  if (!/^[a-z]+$/.test(text.slice(start, end))) return true;
  const before =
    text
      .slice(Math.max(0, start - 3), start)
      .trimEnd()
      .at(-1) ?? '\n';
  const after = text.slice(end, end + 2).trimStart()[0] ?? '\n';
  return /[(（,，:：;/|\-–\n、]/.test(before) && /[)）,，;/|.。\-–\n、]/.test(after);
}

type Scope = { mentions: readonly Mention[]; sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger };

function clashOf(mention: Mention, { mentions, sentence, answer, ledger }: Scope): Clash | undefined {
  const isGuarded = CHANGE.test(sentence.text) || isSaidByUser(mention, answer, ledger);
  const near = tightAnchor(mention, sentence, { answer, isGuarded });
  const binding = near ? { anchors: [near], isFirm: true } : bindingAt(answer, sentence, mention.start);
  const anchors = binding.anchors
    .filter((anchor) => anchor.key !== mention.key && anchor.entries.some(({ source }) => source === 'tool'))
    .filter((anchor) => anchor.start < mention.start || near !== undefined || /\d/.test(anchor.key))
    .slice(0, MAX_ANCHORS);
  if (!binding.isFirm || anchors.length === 0 || anchors.length < Math.min(binding.anchors.length, MAX_ANCHORS))
    return undefined;
  if (!near && isOwnClause(mention, anchors, answer.normalised.text)) return undefined;
  if (!near && (isGuarded || speaksOfFuture(sentence.text))) return undefined;
  const relations = mention.entries.map((entry) => relateToAny(entry, anchors, ledger));
  if (relations.includes('same_record')) return undefined;
  const beside = mention.entries.filter(
    ({ source }, index) => source === 'tool' && (relations[index] === 'sibling' || near !== undefined),
  );
  const keys = new Set(beside.map(({ key }) => key));
  if (keys.size === 0) return undefined;
  for (const anchor of anchors) {
    // Names of one kind in a row are a list.
    if (anchor.entries.some(({ key, source }) => source === 'tool' && keys.has(key))) continue;
    const own = entriesOf(anchor, { ledger, seq: answer.seq });
    if (own.some(({ text }) => text.length > mention.key.length && text.toLowerCase().includes(mention.key)))
      return undefined;
    const rivals = own.filter(
      ({ key, leaf, isIdentity }) => leaf === 'string' && keys.has(key) && (!isIdentity || key !== 'id'),
    );
    const [rival] = rivals;
    const isNamed = rivals.some(({ text }) => mentions.some(({ key }) => key === text.toLowerCase()));
    const held = beside.find(({ key }) => key === rival?.key);
    if (rival && held && !isNamed) return { mention, anchor, held, rival, sentence, isTight: near !== undefined };
  }
  return undefined;
}

/**
 * The name that a text is written to belong to: the id in brackets behind it (`Desk, oak (item 1684)`), the id before the
 * bracket or colon that it stands in (`1684 (oak, 80 cm)`), or the other half of a person's name.
 */
function tightAnchor(
  { start, end, key, entries }: Mention,
  { anchors }: AnswerSentence,
  { answer: { normalised }, isGuarded }: { answer: Answer; isGuarded: boolean },
): Anchor | undefined {
  const others = anchors.filter((anchor) => anchor.key !== key && (anchor.end <= start || anchor.start >= end));
  const next = others.find((anchor) => anchor.start >= end);
  const last = others.findLast((anchor) => anchor.end <= start);
  const half = [last, next].find((anchor) => anchor && isOtherHalf(anchor, { start, end, entries }, normalised.text));
  if (half && !isGuarded) return half;
  if (
    next &&
    next.start - end <= MAX_GAP &&
    /\d/.test(next.key) &&
    INTRODUCES.test(normalised.text.slice(end, next.start))
  )
    return next;
  if (
    last &&
    start - last.end <= 2 * MAX_GAP &&
    /\d/.test(last.key) &&
    DETAILS.test(normalised.text.slice(last.end, start))
  )
    return last;
  return undefined;
}

/** A few fields, then an opening bracket or dash with at most a label behind it. */
const INTRODUCES =
  /^(?:["'* ]*[/,、][^()（）;；.。\n]{1,40}|["'*]*)[\s"'*]*(?:[(（[【]|[-–—] ?)[\s"'*]*(?:[a-z_]+[\s_]*){0,3}[:：#]?\s*$|^[\s#]{0,2}$/i;
/** An opening bracket right behind the name, with nothing closed since. */
const DETAILS = /^["'* ]{0,4}[(（[][^()（）[\];；.。\n]*$/;

/** "Mei" and "Lee" of one name: both keys speak of names, and nothing but a blank is between them. */
function isOtherHalf(
  anchor: Anchor,
  { start, end, entries }: Pick<Mention, 'start' | 'end' | 'entries'>,
  text: string,
): boolean {
  const gap = anchor.end <= start ? text.slice(anchor.end, start) : text.slice(end, anchor.start);
  const isName = (entry: LedgerEntry): boolean => /(?:first|last|given|family|sur)_?name/i.test(entry.key);
  return gap === ' ' && entries.some(isName) && anchor.entries.some(isName);
}

/** Between the name and the text a new clause begins, which may speak of something else. */
function isOwnClause({ start }: Mention, anchors: readonly Anchor[], text: string): boolean {
  const last = anchors.findLast((anchor) => anchor.end <= start && anchor.start >= 0);
  return (
    last !== undefined &&
    /[;；。]|\b(?:while|whereas|but|and (?:the|your|you|i|we))\b|而|另外|但/i.test(text.slice(last.end, start))
  );
}

function isSaidByUser({ key }: Mention, { seq }: Answer, { entries }: EvidenceLedger): boolean {
  return entries.some(
    (entry) => entry.source === 'user' && entry.visibleFrom < seq && entry.text.toLowerCase().includes(key),
  );
}

/** Where nothing else told beside the name belongs to its record, the name is the stranger, not what is told of it. */
function blame(
  clashes: readonly Clash[],
  mentions: readonly Mention[],
  { answer, ledger }: { answer: Answer; ledger: EvidenceLedger },
): readonly JudgedClaim[] {
  const judged = new Map<number, JudgedClaim>();
  for (const clash of clashes) {
    const { mention, anchor, held, sentence } = clash;
    const others = mentions.filter((other) => other !== mention && other.key !== anchor.key);
    const withAnchor = others.filter(({ entries }) =>
      entries.some((entry) => relateToAny(entry, [anchor], ledger) === 'same_record'),
    );
    const withMention = others.filter(({ entries }) =>
      entries.some((entry) => relate(entry, held, ledger) === 'same_record'),
    );
    const isAnchorWrong = anchor.start >= sentence.start && withAnchor.length === 0 && withMention.length > 0;
    // Of two that are written as one, either may be the stranger.
    const { start, end } = clash.isTight
      ? { start: Math.min(anchor.start, mention.start), end: Math.max(anchor.end, mention.end) }
      : isAnchorWrong
        ? anchor
        : mention;
    if (!judged.has(start)) judged.set(start, tell(clash, { start, end, isAnchorWrong, answer }));
  }
  return [...judged.values()];
}

function tell(
  { mention, anchor, held, rival, sentence }: Clash,
  { start, end, isAnchorWrong, answer }: { start: number; end: number; isAnchorWrong: boolean; answer: Answer },
): JudgedClaim {
  const place = placeOf(answer, start, end);
  const claim: ValueClaim = {
    kind: 'value',
    answer,
    sentence,
    value: { kind: 'name', key: place.text.toLowerCase() },
    force: 'stated',
    isPromise: false,
    ...place,
  };
  const said = answer.normalised.text.slice(mention.start, mention.end);
  const name = anchor.start < 0 ? anchor.key : answer.normalised.text.slice(anchor.start, anchor.end);
  const message = isAnchorWrong
    ? `\`${name}\` stands beside \`${said}\`, which belongs to another record`
    : `\`${said}\` belongs to another record than \`${name}\``;
  return {
    claim,
    verdict: 'contradicted',
    reason: 'wrong_record',
    message,
    evidence: [evidenceFor(held), evidenceFor(rival)],
    nearest: nearestOf(rival),
  };
}
