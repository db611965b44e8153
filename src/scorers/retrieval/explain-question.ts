import type { Evidence, Finding } from '../../domain/verdicts/evidence.ts';
import { cutText, listText } from '../text/value-text.ts';
import {
  callEvidence,
  describeCall,
  describeOutcome,
  resultEvidence,
} from '../trajectory/explanation/describe-call.ts';
import { MEASURES, type Measure, type MeasuredQuestion } from './measure-question.ts';
import { bestRankOf } from './searches.ts';

export type Minimums = Readonly<{ [name in Measure]?: number | undefined }>;
export type Explaining = { minimums: Minimums; k: number | undefined; tools: readonly string[]; turn: number };

const NAMES: Readonly<Record<Measure, string>> = { recall: 'recall', precision: 'precision', mrr: 'MRR', ndcg: 'nDCG' };
const CODES: Readonly<Record<Measure, string>> = {
  recall: 'low_recall',
  precision: 'low_precision',
  mrr: 'low_mrr',
  ndcg: 'low_ndcg',
};
const MOST_NAMED = 5;

/** `recall@3 0.667`; three digits say enough. */
export function measureText(measure: Measure, value: number, k: number | undefined): string {
  return `${NAMES[measure]}${k === undefined ? '' : `@${k}`} ${Number(value.toFixed(3))}`;
}

/** What a question fell short of; nothing when it reached every minimum. */
export function explainQuestion(of: MeasuredQuestion, explaining: Explaining): Finding[] {
  const { minimums, turn } = explaining;
  const missed = MEASURES.filter((measure) => isBelow(of.measured[measure], minimums[measure]));
  if (missed.length === 0) return [];
  const head = { turn, severity: 'failure' } as const;
  if (of.searches.length === 0) {
    const tools = listText(
      explaining.tools.map((tool) => `\`${tool}\``),
      'or',
    );
    const where = of.question.turn === undefined ? '' : ` in turn ${of.question.turn}`;
    const message = `nothing was searched${where}: ${tools} was not called`;
    return [{ ...head, stage: 'selection', code: 'missing_call', message, evidence: [] }];
  }
  if (of.ranking.length === 0) {
    const message = `nothing was retrieved: ${listText(of.searches.slice(0, 3).map(emptyText))}`;
    const evidence = of.searches.flatMap(({ call }) => [callEvidence(call), resultEvidence(call)]);
    return [{ ...head, stage: 'execution', code: 'nothing_retrieved', message, evidence }];
  }
  const { missing, evidence } = missingOf(of);
  const order = orderText(of);
  return missed.map((measure) => {
    const text = measureText(measure, of.measured[measure], explaining.k);
    // The first hit alone decides MRR, whatever else was missed.
    const why = missing === '' || (measure === 'mrr' && of.measured.mrr > 0) ? order : missing;
    const message = `${text}, at least ${minimums[measure]} was expected: ${why}`;
    return { ...head, stage: 'execution', code: CODES[measure], message, evidence };
  });
}

/** A sum of shares may miss a minimum by the last bit. */
function isBelow(value: number, minimum: number | undefined): boolean {
  return minimum !== undefined && value < minimum - 1e-9;
}

function emptyText({ call }: MeasuredQuestion['searches'][number]): string {
  const what = call.outcome === 'ok' ? 'found nothing' : `failed (${describeOutcome(call)})`;
  return `\`${describeCall(call)}\` ${what}`;
}

/** The relevant documents that are not among the first, each with the rank it had, if any. */
function missingOf({ question, searches, ranking }: MeasuredQuestion): { missing: string; evidence: Evidence[] } {
  const evidence: Evidence[] = [];
  const texts = [...question.grades.keys()]
    .filter((id) => !ranking.includes(id))
    .map((id) => {
      const best = bestRankOf(id, searches);
      const name = `\`${cutText(id, 60)}\``;
      if (best === undefined) return `${name} was not found`;
      const { call, pointers } = best.search;
      const pointer = pointers.get(id);
      if (pointer !== undefined && call.resultSeq !== undefined) {
        evidence.push({ kind: 'json_pointer', seq: call.resultSeq, pointer, quote: cutText(id) });
      }
      return `${name} stood at rank ${best.rank}`;
    });
  const more = texts.length - MOST_NAMED;
  const named = [...texts.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return { missing: listText(named), evidence: [...evidence, ...searches.map(({ call }) => resultEvidence(call))] };
}

/** What stands before the relevant documents that were found, or between them. */
function orderText({ question, ranking }: MeasuredQuestion): string {
  const first = ranking.findIndex((id) => question.grades.has(id)) + 1;
  if (first > 1) return `the first relevant document stood at rank ${first} of ${ranking.length}`;
  return 'other documents stood among the relevant ones, or less relevant ones before them';
}
