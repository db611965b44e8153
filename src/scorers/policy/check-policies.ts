import { formatProblem } from '../../domain/authoring/problem.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { explainIssues } from '../explain-issue.ts';
import { type LoggedMessage, logTranscript } from './log-transcript.ts';
import type { PolicyVerdict } from './policy-verdicts.ts';
import { compilePolicy } from './rules/compile-policy.ts';
import { type PolicyRule, PolicySpec } from './rules/policy-rule.ts';
import { verdictsOf } from './score-policy.ts';

export type PolicyReport = {
  /** No rule was broken, and every rule could be told. */
  holds: boolean;
  verdicts: readonly PolicyVerdict[];
};

/**
 * Holds rules against a transcript, or against a plain log of messages and calls; in a log each message of the agent has
 * seen all results of the messages before it. Throws `UsageError` for rules that cannot be used.
 */
export function checkPolicies(
  log: Transcript | readonly LoggedMessage[],
  rules: readonly PolicyRule[] | PolicySpec,
): PolicyReport {
  const spec: unknown = Array.isArray(rules) ? { rules } : rules;
  const parsed = PolicySpec.safeParse(spec);
  if (!parsed.success) {
    const problems = explainIssues(parsed.error.issues, { path: 'policy', schema: PolicySpec, value: spec });
    throw new UsageError(problems.map(formatProblem).join('\n'), problems);
  }
  const verdicts = verdictsOf(compilePolicy(parsed.data), isTranscript(log) ? log : logTranscript(log));
  return { holds: verdicts.every(({ status }) => status === 'satisfied'), verdicts };
}

function isTranscript(log: Transcript | readonly LoggedMessage[]): log is Transcript {
  return log.length > 0 && log.every((entry) => 'type' in entry);
}
