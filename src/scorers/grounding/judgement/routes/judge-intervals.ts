import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { placeOf } from '../../claims/claim.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { roleOf } from '../../evidence/roles.ts';
import type { FoundValue } from '../../values/typed-value.ts';
import { evidenceFor, type JudgedClaim } from '../judged-claim.ts';
import { type Row, tablesOf } from '../tables/tables.ts';

const BETWEEN = /^ ?(?:to|and|until|till|through|[-–—→]|至|到|~) ?$/i;
const MAX_ROWS = 40;

/** "Between 12:00 and 08:00", "14 to 11 March": a stretch that is told from its end to its beginning. */
export function judgeIntervals(answer: Answer, ledger: EvidenceLedger): readonly JudgedClaim[] {
  const judged: JudgedClaim[] = [];
  for (const sentence of answer.sentences) {
    if (sentence.act === 'question' || sentence.act === 'offer') continue;
    for (const [index, first] of sentence.values.entries()) {
      const second = sentence.values[index + 1];
      if (!second || !BETWEEN.test(answer.normalised.text.slice(first.end, second.start))) continue;
      const ends = reversedEnds(first, second, { answer, ledger });
      if (ends) judged.push(tell([first, second], ends, { answer, sentence }));
    }
  }
  return judged;
}

type Ends = { from: LedgerEntry; to: LedgerEntry };

/** The record that starts at what is told second and ends at what is told first. */
function reversedEnds(
  first: FoundValue,
  second: FoundValue,
  { answer, ledger }: { answer: Answer; ledger: EvidenceLedger },
): Ends | undefined {
  for (const table of tablesOf(ledger, answer.seq))
    for (const row of table.rows.slice(0, MAX_ROWS)) {
      const ends = endsIn(row, first, second);
      if (ends) return ends;
    }
  return undefined;
}

function endsIn({ entries }: Row, first: FoundValue, second: FoundValue): Ends | undefined {
  const late = entries.find((entry) => isAt(entry, first, second));
  const early = entries.find((entry) => entry !== late && isAt(entry, second, first));
  if (!late || !early) return undefined;
  const isDated = /^\d{4}-\d{2}-\d{2}/.test(late.text) && /^\d{4}-\d{2}-\d{2}/.test(early.text);
  const isReversed = isDated ? late.text > early.text : roleOf(late.key) === 'end' && roleOf(early.key) === 'start';
  return isReversed ? { from: early, to: late } : undefined;
}

/** Whether an entry is the moment that was told; a bare number is a day of the month that the other end names. */
function isAt({ text }: LedgerEntry, { value }: FoundValue, { value: other }: FoundValue): boolean {
  const iso = /^\d{4}-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/.exec(text);
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text);
  if (value.kind === 'time') {
    const hour = clock?.[1] ?? iso?.[3];
    const minute = clock?.[2] ?? iso?.[4];
    return hour !== undefined && value.minutes.includes(Number(hour) * 60 + Number(minute));
  }
  if (!iso) return false;
  const day = value.kind === 'date' ? value.date.day : value.kind === 'number' ? Number(value.decimal) : undefined;
  const dated = value.kind === 'date' && value.date.month !== undefined ? value : other;
  if (dated.kind !== 'date' || dated.date.month === undefined || day === undefined) return false;
  return Number(iso[1]) === dated.date.month && Number(iso[2]) === day;
}

function tell(
  [first, second]: readonly [FoundValue, FoundValue],
  { from, to }: Ends,
  { answer, sentence }: { answer: Answer; sentence: AnswerSentence },
): JudgedClaim {
  const place = placeOf(answer, first.start, second.end);
  return {
    claim: { kind: 'route', answer, sentence, ...place },
    verdict: 'contradicted',
    reason: 'direction_reversed',
    message: `\`${place.text}\` is told the wrong way round: it goes from \`${from.text}\` to \`${to.text}\``,
    evidence: [evidenceFor(from), evidenceFor(to)],
  };
}
