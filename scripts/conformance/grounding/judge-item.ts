import { checkGrounding } from '../../../src/scorers/grounding/check/check-grounding.ts';
import type { GroundedClaim } from '../../../src/scorers/grounding/check/grounded-claim.ts';
import type { Item } from './read-items.ts';

export type Judged = { item: Item; claims: readonly GroundedClaim[]; findings: readonly GroundedClaim[]; ms: number };

/** Judges one answer. A finding is a claim that is contradicted or unsupported, of whatever severity. */
export function judgeItem(item: Item, { combiner = false }: { combiner?: boolean } = {}): Judged {
  const { evidence, answer, tools, language } = item;
  const start = performance.now();
  const { claims } = checkGrounding({
    evidence: [...evidence],
    answer,
    language,
    combiner,
    ...(tools === undefined ? {} : { tools: [...tools] }),
  });
  const ms = performance.now() - start;
  const findings = claims.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported');
  return { item, claims, findings, ms };
}

export type Pair = {
  base: Judged;
  changed: Judged;
  /** Findings that the unchanged answer does not have. */
  fresh: readonly GroundedClaim[];
  /** Those of them that touch what was made wrong; all of them where nothing in the text was. */
  hits: readonly GroundedClaim[];
};

/** Compares a changed answer, or an answer whose evidence was changed, with what it was before. */
export function pairOf(base: Judged, changed: Judged): Pair {
  const before = base.item.answer;
  const after = changed.item.answer;
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const shift = before.length - after.length;
  const isKnown = ({ start, end }: GroundedClaim): boolean => {
    const isInHead = end <= head;
    const isInTail = start >= after.length - tail;
    if (isInHead || isInTail) {
      const by = isInTail && !isInHead ? shift : 0;
      return base.findings.some((known) => known.start < end + by && start + by < known.end);
    }
    return base.findings.some((known) => known.end > head && known.start < before.length - tail);
  };
  const fresh = changed.findings.filter((finding) => !isKnown(finding));
  const { spans } = changed.item;
  const hits =
    spans.length === 0
      ? fresh
      : fresh.filter((finding) => spans.some((span) => finding.start < span.end && span.start < finding.end));
  return { base, changed, fresh, hits };
}
