import type { ValueClaim } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { bindingAt, relateToAny } from '../binding.ts';
import type { Derivation } from './derivation.ts';

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 };
const AHEAD_BEFORE = /(?:\bin|\bin about|还有|还剩|再过|再等|过) ?$/i;
const AHEAD_AFTER = /^(?: (?:later|from (?:now|today)|left|to go|remaining)\b|'? time\b| ?(?:之|以)?后)/i;
const AGO_AFTER = /^(?: ago\b| earlier\b| ?(?:之|以)?前)/i;

/** "In five days", 五天后, "three days ago", counted from the clock of the session, is a date that a result has. */
export function byClock(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, answer, sentence, at } = claim;
  const { today } = ledger;
  const length = value.kind === 'quantity' ? DAYS[value.unit] : undefined;
  if (value.kind !== 'quantity' || !today || length === undefined) return undefined;
  const amount = Number(value.decimal) * length;
  if (!Number.isInteger(amount) || amount > 3660) return undefined;
  const direction = directionOf(claim);
  if (direction === 0) return undefined;
  const date = new Date(Date.UTC(today.year, today.month - 1, today.day + direction * amount));
  const { anchors } = bindingAt(answer, sentence, at);
  const entry = (ledger.byKey.get(`d:${date.getUTCMonth() + 1}-${date.getUTCDate()}`) ?? []).find(
    ({ entry: known, found }) =>
      known.source === 'tool' &&
      stateAt(known, answer.seq) === 'live' &&
      found.value.kind === 'date' &&
      (found.value.date.year ?? date.getUTCFullYear()) === date.getUTCFullYear() &&
      isOf(known, anchors, ledger),
  )?.entry;
  if (!entry) return undefined;
  return {
    formula: `${amount} days from today make ${date.toISOString().slice(0, 10)}`,
    holds: true,
    entries: [entry],
  };
}

function directionOf({ sentence, at, answer, text }: ValueClaim): -1 | 0 | 1 {
  const from = at - sentence.start;
  const end = answer.normalised.text.slice(at, sentence.end);
  const after = end.slice(Math.min(text.length, end.length));
  if (AGO_AFTER.test(after)) return -1;
  return AHEAD_AFTER.test(after) || AHEAD_BEFORE.test(sentence.text.slice(0, from)) ? 1 : 0;
}

function isOf(entry: LedgerEntry, anchors: Parameters<typeof relateToAny>[1], ledger: EvidenceLedger): boolean {
  return anchors.length === 0 || relateToAny(entry, anchors, ledger) !== 'sibling';
}
