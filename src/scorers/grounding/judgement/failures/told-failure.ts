import type { Anchor, Answer } from '../../claims/answer.ts';
import { denies, tellsFailure } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerCall, LedgerEntry } from '../../evidence/ledger-entry.ts';
import { isHan, wordSet, wordsOf } from '../../evidence/words.ts';
import { relateToAny } from '../binding.ts';

/** Marks between clauses; a point inside a number or a name parts nothing. */
const CLAUSES = /[,，;；。!！?？\n]|\.(?=\s|$)/;

/**
 * How an answer admits that a call failed: `of_call` in a clause that shares a word with what was called or with the error,
 * or repeats the error; `some` in words of failure that name nothing of it.
 */
export function admissionOf(answer: Answer, call: LedgerCall, ledger: EvidenceLedger): 'of_call' | 'some' | undefined {
  const records = call.ids.flatMap((id) => ledger.byIdentity.get(id)?.slice(0, MAX_RECORDS) ?? []);
  const ids = call.ids.flatMap((id) => wordsOf(id));
  const matter = new Set([...call.nameWords, ...wordsOf(call.message), ...ids].filter((word) => !/^\d+$/.test(word)));
  // A denial speaks of many things; it must name the deed itself or what the error names.
  const telling = new Set([
    ...[...call.nameWords].slice(0, 1),
    ...wordsOf(call.message),
    ...ids.filter((id) => /\p{L}/u.test(id)),
  ]);
  let found: 'some' | undefined;
  for (const { text, anchors } of answer.sentences) {
    // What is told of another record is no word about this call.
    if (
      anchors.length > 0 &&
      call.ids.length > 0 &&
      !anchors.some((anchor) => isOfCall(anchor, { call, records, ledger }))
    )
      continue;
    for (const clause of text.split(CLAUSES)) {
      if (repeatsError(clause, call)) return 'of_call';
      const isFailure = tellsFailure(clause);
      if (!isFailure && !denies(clause)) continue;
      const isNear = wordsOf(clause).some((word) => word.length > 1 && (isFailure ? matter : telling).has(word));
      if (isNear) return 'of_call';
      if (isFailure) found = 'some';
    }
  }
  return found;
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
