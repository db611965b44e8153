import type { ValueClaim } from '../claims/claim.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { isSameCurrency, labelOfCurrency } from '../values/currencies.ts';
import { type JudgedClaim, nearestOf } from './judged-claim.ts';
import type { Matches } from './look-up.ts';
import { contradicted, unsupported } from './value-verdicts.ts';

/** An amount in another currency than its record, the rest of the evidence, or the rest of the answer has. */
export function judgeCurrency(claim: ValueClaim, matches: Matches, ledger: EvidenceLedger): JudgedClaim | undefined {
  const { value } = claim;
  if (value.kind !== 'money') return undefined;
  if (ledger.currencies.size === 0) return judgeUnnamed(claim, value.currency, ledger);
  if ([...ledger.currencies].some((known) => isSameCurrency(known, value.currency))) return undefined;
  const holding = matches.otherUnit[0] ?? matches.live[0];
  const known = [...new Set([...ledger.currencies].map(labelOfCurrency))].sort().join(', ');
  const message = `\`${claim.text}\` is in ${labelOfCurrency(value.currency)}; the evidence only knows ${known}`;
  const judged = contradicted(claim, 'unit_mismatch', message, holding ? [holding] : []);
  return holding ? { ...judged, nearest: nearestOf(holding.entry) } : judged;
}

/**
 * Where no evidence names a currency, an answer that uses two has made up the rarer one; and one that is not paid in any of
 * the places that the evidence speaks of has no ground.
 */
function judgeUnnamed(claim: ValueClaim, currency: string, ledger: EvidenceLedger): JudgedClaim | undefined {
  const used = claim.answer.sentences.flatMap(({ values }) =>
    values.flatMap(({ value }) => (value.kind === 'money' ? [value.currency] : [])),
  );
  const others = used.filter((other) => !isSameCurrency(other, currency));
  if (others.length > used.length - others.length)
    return contradicted(
      claim,
      'unit_mismatch',
      `\`${claim.text}\` is in ${labelOfCurrency(currency)}; the other amounts are in ${labelOfCurrency(others[0] ?? '')}`,
    );
  const [usual, ...more] = ledger.usualCurrencies();
  // One region's addresses say little of prices, but American or Chinese ones alone leave no room for a third currency.
  const isTelling = more.length === 0 && (usual === 'USD' || usual === 'CNY');
  if (!isTelling || isSpoken(claim, currency) || isSameCurrency(usual, currency)) return undefined;
  return unsupported(
    claim,
    'unit_mismatch',
    `\`${claim.text}\` is in ${labelOfCurrency(currency)}, and nothing known names that currency or a place where it is used`,
  );
}

/** Dollars may be paid anywhere, and yuan wherever the talk is Chinese. */
function isSpoken({ answer }: ValueClaim, currency: string): boolean {
  if (isSameCurrency(currency, 'USD')) return !HAN.test(answer.normalised.text);
  return isSameCurrency(currency, 'CNY') && HAN.test(answer.normalised.text);
}

const HAN = /[\u3400-\u9fff]{4}/;
