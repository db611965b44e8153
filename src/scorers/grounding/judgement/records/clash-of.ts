import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { identityKey } from '../../evidence/ledger-indexes.ts';
import type { RecordNode, Records } from '../../evidence/records.ts';
import { amountOf } from '../../values/typed-value.ts';
import { compareValues } from '../../values/value-keys.ts';
import type { Clash, Context } from './clash.ts';
import { leadOf } from './lead-of.ts';
import type { Mention } from './mentions-in.ts';
import { supportOf, type Vote, votesFor } from './votes.ts';

/** More is needed where what it holds is told as well. */
const MIN_TOLD = 1.2;

/** What stands in more records is compared with the likeliest of them only. */
const MAX_RIVALS = 3;

/** States have a judge of their own, which knows how they change. */
const STATE = /status|state$|状态/i;

type Holder = { node: RecordNode; entry: LedgerEntry };

export function clashOf(mention: Mention, context: Context): Clash | undefined {
  const { records, answer } = context;
  if (isListed(mention, context)) return undefined;
  const votes = votesFor(mention, { ...context, text: answer.normalised.text }).filter(
    ({ other }) => !other.isDenied && !isSameField(other, mention),
  );
  if (votes.length === 0) return undefined;
  if (!isOfOne(mention, votes) && isSpread(mention, context) && !isOfAnotherDay(mention, votes)) return undefined;
  const holders = holdersOf(mention, records);
  const best = holders
    .map((holder) => ({ ...holder, score: scoreOf(holder.node, votes) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RIVALS);
  let top: { clash: Clash; lead: number } | undefined;
  for (const node of candidates(votes)) {
    const lead = leadOf(node, { best, votes, mention, context });
    if (lead === undefined || lead <= (top?.lead ?? 0)) continue;
    const found = rivalIn(node, { holders, mention, context });
    if (
      !found ||
      isSaidTogether(mention, votes, context) ||
      isLinked(node, mention, records) ||
      (lead < MIN_TOLD && isToldToo(found.rival, mention, context))
    )
      continue;
    const by = votes.filter(({ other }) => supportOf(other, node) > 0.3).map(({ other }) => other);
    top = { clash: { mention, ...found, by }, lead };
  }
  return top?.clash;
}

/** What a record has in the place where another, of the same shape, has what was said. */
function rivalIn(
  node: RecordNode,
  {
    holders,
    mention,
    context: { records, answer },
  }: { holders: readonly Holder[]; mention: Mention; context: Context },
): { held: LedgerEntry; rival: LedgerEntry } | undefined {
  for (const { node: holder, entry } of holders) {
    if (
      entry.source !== 'tool' ||
      node === holder ||
      STATE.test(entry.key) ||
      !records.areAlike(node.kind, holder.kind)
    )
      continue;
    const rival = node.own.find((own) => isRival(own, entry, mention) && stateAt(own, answer.seq) === 'live');
    if (rival) return { held: entry, rival };
  }
  return undefined;
}

/** One of several of a kind that are joined: `A + B`, "A and B", `i7/i9`. */
function isListed(mention: Mention, { mentions, index, answer: { normalised } }: Context): boolean {
  return [mentions[index - 1], mentions[index + 1]].some((other) => {
    if (!other || other.sentence !== mention.sentence || !sharesField(other, mention)) return false;
    const between = normalised.text.slice(Math.min(mention.end, other.end), Math.max(mention.start, other.start));
    return /^ ?(?:[+&/、,]|and|or|,? ?(?:and|or) (?:the|your))? ?$/i.test(between) || /^[和或及与]$/.test(between);
  });
}

function isOfOne(mention: Mention, votes: readonly Vote[]): boolean {
  return namesOne(mention, mention) || votes.some(({ other, isNear }) => isNear && namesOne(other, mention));
}

/** A name of a record of its kind says which one is meant; a day is none, and neither is the name of a whole. */
export function namesOne({ isName, claim, weights }: Mention, mention: Mention): boolean {
  if (!isName || claim?.value.kind === 'date') return false;
  const kinds = new Set([...mention.weights.keys()].map(({ kind }) => kind));
  return [...weights.keys()].some(({ kind }) => kinds.has(kind));
}

/** "From 3 to 9 m": a sentence that tells both ends of one field tells of more than one record. */
function isSpread({ sentence }: Mention, { mentions, answer: { normalised } }: Context): boolean {
  // "5 to 7 days" of a rule is no field.
  const told = new Set(mentions.flatMap((other) => (other.sentence === sentence ? [other.start] : [])));
  return sentence.values.some((left, index) => {
    const right = sentence.values[index + 1];
    if (!right || amountOf(left.value) === undefined || amountOf(right.value) === undefined) return false;
    return (told.has(left.start) || told.has(right.start)) && ENDS.test(normalised.text.slice(left.end, right.start));
  });
}

/** What parts the two ends of a range, a unit aside. */
const ENDS = /^[ °]?[a-z°%/]{0,8}(?: ?[-–~] ?| (?:to|and|through) |[至到])[$€£¥-]?$/i;

/** A day is named beside it, and no record of that day holds it. */
function isOfAnotherDay({ weights }: Mention, votes: readonly Vote[]): boolean {
  const days = votes.filter(({ other, isNear }) => isNear && other.claim?.value.kind === 'date');
  return (
    days.length > 0 && days.every(({ other }) => [...weights.keys()].every((node) => supportOf(other, node) === 0))
  );
}

function sharesField(other: Mention, { entries }: Mention): boolean {
  return entries.some(({ key, path }) => other.keys.has(key) && !/^\d+$/.test(path.at(-1) ?? ''));
}

/** Two of one field in a row are a list. */
function isSameField(other: Mention, mention: Mention): boolean {
  return (
    other.sentence === mention.sentence &&
    !mention.entries.some(({ path }) => /^\d+$/.test(path.at(-1) ?? '')) &&
    other.entries.every(({ key }) => mention.entries.some((entry) => entry.key === key))
  );
}

function holdersOf({ entries }: Mention, records: Records): readonly { node: RecordNode; entry: LedgerEntry }[] {
  return entries.flatMap((entry) => {
    const node = records.of(entry);
    return node ? [{ node, entry }] : [];
  });
}

function scoreOf(node: RecordNode, votes: readonly Vote[]): number {
  return votes.reduce((sum, { other, weight }) => sum + weight * supportOf(other, node), 0);
}

/** Records that something speaks for, and the wholes that they are parts of. */
function candidates(votes: readonly Vote[]): ReadonlySet<RecordNode> {
  const nodes = new Set<RecordNode>();
  for (const { other, weight } of votes) {
    if (weight < 0.3) continue;
    for (const [node, share] of other.weights) {
      if (share < 0.2) continue;
      for (let at: RecordNode | undefined = node; at && !nodes.has(at); at = at.parent) nodes.add(at);
    }
  }
  return nodes;
}

/** Where what the record holds is told as well, the sentence compares, or tells a change. */
function isToldToo(rival: LedgerEntry, { sentence }: Mention, { mentions }: Context): boolean {
  return mentions.some((other) => other.sentence === sentence && other.entries.some(({ text }) => text === rival.text));
}

function isRival(own: LedgerEntry, entry: LedgerEntry, { claim }: Mention): boolean {
  if (own.source !== 'tool' || own.key !== entry.key || own.leaf !== entry.leaf || own.text === entry.text)
    return false;
  if (parentOf(own) !== parentOf(entry)) return false;
  return !claim || own.values.every(({ value }) => compareValues(claim.value, value) !== 'same');
}

/** The key around a leaf, where it is none of a list. */
function parentOf({ path }: LedgerEntry): string {
  const parent = path.at(-2) ?? '';
  return /\d/.test(parent) ? '' : parent;
}

/** The user said it in the same words, together with what stands beside it. */
function isSaidTogether(
  { start, end }: Mention,
  votes: readonly Vote[],
  { said, answer: { normalised } }: Context,
): boolean {
  return votes.some(({ other, isNear }) => {
    if (!isNear || other.start < 0) return false;
    const text = normalised.text.slice(Math.min(start, other.start), Math.max(end, other.end)).toLowerCase();
    return said.some((words) => words.includes(text));
  });
}

/** A record that holds what was said is the same thing, tells of it, or is part of the same whole. */
function isLinked(node: RecordNode, mention: Mention, records: Records): boolean {
  return mention.entries.some((entry) => {
    const holder = records.of(entry);
    for (let at = holder; at; at = at.parent) {
      if (at === node) return true;
      if (
        (at === holder || isCode(node.name)) &&
        at.own.some(({ text, id }) => id !== entry.id && identityKey(text) === node.name)
      )
        return true;
    }
    for (let at = node.parent; at; at = at.parent) if (at === holder) return true;
    return false;
  });
}

/** A word may name several things. */
function isCode(name: string | undefined): boolean {
  return name !== undefined && /\d/.test(name);
}
