import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import { isSameAmount } from '../../claims/equations.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { amountOf, type FoundValue } from '../../values/typed-value.ts';
import type { JudgedClaim } from '../judged-claim.ts';
import { mentionsIn } from '../tables/row-mentions.ts';
import { tablesOf } from '../tables/tables.ts';

const MORE =
  /^ ?(?:more|higher|longer|later|dearer|above|over|larger|bigger|heavier|warmer|taller|greater|more expensive)\b/i;
const LESS = /^ ?(?:less|fewer|lower|shorter|earlier|cheaper|below|under|smaller|lighter|cooler|colder|faster)\b/i;
const REACH = 60;

/** "212 kWh, 28 less than in April": a difference of two amounts that is told with the wrong sign. */
export function judgeDifferences(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const judged: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (sentence.act !== 'statement') continue;
    for (const found of sentence.values) {
      const after = sentence.text.slice(found.end - sentence.start, found.end - sentence.start + REACH);
      const sign = MORE.test(after) ? 1 : LESS.test(after) ? -1 : 0;
      const than = /\b(?:than|that of|the)\b/i.exec(after);
      if (sign === 0 || !than) continue;
      const wrong = wrongSign(found, { sign, from: found.end + than.index, sentence, answer, ledger });
      if (wrong) judged.push(wrong);
    }
  }
  return judged;
}

type Context = { sign: number; from: number; sentence: AnswerSentence; answer: Answer; ledger: EvidenceLedger };

function wrongSign(found: FoundValue, { sign, from, sentence, answer, ledger }: Context): JudgedClaim | undefined {
  const told = Number(amountOf(found.value) ?? Number.NaN);
  if (!(told > 0) || found.value.kind === 'percent') return undefined;
  const subjects = sentence.values
    .filter(({ end, value }) => end <= found.start && value.kind === found.value.kind)
    .map(({ value }) => Number(amountOf(value)));
  const others = [
    ...sentence.values
      .filter(({ start, value }) => start >= from && start <= from + REACH && value.kind === found.value.kind)
      .map(({ value }) => Number(amountOf(value))),
    ...namedAfter(sentence, { from, answer, ledger }),
  ];
  const pairs = subjects.flatMap((a) => others.map((b) => ({ a, b }))).filter(({ a, b }) => isSameAmount(a - b, told));
  const [first] = pairs;
  if (!first || pairs.some(({ a, b }) => Math.sign(a - b) === sign)) return undefined;
  const end = Math.min(sentence.end, found.end + 12);
  const place = placeOf(answer, found.start, end);
  return {
    claim: { kind: 'comparison', answer, sentence, ...place },
    verdict: 'contradicted',
    reason: 'bad_arithmetic',
    message: `\`${place.text.trim()}\` is told, but ${first.a} is ${first.a > first.b ? 'more' : 'less'} than ${first.b}`,
    derivation: `${first.a} - ${first.b} = ${Number((first.a - first.b).toFixed(6))}`,
    evidence: [],
  };
}

/** The amounts of the one record that is named after "than". */
function namedAfter(
  sentence: AnswerSentence,
  { from, answer, ledger }: { from: number; answer: Answer; ledger: EvidenceLedger },
): readonly number[] {
  return tablesOf(ledger, answer.seq).flatMap((table) => {
    const row = mentionsIn(sentence, table).find(({ start }) => start >= from && start <= from + REACH)?.rows[0];
    return row ? [...row.cells.values()].map(({ number }) => number) : [];
  });
}
