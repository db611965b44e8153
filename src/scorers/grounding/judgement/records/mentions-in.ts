import { type Answer, type AnswerSentence, namesIn } from '../../claims/answer.ts';
import { placeOf, type ValueClaim } from '../../claims/claim.ts';
import { isNegatedAt } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { beginningAt, identityKey } from '../../evidence/ledger-indexes.ts';
import { type RecordNode, recordsOf } from '../../evidence/records.ts';
import { lookUp } from '../look-up.ts';

/** A piece of an answer that stands in records: a name, a colour, a price, a day. Places are those of the normalised text. */
export type Mention = {
  key: string;
  start: number;
  end: number;
  sentence: AnswerSentence;
  /** Absent for what is a text of the evidence and no typed value. */
  claim: ValueClaim | undefined;
  /** Live whole leaves that say it. */
  entries: readonly LedgerEntry[];
  /** Records that hold it, with how much it says for each of them: 1 where it stands in no other of its kind. */
  weights: ReadonlyMap<RecordNode, number>;
  /** What it says for records, as far as asked. */
  support: Map<RecordNode, number>;
  /** Keys that it stands under. */
  keys: ReadonlySet<string>;
  /** It is told not to be so. */
  isDenied: boolean;
  /** It names a record. */
  isName: boolean;
};

/** What stands in more places describes no record. */
const MAX_PLACES = 60;

/** What the talk is of where a sentence names nothing: the one record that the last call was about, or the user named last. */
export function topicOf(answer: Answer, ledger: EvidenceLedger): readonly Mention[] {
  const [sentence] = answer.sentences;
  if (!sentence) return [];
  const before = ledger.entries.filter(({ visibleFrom }) => visibleFrom < answer.seq);
  const said = before.findLast(({ source }) => source === 'user');
  const call = before.findLast(({ source }) => source === 'argument')?.call;
  const given = before.filter((entry) => entry.source === 'argument' && entry.call === call).map(({ text }) => text);
  const told = said ? namesIn(said.text, spokenTexts(ledger).byStart).map(({ key }) => key) : [];
  const isLater = said !== undefined && call !== undefined && said.seq > (ledger.calls[call]?.seq ?? 0);
  const isElsewhere = said?.values.some(
    ({ value }) =>
      value.kind === 'identifier' &&
      value.isStrong &&
      !given.some((text) => identityKey(text) === identityKey(value.key)),
  );
  for (const texts of isLater && isElsewhere ? [told] : isLater ? [told, given] : [given, told]) {
    const named = new Map<string, Mention>();
    for (const text of texts) {
      const key = identityKey(text);
      const entries = (ledger.byIdentity.get(key) ?? []).filter(
        (entry) =>
          entry.source === 'tool' && recordsOf(ledger).of(entry)?.name === key && stateAt(entry, answer.seq) === 'live',
      );
      const [topic] = mentionOf({ key, start: -1, end: -1, sentence, claim: undefined, entries }, ledger);
      if (topic) named.set(key, topic);
    }
    if (named.size === 1) return [...named.values()];
    if (named.size > 1) return [];
  }
  return [];
}

/** All mentions of an answer, in order. */
export function mentionsIn(answer: Answer, ledger: EvidenceLedger): readonly Mention[] {
  const texts = textMentions(answer, ledger);
  const taken = new Uint8Array(answer.normalised.text.length);
  for (const { start, end } of texts) taken.fill(1, start, end);
  const values = answer.sentences.flatMap((sentence) =>
    sentence.values.flatMap(({ value, start, end }) => {
      if (value.kind === 'name' || isSmall(value) || taken.subarray(start, end).includes(1)) return [];
      const claim: ValueClaim = {
        kind: 'value',
        answer,
        sentence,
        value,
        force: 'stated',
        isPromise: false,
        ...placeOf(answer, start, end),
      };
      const entries = lookUp(claim, ledger)
        .live.filter(
          ({ entry, found }) => isWhole(entry, found) && (value.kind !== 'percent' || found.value.kind === 'percent'),
        )
        .map(({ entry }) => entry);
      return mentionOf({ key: claim.text.toLowerCase(), start, end, sentence, claim, entries }, ledger);
    }),
  );
  return [...texts, ...values].sort((a, b) => a.start - b.start);
}

/** A bare figure stands in any record. */
function isSmall(value: ValueClaim['value']): boolean {
  return value.kind === 'number' && !value.decimal.includes('.') && Number(value.decimal) < 10;
}

/** A field that is the value and nothing else, but for the day of a moment or the moment of a day. */
function isWhole({ leaf, text }: LedgerEntry, found: { start: number; end: number }): boolean {
  if (leaf === 'count') return false;
  return (
    found.end - found.start >= text.trim().length || /^\d{4}-\d\d-\d\d[T ]\d|^\d\d?:\d\d(?::\d\d)?\+\d$/.test(text)
  );
}

