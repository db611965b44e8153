import type { Transcript } from '../../../domain/transcript/transcript-event.ts';
import type { Evidence, Finding } from '../../../domain/verdicts/evidence.ts';
import { evidenceText } from '../../terminal/evidence-text.ts';
import type { EvidenceView, FindingView } from '../session-view.ts';
import { previewOf } from './preview-of.ts';

const MAX_EVIDENCE = 400;
const MAX_LISTED = 8;

/** What something points at: the first few, each in a phrase. */
export function evidenceViews(evidence: readonly Evidence[], transcript: Transcript): EvidenceView[] {
  return evidence.slice(0, MAX_LISTED).map((one) => {
    const { text, wholeLength } = previewOf(evidenceText(one, transcript), MAX_EVIDENCE);
    const isPlace = one.kind !== 'criterion' && transcript[one.seq] !== undefined;
    return { ...(isPlace ? { seq: one.seq } : {}), text: wholeLength === undefined ? text : `${text}…` };
  });
}

export function findingView({ evidence, ...finding }: Finding, transcript: Transcript): FindingView {
  return { ...finding, evidence: evidenceViews(evidence, transcript) };
}
