import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import type { ValueClaim } from '../../claims/claim.ts';
import { clauseAt, speaksOfPastAt } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { Holding, LedgerEntry } from '../../evidence/ledger-entry.ts';
import { identityKey } from '../../evidence/ledger-indexes.ts';
import { identityRank } from '../../evidence/result-leaves.ts';
import { isHan, sharesWord, wordSet, wordsOf } from '../../evidence/words.ts';
import { compareValues } from '../../values/value-keys.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from '../judged-claim.ts';
import { lookUp } from '../look-up.ts';
import { type EvidenceTable, evidenceTables, type TableRecord } from '../tables/evidence-tables.ts';
import { type Reference, referencesIn } from '../tables/references.ts';

/**
 * A value right behind the name of one record of a table that only other records of it have, in a field where the named one
 * has something else: "Maple 45, Elder 70" where it is the other way round. The name may be told in part or in another order.
 */
export function judgeNearest(
  answer: Answer,
  ledger: EvidenceLedger,
  judged: readonly JudgedClaim[],
): readonly JudgedClaim[] {
  const tables = evidenceTables(ledger, answer.seq).filter(({ records }) => records.length > 1);
  if (tables.length === 0) return [];
  const references = referenceReader();
  return judged.flatMap((one) => {
    const { claim } = one;
    if (one.verdict !== 'supported' || claim.kind !== 'value' || !isTold(claim)) return [];
    if (one.reason !== 'in_evidence') return [];
    const found = clashOf(claim, { tables, ledger, references });
    return found ? [tell(claim, found)] : [];
  });
}

/** Comparisons, limits and choices name other records than the one before. */
const APART =
  /[;；。?？]|\b(?:than|instead|versus|vs|compared|other|another|both|each|all|total|together|combined|rest|or)\b|比|其[他余它]|另|共|各|或|每/i;
const MAX_GAP = 90;

function isTold({ value, force, isPromise, sentence, at, text }: ValueClaim): boolean {
  if (force !== 'stated' || isPromise) return false;
  if (!/^(?:number|money|quantity|percent|time|date)$/.test(value.kind)) return false;
  return !speaksOfPastAt(sentence.text, at - sentence.start, { length: text.length });
}

type Found = { held: LedgerEntry; own: LedgerEntry; name: string };

function clashOf(
  claim: ValueClaim,
  {
    tables,
    ledger,
    references,
  }: { tables: readonly EvidenceTable[]; ledger: EvidenceLedger; references: ReferenceReader },
): Found | undefined {
  const { sentence, at, text } = claim;
  const from = at - sentence.start;
  const matches = lookUp(claim, ledger);
  if (matches.user.length > 0 || matches.standing.length > 0 || matches.live.length === 0) return undefined;
  for (const table of tables) {
    const all = references(sentence, table).filter(({ start, end }) => end <= from || start >= from + text.length);
    const named = all.findLast(({ end }) => end <= from);
    if (named === undefined || from - named.end > MAX_GAP || !isName(named, sentence)) continue;
    if (APART.test(sentence.text.slice(named.end, from)) || isLed(all, { sentence, from, length: text.length }))
      continue;
    if (isJoined(sentence.text.slice(Math.max(0, named.start - 32), named.start))) continue;
    const gap = sentence.text.slice(named.end, from);
    // Two names before it may share what follows.
    if (
      isHeldByAny(
        all.filter(({ end }) => end <= named.start),
        matches.live,
      )
    )
      continue;
    if (!isClose(claim, { gap, live: matches.live })) continue;
    const found = otherField(claim, { named, table, live: matches.live.map(({ entry }) => entry) });
    // What may be reckoned, or told of another in the same breath, counts right behind the name only.
    const isSure = RIGHT_BEHIND.test(gap) || (found && !isToldToo(claim, found.own));
    if (found && isSure) return { ...found, name: sentence.text.slice(named.start, named.end) };
  }
  return undefined;
}

