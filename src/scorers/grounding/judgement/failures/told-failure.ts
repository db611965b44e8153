import type { Anchor, Answer } from '../../claims/answer.ts';
import { denies, tellsFailure, tellsSuccess } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerCall, LedgerEntry } from '../../evidence/ledger-entry.ts';
import { isHan, wordSet, wordsOf } from '../../evidence/words.ts';
import { extractValues } from '../../values/extract-values.ts';
import { keysOf } from '../../values/value-keys.ts';
import { relateToAny } from '../binding.ts';
import { admits, familiesOfTool, namesDeedOf } from './deed-of-call.ts';

/** Marks between clauses; a point inside a number or a name parts nothing. */
const CLAUSES = /[,，;；。!！?？\n]|\.(?=\s|$)/;

/**
 * How an answer admits that a call failed: `of_deed` in a clause of failure, denial or trying that names the deed, or one
 * that repeats the error; `of_call` in one that shares a word with what was called or with the error; `some` in words of
 * failure that name nothing of it.
 */
export function admissionOf(
  answer: Answer,
  call: LedgerCall,
  { ledger, hasRival = false }: { ledger: EvidenceLedger; hasRival?: boolean },
): Admission | undefined {
  const families = familiesOfTool(call.tool);
  const ids = call.ids.flatMap((id) => wordsOf(id));
  const matter = new Set([...call.nameWords, ...wordsOf(call.message), ...ids].filter((word) => !/^\d+$/.test(word)));
  // A denial speaks of many things; it must name the deed itself or what the error names.
  const telling = new Set([
    ...[...call.nameWords].slice(0, 1),
    ...wordsOf(call.message),
    ...ids.filter((id) => /\p{L}/u.test(id)),
  ]);
  let found: 'of_call' | 'some' | undefined;
  for (const sentence of answer.sentences)
    for (const { text: clause, hasOtherValue } of ownClauses(sentence, call, ledger)) {
      const isAdmitting = admits(clause);
      // "All changes are completed" has the words of "could not be completed", and none of its meaning.
      if (repeatsError(clause, call) && (isAdmitting || !tellsSuccess(clause))) return 'of_deed';
      if (!isAdmitting) continue;
      const isFailure = tellsFailure(clause) || !denies(clause);
      const isNear = wordsOf(clause).some((word) => word.length > 1 && (isFailure ? matter : telling).has(word));
      // "It cannot be changed again" denies a deed to come; only a failure or a try is one of this call.
      const isOfDeed = isFailure && !hasOtherValue && (isNear || !hasRival);
      if (isOfDeed && namesDeedOf(clause, families)) return 'of_deed';
      if (isNear) found = 'of_call';
      else if (isFailure) found ??= 'some';
    }
  return found;
}

type Admission = 'of_deed' | 'of_call' | 'some';

/** Clauses that may be about the call: what is told of another record, from where it is named, is no word about it. */
function ownClauses(
  { text, start, anchors, values }: Answer['sentences'][number],
  call: LedgerCall,
  ledger: EvidenceLedger,
): readonly { text: string; hasOtherValue: boolean }[] {
  const records = call.ids.flatMap((id) => ledger.byIdentity.get(id)?.slice(0, MAX_RECORDS) ?? []);
  const keys = new Set(call.ids.flatMap((id) => extractValues(id).flatMap(({ value }) => keysOf(value))));
  const clauses: { text: string; hasOtherValue: boolean }[] = [];
  let isOther = false;
  let at = start;
  for (const clause of text.split(CLAUSES)) {
    const isHere = (place: { start: number }): boolean => place.start >= at && place.start < at + clause.length;
    const named = anchors.filter(isHere);
    if (named.length > 0 && call.ids.length > 0)
      isOther = !named.some((anchor) => isOfCall(anchor, { call, records, ledger }));
    const told = values.filter((found) => isHere(found) && /^(?:time|date|identifier)/.test(found.value.kind));
    const hasOtherValue =
      keys.size > 0 && told.length > 0 && !told.some(({ value }) => keysOf(value).some((key) => keys.has(key)));
    if (!isOther) clauses.push({ text: clause, hasOtherValue });
    at += clause.length + 1;
  }
  return clauses;
}

/** Entries looked at for one id. */
const MAX_RECORDS = 6;

/** The name is what the call was given, or that of a record that it was given the id of. */
export function isOfCall(
  anchor: Anchor,
  { call, records, ledger }: { call: LedgerCall; records: readonly LedgerEntry[]; ledger: EvidenceLedger },
): boolean {
  return (
    call.ids.includes(anchor.key) || records.some((entry) => relateToAny(entry, [anchor], ledger) === 'same_record')
  );
}

/** The words tell what a failed call said: "the slot was locked" after `slot_locked`. */
export function repeatsAnyError(text: string, ledger: EvidenceLedger, seq: number): boolean {
  return ledger.calls.some(
    (call) => call.outcome === 'error' && (call.seenAt ?? seq) < seq && repeatsError(text, call) && !tellsSuccess(text),
  );
}

/** Words of an error that say only that it is one. */
const BARE = wordSet('error exception failed failure code status message reason request invalid false true http null');
const MAX_WORDS = 12;

/** Half of what an error says, in a clause of the answer, tells it: "bank closed" as "The bank is closed right now". */
export function repeatsError(clause: string, { message, ids, nameWords }: LedgerCall): boolean {
  const asked = new Set(ids.flatMap((id) => wordsOf(id)));
  const telling = [...new Set(wordsOf(message.replace(/"[\w-]+" ?:/g, ' ').slice(0, 160)))]
    .filter((word) => !BARE.has(word) && !asked.has(word) && !/^\d+$/.test(word))
    .slice(0, MAX_WORDS);
  if (telling.length === 0) return false;
  const said = wordSet(clause);
  const shared = telling.filter((word) => said.has(word));
  const isOwn = shared.some((word) => !nameWords.has(word));
  return isOwn && shared.length * 2 >= telling.length && (shared.length > 1 || telling.length === 1 || isHan(message));
}
