import type { ValueClaim } from '../../claims/claim.ts';
import { clauseAt } from '../../claims/polarity.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf } from '../../values/typed-value.ts';
import { evidenceTables, type TableRecord } from '../tables/evidence-tables.ts';
import { referencesIn } from '../tables/references.ts';
import type { Derivation } from './derivation.ts';

/** Words for what is left of a whole. */
const LEFT =
  /\b(?:free|left|remaining|remains?|available|open|spare|to go|still (?:has|have|owe|due)|outstanding|unused|vacant|more)\b|剩|余|空|还能|还可|还差|还有|未用/i;
const MAX_FIELDS = 12;

/** "8 free seats" of 20 of which 12 are taken: a difference of two counts of the record that is spoken of. */
export function byRemainder(claim: ValueClaim, ledger: EvidenceLedger): Derivation | undefined {
  const { value, sentence, at, answer } = claim;
  const told = Number(amountOf(value) ?? Number.NaN);
  if (Number.isNaN(told) || value.kind === 'percent') return undefined;
  if (!LEFT.test(clauseAt(sentence.text, at - sentence.start).text)) return undefined;
  for (const table of evidenceTables(ledger, answer.seq)) {
    const named = referencesIn(sentence, table).map(({ record }) => record);
    for (const record of named.length > 0 ? named : table.records.length === 1 ? table.records : []) {
      const found = differenceIn(record, told);
      if (found) return found;
    }
  }
  return undefined;
}

function differenceIn({ cells }: TableRecord, told: number): Derivation | undefined {
  const counts = [...cells.values()]
    .filter(({ leaf, isIdentity }) => leaf === 'number' && !isIdentity)
    .slice(0, MAX_FIELDS);
  for (const whole of counts) {
    for (const part of counts) {
      if (whole === part || whole.unit !== part.unit) continue;
      if (Math.abs(Number(whole.text) - Number(part.text) - told) < 0.005 && told > 0)
        return {
          formula: `${whole.key} ${whole.text} - ${part.key} ${part.text}`,
          holds: true,
          entries: [whole, part],
        };
    }
  }
  return undefined;
}