function textMentions(answer: Answer, ledger: EvidenceLedger): readonly Mention[] {
  const { byStart, keysBy } = spokenTexts(ledger);
  const names = namesIn(answer.normalised.text, byStart);
  let index = 0;
  return names.flatMap(({ key, start, end }) => {
    while ((answer.sentences[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1;
    const sentence = answer.sentences[index];
    if (!sentence || start < sentence.start || end > sentence.end) return [];
    if (EMPTY.test(key) || isInsideWord(answer.normalised.text, { start, end })) return [];
    const all = (keysBy.get(key) ?? [key]).flatMap((written) => ledger.byText.get(written) ?? []);
    const entries = all.length > MAX_PLACES ? [] : all.filter((entry) => stateAt(entry, answer.seq) === 'live');
    if (entries.length === 0 || !isSpelt(answer.normalised.text.slice(start, end), entries)) return [];
    return mentionOf({ key, start, end, sentence, claim: undefined, entries }, ledger);
  });
}

/** Answers, and no descriptions. */
const EMPTY = /^(?:no|yes|none|n\/a|true|false|ok|是|否|有|无|没有)$/;

/** Two Chinese characters between others are as likely part of another word. */
function isInsideWord(text: string, { start, end }: { start: number; end: number }): boolean {
  return (
    end - start <= 2 &&
    /\p{Script=Han}/u.test(text[start - 1] ?? '') &&
    /\p{Script=Han}/u.test(text[end] ?? '') &&
    /^\p{Script=Han}+$/u.test(text.slice(start, end))
  );
}

type Spoken = {
  byStart: ReadonlyMap<string, readonly string[]>;
  keysBy: ReadonlyMap<string, readonly string[]>;
  fields: ReadonlySet<string>;
};
const known = new WeakMap<EvidenceLedger, Spoken>();

/** Words that name a field of some record, as "economy" does where prices are told by class. */
export function isFieldName({ key }: Mention, ledger: EvidenceLedger): boolean {
  return spokenTexts(ledger).fields.has(key);
}

/** Texts of the evidence as people say them: `basic_economy` as "basic economy". */
function spokenTexts(ledger: EvidenceLedger): Spoken {
  const spoken = known.get(ledger);
  if (spoken) return spoken;
  const keysBy = new Map<string, string[]>();
  for (const key of ledger.byText.keys()) {
    for (const form of new Set([key, key.replaceAll('_', ' ')])) keysBy.set(form, [...(keysBy.get(form) ?? []), key]);
  }
  // The name of a field is no value: "basic economy" of `basic_economy: 55`.
  const fields = new Set(ledger.entries.map(({ key }) => key.toLowerCase().replaceAll('_', ' ')));
  for (const form of fields) {
    if (form.includes(' ') && !keysBy.has(form)) keysBy.set(form, []);
  }
  const byStart = new Map<string, string[]>();
  for (const key of [...keysBy.keys()].sort((a, b) => b.length - a.length)) {
    const drawer = byStart.get(beginningAt(key, 0));
    if (drawer) drawer.push(key);
    else byStart.set(beginningAt(key, 0), [key]);
  }
  const fresh = { byStart, keysBy, fields };
  known.set(ledger, fresh);
  return fresh;
}

/** `SEA` is a place, "sea" is a word. */
function isSpelt(said: string, entries: readonly LedgerEntry[]): boolean {
  return said.length > 4 || !entries.every(({ text }) => /^[A-Z]{2,4}$/.test(text)) || said === said.toUpperCase();
}

function mentionOf(
  told: Omit<Mention, 'weights' | 'support' | 'keys' | 'isDenied' | 'isName'>,
  ledger: EvidenceLedger,
): Mention[] {
  const { entries } = told;
  if (entries.length === 0 || entries.length > MAX_PLACES) return [];
  const records = recordsOf(ledger);
  const byKind = new Map<string, Map<string, RecordNode[]>>();
  for (const entry of entries) {
    const node = records.of(entry);
    if (!node) continue;
    const names = byKind.get(node.kind) ?? new Map<string, RecordNode[]>();
    byKind.set(node.kind, names);
    const name = node.name ?? `#${node.id}`;
    names.set(name, [...(names.get(name) ?? []), node]);
  }
  const weights = new Map<RecordNode, number>();
  const shares = [...byKind].map(([kind, names]) => ({
    nodes: [...names.values()].flat(),
    // The only one of its kind says as much as the same words do elsewhere.
    share: records.countOf(kind) > 1 ? tellingOf(names.size, records.countOf(kind)) : undefined,
  }));
  const least = Math.min(1, ...shares.flatMap(({ share }) => share ?? []));
  const isName = entries.some(({ isIdentity, source }) => isIdentity && source === 'tool');
  for (const { nodes, share = least } of shares)
    for (const node of nodes)
      for (const same of records.sameAs(node))
        weights.set(same, Math.max(isName ? share : least, weights.get(same) ?? 0));
  return [
    {
      ...told,
      weights,
      support: new Map(),
      isDenied: told.start >= 0 && isNegatedAt(told.sentence.text, told.start - told.sentence.start, { reach: 16 }),
      keys: new Set(entries.map(({ key }) => key)),
      isName,
    },
  ];
}

/** 1 for what one record of its kind has, 0 for what all have. */
function tellingOf(count: number, all: number): number {
  return Math.max(0, 1 - Math.log(count) / Math.log(all));
}
