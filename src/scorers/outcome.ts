import type { Finding } from '../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../domain/verdicts/score.ts';

type Scored = Extract<ScoreOutcome, { status: 'scored' }>;

/** A score of what was found: `right` out of `judged`, passed when no finding is a failure. */
export function scoreFindings({
  right,
  judged,
  findings,
  praise,
  ...rest
}: {
  right: number;
  /** At least 1. */
  judged: number;
  findings: readonly Finding[];
  /** The reason when nothing failed. */
  praise: string;
  metrics?: Scored['metrics'];
  turns?: Scored['turns'];
  details?: Scored['details'];
}): ScoreOutcome {
  const failures = findings.filter(({ severity }) => severity === 'failure');
  return {
    status: 'scored',
    value: Math.min(1, Math.max(0, right / judged)),
    passed: failures.length === 0,
    reason: failures.length === 0 ? praise : reasonOf(failures),
    findings: [...findings],
    metrics: rest.metrics ?? {},
    turns: rest.turns ?? [],
    ...(rest.details === undefined ? {} : { details: rest.details }),
  };
}

/** The first findings in words, each with its turn, and how many more there are. */
function reasonOf(failures: readonly Finding[]): string {
  const told = failures.slice(0, 3).map(({ turn, message }) => `turn ${turn}: ${message}`);
  const more = failures.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

export function notApplicable(reason: string): ScoreOutcome {
  return { status: 'not_applicable', reason };
}

export function unscored(reason: string): ScoreOutcome {
  return { status: 'unscored', reason };
}
