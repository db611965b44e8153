import type { Anchor, Answer, AnswerSentence } from '../claims/answer.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { identityRank } from '../evidence/result-leaves.ts';

/** The records that a place of an answer speaks of, and how firmly. */
export type Binding = { anchors: readonly Anchor[]; isFirm: boolean };

const DISTRIBUTES = /\brespectively\b|分别|各/i;

/**
 * The records that the words at `at` speak of: those named last before it in the sentence; or, where the sentence begins
 * with values, the next one; else those of the line above that it hangs under, of the sentence before, or the record that
 * was looked up last. Names in a row make one group.
 */
export function bindingAt(answer: Answer, sentence: AnswerSentence, at: number): Binding {
  const own = sentence.anchors.filter((anchor) => !(anchor.start <= at && at < anchor.end));
  if (own.length > 0) {
    const bracketed = bracketedAfter(own, sentence, at);
    if (bracketed) return { anchors: [bracketed], isFirm: true };
    if (DISTRIBUTES.test(sentence.text)) return { anchors: own, isFirm: true };
    return { anchors: groupAround(own, sentence, at), isFirm: true };
  }
  const above = headingAbove(answer, sentence);
  if (above) {
    const isFirm = above.indent < sentence.indent || above.layout === 'heading' || isOne(above.anchors);
    return { anchors: above.anchors, isFirm };
  }
  const before = answer.sentences[sentence.index - 1];
  if (before && before.anchors.length > 0 && sentence.line - before.line <= 1 && before.layout === 'plain')
    return { anchors: before.anchors, isFirm: isOne(before.anchors) };
  return { anchors: answer.carried, isFirm: answer.carried.length > 0 };
}

