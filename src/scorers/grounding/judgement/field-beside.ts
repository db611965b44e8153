import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt, denies, tellsResult } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { wordsOf } from '../evidence/words.ts';
import { amountOf, type TypedValue } from '../values/typed-value.ts';
import { unitOf } from '../values/units.ts';
import { compareValues } from '../values/value-keys.ts';
import type { Binding } from './binding.ts';
import { relateToAny } from './binding.ts';
import { isComparable, LABEL } from './expected-value.ts';

/** A rest, a share or a choice of what the field counts is another number than the field. */
const PARTIAL =
  /\b(?:of|free|available|open|taken|sold|used|each|every|per|at least|at most|up to|minimum|maximum|between|or|other|first|next|last|only|both|half|another|option)\b|其中|剩|余|空|至少|最多|每|或|另|首|各/i;

/**
 * What the evidence says under the key that stands right beside a value: "25 pupils" is told of a field `pupils`. Undefined
 * where no such field is known, or where one of them agrees.
 */
export function fieldBeside(
  claim: ValueClaim,
  { binding, ledger }: { binding: Binding; ledger: EvidenceLedger },
): LedgerEntry | undefined {
  const { sentence, at, value, answer, force } = claim;
  const clause = clauseAt(sentence.text, at - sentence.start).text;
  if (/^(?:money|percent|identifier|name)$/.test(value.kind)) return undefined;
  if (force !== 'stated' || denies(clause) || tellsResult(clause) || PARTIAL.test(clause)) return undefined;
  if ('approximate' in value && value.approximate) return undefined;
  const beside = wordsBeside(claim);
  if (beside.size === 0) return undefined;
  const told = new Set(wordsOf(clause));
  const named = [...beside].flatMap((word) => ledger.fieldsByWord.get(word) ?? []);
  const fields = [...new Set(named)].filter(
    (entry) =>
      stateAt(entry, answer.seq) === 'live' &&
      !LABEL.test(entry.key) &&
      namesWhole(entry.key, told) &&
      entry.values.some((known) => isComparable(claim, known.value)),
  );
  const own =
    binding.anchors.length === 0
      ? fields
      : fields.filter((entry) => relateToAny(entry, binding.anchors, ledger) === 'same_record');
  const agrees = (entry: LedgerEntry): boolean =>
    entry.values.some((known) => compareValues(value, known.value) !== 'different');
  return fields.some(agrees) || isAbove(value, own) ? undefined : own[0];
}

/** More than any of several fields has: a total of them. */
export function isAbove(value: TypedValue, fields: readonly LedgerEntry[]): boolean {
  const amounts = fields.flatMap((entry) => entry.values.map((known) => Number(amountOf(known.value))));
  return fields.length > 1 && Number(amountOf(value)) > Math.max(...amounts);
}

/** The two words before a value and the two behind it, as far as no number and no mark stands between. */
function wordsBeside({ sentence, at, answer, start, end }: ValueClaim): ReadonlySet<string> {
  const from = at - sentence.start;
  const length = Math.min(end - start, answer.normalised.text.length - at);
  const before =
    /[^\d.,;:!?()，。；：、（）|]{0,30}[:：]? ?$/.exec(sentence.text.slice(Math.max(0, from - 34), from))?.[0] ?? '';
  const after = /^ ?[^\d.,;:!?()，。；：、（）|]{0,24}/.exec(sentence.text.slice(from + length))?.[0] ?? '';
  return new Set(
    [...wordsOf(before).slice(-2), ...wordsOf(after).slice(0, 2)].filter((word) => word.length > 1 && !VAGUE.has(word)),
  );
}

/** Keys that any value may stand under. */
const VAGUE = new Set(
  ['date', 'time', 'price', 'total', 'amount', 'value', 'number', 'type', 'day', 'name', 'size', 'cost', 'due'].flatMap(
    wordsOf,
  ),
);

/** Every word of a key, apart from its unit. */
function namesWhole(key: string, told: ReadonlySet<string>): boolean {
  const words = wordsOf(key).filter((word) => unitOf(word) === undefined && unitOf(`${word}s`) === undefined);
  return words.length > 0 && words.every((word) => told.has(word));
}
