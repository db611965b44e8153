import type { ValueClaim } from '../../claims/claim.ts';
import { tellsResult } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { isAmount, isCounting, type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { scaledOf } from '../../values/decimals.ts';
import { amountOf } from '../../values/typed-value.ts';
import type { Derivation } from './derivation.ts';

/** Among more amounts than this, two that fit prove nothing. */
const MAX_AMOUNTS = 120;

/**
 * An amount in the sentence and one of the evidence that differ by it, or add up to it; and, for cents, two amounts of
 * the evidence. Whole numbers are too dense for the second.
 */
export function byEvidence(
  { answer, sentence, at, value }: ValueClaim,
  ledger: EvidenceLedger,
): Derivation | undefined {
  const amount = amountOf(value);
  const target = amount === undefined ? undefined : scaledOf(amount);
  if (target === undefined || amount === undefined || !tellsResult(sentence.text)) return undefined;
  const isExact = amount.includes('.');
  if (value.kind !== 'money' && (value.kind !== 'number' || !isExact)) return undefined;
  const near = sentence.values
    .filter((found) => found.start !== at && found.value.kind === value.kind)
    .map((found) => scaledOf(amountOf(found.value) ?? '') ?? 0);
  const isFew = ledger.amounts.length <= MAX_AMOUNTS;
  const firsts = isExact && isFew ? [...near, ...liveAmounts(ledger, answer.seq)] : near;
  for (const first of firsts) {
    for (const second of [first + target, first - target, target - first]) {
      const entry = second > 0 && second !== first ? liveEntry(ledger, second, answer.seq) : undefined;
      if (entry)
        return {
          formula: `${first / 1e6} and ${entry.text} differ by or add up to ${amount}`,
          holds: true,
          entries: [entry],
        };
    }
  }
  return undefined;
}

function liveAmounts(ledger: EvidenceLedger, seq: number): readonly number[] {
  return ledger.amounts.flatMap((entry) => {
    const [only] = entry.values;
    const scaled =
      only && !isCounting(entry) && stateAt(entry, seq) === 'live' ? scaledOf(amountOf(only.value) ?? '') : undefined;
    return scaled ? [scaled] : [];
  });
}

function liveEntry(ledger: EvidenceLedger, scaled: number, seq: number): LedgerEntry | undefined {
  const holdings = ledger.byKey.get(`n:${scaled / 1e6}`) ?? [];
  return holdings.find(({ entry }) => isAmount(entry) && !isCounting(entry) && stateAt(entry, seq) === 'live')?.entry;
}
