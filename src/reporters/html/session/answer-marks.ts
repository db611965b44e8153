import type { Transcript } from '../../../domain/transcript/transcript-event.ts';
import { type ClaimRow, claimRowsIn } from '../../../domain/verdicts/claim-row.ts';
import type { Score } from '../../../domain/verdicts/score.ts';
import type { ClaimView, SpanView } from '../session-view.ts';
import { evidenceViews } from './evidence-views.ts';

/** What is marked in answers, by the event of the answer. */
export type AnswerMarks = {
  claims: ReadonlyMap<number, readonly ClaimView[]>;
  /** Words that findings of other checks point at. */
  spans: ReadonlyMap<number, readonly SpanView[]>;
};

/** Of several scores that judged the statements of an answer, those of the first count. */
export function answerMarks(scores: readonly Score[], transcript: Transcript): AnswerMarks {
  const claims = new Map<number, ClaimView[]>();
  const spans = new Map<number, SpanView[]>();
  for (const score of scores) {
    if (score.status !== 'scored') continue;
    const rows = score.scorer === 'grounded' ? claimRowsIn(score.details) : [];
    const own = new Map<number, ClaimView[]>();
    for (const row of rows) own.set(row.seq, [...(own.get(row.seq) ?? []), claimView(row, transcript)]);
    for (const [seq, views] of own) if (!claims.has(seq)) claims.set(seq, views);
    if (rows.length > 0) continue;
    for (const { severity, evidence, message } of score.findings) {
      if (severity === 'note') continue;
      for (const { kind, seq, start = 0, end } of evidence) {
        if (kind === 'text_span' && end !== undefined)
          spans.set(seq, [...(spans.get(seq) ?? []), { start, end, message }]);
      }
    }
  }
  return { claims, spans };
}

function claimView(row: ClaimRow, transcript: Transcript): ClaimView {
  const { text, start, end, verdict, reason, message, nearest, derivation } = row;
  const evidence = evidenceViews(row.evidence, transcript);
  const near =
    nearest === undefined ? [] : [{ seq: nearest.seq, text: `nearest: ${nearest.text}, ${placeOf(nearest)}` }];
  const tried =
    derivation === undefined ? [] : [{ text: `${verdict === 'supported' ? 'derived' : 'tried'}: ${derivation}` }];
  return { text, start, end, verdict, reason, message, evidence: [...evidence, ...near, ...tried] };
}

function placeOf({ turn, pointer }: { turn: number; pointer: string }): string {
  return `turn ${turn}${pointer === '' ? '' : `, ${pointer}`}`;
}