/** `08:40 with Dr. Lee (S-7)`: words without a new item, then the id alone in brackets. */
const TO_BRACKET =
  /^(?:(?! (?:and|or|to|but) |->|→)[^,;、；。()[\]【】和或及]){1,60}[([【] ?(?:[a-z]{1,12}[ _]*){0,2}[:#]? ?$/i;

/** The id in brackets right behind the value at `at`: such a value belongs to it, whatever was named before. */
function bracketedAfter(own: readonly Anchor[], sentence: AnswerSentence, at: number): Anchor | undefined {
  const textOf = (from: number, to?: number): string =>
    sentence.text.slice(from - sentence.start, to === undefined ? undefined : to - sentence.start);
  return own.find(
    ({ key, start, end }) =>
      start > at && /\d/.test(key) && /^ ?[)\]】]/.test(textOf(end)) && TO_BRACKET.test(textOf(at, start)),
  );
}

function isOne(anchors: readonly Anchor[]): boolean {
  return new Set(anchors.map(({ key }) => key)).size === 1;
}

function groupAround(own: readonly Anchor[], sentence: AnswerSentence, at: number): readonly Anchor[] {
  const [first] = own;
  const values = sentence.values.filter(({ value }) => value.kind !== 'identifier' && value.kind !== 'name');
  const valuesLead =
    first !== undefined &&
    values.some(({ end }) => end <= first.start) &&
    !/^[^:：]{1,20}[:：](?!\d\d)/.test(sentence.text);
  const next = own.find(({ start }) => start > at);
  // `09:30 is taken, 14:15 (S-7) is free`: the brackets are those of another item.
  const isTaken =
    next !== undefined &&
    values.some(({ start }) => start > at && start < next.start && bracketedAfter(own, sentence, start) === next);
  if (isTaken && (valuesLead || !own.some(({ end }) => end <= at))) return [];
  if (valuesLead && next) return [next];
  const before = own.filter(({ end }) => end <= at);
  const last = before.at(-1);
  if (!last) return next ? [next] : [];
  // Names in a row, with no value of their own in between, share what follows.
  const group: Anchor[] = [last];
  for (let index = before.length - 2; index >= 0; index -= 1) {
    const anchor = before[index] as Anchor;
    const nearest = group[0] as Anchor;
    if (values.some(({ start, end }) => start >= anchor.end && end <= nearest.start)) break;
    group.unshift(anchor);
  }
  return group;
}

const headings = new WeakMap<AnswerSentence, { above: AnswerSentence | undefined }>();

/** `headingOf`, looked for once. */
function headingAbove(answer: Answer, sentence: AnswerSentence): AnswerSentence | undefined {
  const known = headings.get(sentence) ?? { above: headingOf(answer, sentence) };
  headings.set(sentence, known);
  return known.above;
}

/** The nearest line above that is less deeply nested and names a record. */
function headingOf(answer: Answer, sentence: AnswerSentence): AnswerSentence | undefined {
  let depth = sentence.indent;
  let isOpen = true;
  for (let index = sentence.index - 1; index >= 0; index -= 1) {
    const other = answer.sentences[index] as AnswerSentence;
    if (other.line === sentence.line) {
      if (other.anchors.length > 0) return other;
      continue;
    }
    if (isOpen && depth === sentence.indent && other.indent === depth && isRecordLine(other)) return other;
    const isAbove = other.indent < depth || (isOpen && other.layout === 'heading' && other.indent <= depth);
    if (!isAbove) continue;
    if (other.anchors.length > 0) return other;
    depth = Math.min(depth, other.indent);
    isOpen = false;
  }
  return undefined;
}

/** `- Order: W-12`: the points beside it, below, are of that record. */
function isRecordLine({ anchors, text, layout }: AnswerSentence): boolean {
  const [only] = anchors;
  return (
    layout !== 'heading' &&
    only !== undefined &&
    isOne(anchors) &&
    isKeyed(only) &&
    text.length - (only.end - only.start) <= 20
  );
}

/** Its name tells it from all others: a code, not a word. */
function isKeyed({ key, entries }: Anchor): boolean {
  return /\d/.test(key) || entries.some((entry) => identityRank(entry.key) >= 2);
}

/** Whether a value belongs to the record that an anchor names. */
export type Relation = 'same_record' | 'sibling' | 'apart';

/** Compares two pieces of evidence: in one record, in records beside each other, or unrelated. */
export function relate(entry: LedgerEntry, anchor: LedgerEntry, ledger: EvidenceLedger): Relation {
  if (entry.call === undefined || anchor.call === undefined) return 'apart';
  if (entry.call === anchor.call) {
    // One of several ids that a call was given names no more than itself in what came back.
    if (anchor.source === 'argument' && entry.source === 'tool' && anchor.path.length > 1) return 'apart';
    if (entry.source === 'argument' || anchor.source === 'argument') return 'same_record';
    return ledger.collections.has(`${entry.call}:${commonPath(entry.path, anchor.path)}`) ? 'sibling' : 'same_record';
  }
  const a = ledger.calls[entry.call];
  const b = ledger.calls[anchor.call];
  return a !== undefined && b !== undefined && a.tool === b.tool && a.request !== b.request ? 'sibling' : 'apart';
}

function commonPath(a: readonly string[], b: readonly string[]): string {
  let path = '';
  for (let index = 0; index < a.length && index < b.length && a[index] === b[index]; index += 1) {
    path += `/${(a[index] ?? '').replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  return path;
}

/** The closest relation of an entry to any of the records. Same record wins over beside. */
export function relateToAny(entry: LedgerEntry, anchors: readonly Anchor[], ledger: EvidenceLedger): Relation {
  let closest: Relation = 'apart';
  for (const anchor of anchors) {
    for (const named of anchor.entries) {
      const relation = relate(entry, named, ledger);
      if (relation === 'same_record') return relation;
      if (relation === 'sibling') closest = relation;
    }
  }
  return closest;
}

/** Live leaves of results that stand in the record of an anchor, in order. */
export function entriesOf(
  anchor: Anchor,
  { ledger, seq }: { ledger: EvidenceLedger; seq: number },
): readonly LedgerEntry[] {
  const named = anchor.entries.slice(0, 20);
  const calls = [...new Set(named.map(({ call }) => call))].sort((a, b) => (a ?? 0) - (b ?? 0));
  return calls.flatMap((call) =>
    (call === undefined ? [] : (ledger.byCall.get(call) ?? [])).filter(
      (entry) =>
        stateAt(entry, seq) === 'live' &&
        named.some((name) => name.call === call && relate(entry, name, ledger) === 'same_record'),
    ),
  );
}