/** "White and yellow helmets: 22" is told of both; in "white 18 and yellow 4" each has its own. */
function isJoined(before: string): boolean {
  return !/\d/.test(before) && /(?:[\s*`]|^)(?:and|or|&|\+|plus)\s+(?:the |your )?[*`"]*$|[和与及、跟]$/i.test(before);
}

type ReferenceReader = (sentence: AnswerSentence, table: EvidenceTable) => readonly Reference[];

/** Reads a sentence once for each table, however many values it has. */
function referenceReader(): ReferenceReader {
  const read = new Map<AnswerSentence, Map<EvidenceTable, readonly Reference[]>>();
  return (sentence, table) => {
    const byTable = read.get(sentence) ?? new Map<EvidenceTable, readonly Reference[]>();
    read.set(sentence, byTable);
    const known = byTable.get(table) ?? referencesIn(sentence, table);
    byTable.set(table, known);
    return known;
  };
}

/** A small bare number counts many a thing: its field is named, or it stands in a row, or right behind the name. */
function isClose(
  { value, sentence, at }: ValueClaim,
  { gap, live }: { gap: string; live: readonly Holding[] },
): boolean {
  if (value.kind !== 'number' || value.decimal.includes('.') || Number(value.decimal) >= SMALL) return true;
  if (sentence.layout === 'row' || RIGHT_BEHIND.test(gap)) return true;
  const told = wordSet(clauseAt(sentence.text, at - sentence.start).text);
  return live.some(({ entry }) => sharesWord(entry.words, told));
}

const SMALL = 20;
/** Nothing, a mark or a bracket between a name and its value, with a word or two for what is told. */
const RIGHT_BEHIND = /^[*`"》」]*(?: [a-z]{2,12}){0,2}[ *`]*(?:[(（:：–-] ?(?:[a-z]+ ){0,2})?$/i;

function isHeldByAny(references: readonly Reference[], live: readonly Holding[]): boolean {
  const held = new Set(live.map(({ entry }) => entry.id));
  return references.some(({ record }) => [...record.cells.values()].some(({ id }) => held.has(id)));
}

/** In this sentence values stand before their names. */
function isLed(
  references: readonly Reference[],
  { sentence, from, length }: { sentence: AnswerSentence; from: number; length: number },
): boolean {
  const first = references[0];
  const isValueFirst =
    first !== undefined &&
    sentence.values.some(({ end, value }) => value.kind !== 'name' && end - sentence.start <= first.start);
  const next = references.find(({ start }) => start >= from + length);
  const gap = next === undefined ? undefined : sentence.text.slice(from + length, next.start);
  if (gap === undefined) return false;
  return (
    /^[ *`(（"]*(?:(?:for|in|at|on|with|of|to|by|from|into)(?: the| your)?)?[ *`(（"]*$/i.test(gap) ||
    (isValueFirst && !/[,;，；、]/.test(gap))
  );
}

/** Words of a name, a code or a proper noun; a state is told of many a thing. */
function isName({ record, start, end }: Reference, { text }: AnswerSentence): boolean {
  const said = wordsOf(text.slice(start, end));
  for (const { key, text: cell, isIdentity, leaf } of record.cells.values()) {
    if (leaf !== 'string' && leaf !== 'number') continue;
    const words = wordsOf(cell);
    if (!said.some((word) => words.includes(word)) && identityKey(cell) !== identityKey(text.slice(start, end)))
      continue;
    const isWhole = cell.length > 3 && cell.toLowerCase() === text.slice(start, end).toLowerCase();
    if (isWhole && !/status|state|phase|stage/i.test(key)) return true;
    const isProper = /[A-Z]/.test(text.slice(start, end)) && /[A-Z]/.test(cell);
    if (isIdentity || identityRank(key) > 0 || isProper || (isHan(cell) && !/状态|进度|备注|说明/.test(key)))
      return true;
  }
  return false;
}

/** The value in other records of the table only, and what the named record has in the same field. */
function otherField(
  { value }: ValueClaim,
  { named: { record }, table, live }: { named: Reference; table: EvidenceTable; live: readonly LedgerEntry[] },
): { held: LedgerEntry; own: LedgerEntry } | undefined {
  const own = [...record.cells.values()];
  const holds = (entry: LedgerEntry): boolean =>
    entry.values.some((known) => compareValues(value, known.value) === 'same');
  if (own.some(holds)) return undefined;
  const places = placesIn(table);
  // What stands elsewhere too may be told of that.
  if (!live.every(({ id }) => places.has(id))) return undefined;
  for (const held of live) {
    const place = places.get(held.id);
    const beside = place === undefined ? undefined : record.cells.get(place.field);
    if (!beside || place?.record === record || isSame(place?.record, record)) continue;
    if (held.leaf === 'count' || held.isIdentity || !isWhole(held) || !isWhole(beside)) continue;
    return { held, own: beside };
  }
  return undefined;
}

/** A field that is one value and little else: no house number of an address. */
function isWhole({ text, values: [first] }: LedgerEntry): boolean {
  return first !== undefined && text.trim().length - (first.end - first.start) <= 6;
}

function isToldToo({ sentence, at }: ValueClaim, own: LedgerEntry): boolean {
  return sentence.values.some(
    (other) => other.start !== at && own.values.some((known) => compareValues(other.value, known.value) === 'same'),
  );
}

function isSame(a: TableRecord | undefined, b: TableRecord): boolean {
  const nameOf = ({ cells }: TableRecord): string | undefined =>
    [...cells.values()].find(({ isIdentity, leaf }) => isIdentity && leaf === 'string')?.text;
  const name = nameOf(b);
  return a !== undefined && name !== undefined && nameOf(a) === name;
}

type Place = { record: TableRecord; field: string };
const known = new WeakMap<EvidenceTable, ReadonlyMap<number, Place>>();

function placesIn(table: EvidenceTable): ReadonlyMap<number, Place> {
  const ready = known.get(table);
  if (ready) return ready;
  const places = new Map<number, Place>();
  for (const record of table.records) for (const [field, { id }] of record.cells) places.set(id, { record, field });
  known.set(table, places);
  return places;
}

function tell(claim: ValueClaim, { held, own, name }: Found): JudgedClaim {
  return {
    claim,
    verdict: 'contradicted',
    reason: 'wrong_record',
    message: `\`${claim.text}\` is told of \`${name}\`, whose \`${own.key}\` is \`${own.text.slice(0, 80)}\``,
    evidence: [evidenceFor(held), evidenceFor(own)],
    nearest: nearestOf(own),
  };
}
