import type { Finding } from '../../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../../domain/verdicts/score.ts';
import { unscored } from '../../outcome.ts';
import { explanationDetails } from '../../trajectory/explanation/explain-calls.ts';
import type { ScoreKind } from '../../trajectory/specification/call-plan.ts';
import type { ExplainedCalls } from './explained-calls.ts';
import { openCalls } from './open-calls.ts';
import { openOutcomes } from './open-outcomes.ts';

type Asked = { score: ScoreKind; atLeast: number };

/**
 * One number in place of three questions: it passes from `atLeast` on, and what is not as expected then only is a warning.
 */
export function scoreShare(explained: ExplainedCalls, { score, atLeast }: Asked): ScoreOutcome {
  const { judgement, explanation } = explained;
  const { value, passed, numbers, turns, absentTurns } = judgement;
  const [open] = score === 'pass' && !passed ? openCalls(explained) : [];
  if (open !== undefined) {
    return unscored(`the log does not say whether \`${open.name}\`, which nothing asked for, only reads`);
  }
  const found = [
    ...(explanation?.deviations ?? []).map(({ finding }) => finding),
    ...(explained.isOutcomeOpen ? [openOutcomesNote] : []),
  ];
  const isTold = found.some(({ severity }) => severity === 'failure');
  const isEnough = value >= atLeast;
  const told = isEnough ? rounded(value) : roundedBelow(value, atLeast);
  const absent =
    isEnough && !passed ? `, but turn ${absentTurns.join(', ')}, in which calls were expected, never came` : '';
  const sum = `${nameOf(score)} is ${told}, and ${isEnough ? 'at least ' : ''}${rounded(atLeast)} was asked for${absent}`;
  const line = explanation === undefined || explanation.line === '' ? '' : `: ${explanation.line}`;
  return {
    status: 'scored',
    value,
    passed,
    reason: `${sum}${line}`,
    findings: passed ? found.map(soften) : found,
    metrics: { ...numbers },
    turns: turns.map((one) => ({ turn: one.turn, value: one.passed ? 1 : 0, metrics: {} })),
    ...(explanation !== undefined && isTold ? { details: explanationDetails(explanation) } : {}),
  };
}

const openOutcomesNote: Finding = {
  turn: 0,
  stage: 'execution',
  code: 'outcome_unknown',
  severity: 'note',
  message: openOutcomes,
  evidence: [],
};

function nameOf(score: ScoreKind): string {
  return score === 'pass' ? 'the share of turns that are as expected' : `\`${score}\``;
}

function rounded(share: number): string {
  return String(Math.round(share * 1000) / 1000);
}

/** A number that is too low does not look like one that is not. */
function roundedBelow(share: number, least: number): string {
  return rounded(share) === rounded(least) ? String(Math.floor(share * 1000) / 1000) : rounded(share);
}

function soften(finding: Finding): Finding {
  return finding.severity === 'failure' ? { ...finding, severity: 'warning' } : finding;
}
