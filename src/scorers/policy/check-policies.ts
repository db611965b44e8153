import { formatProblem } from '../../domain/authoring/problem.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { explainIssues } from '../explain-issue.ts';
import { logTranscript } from './log-transcript.ts';
import type { PolicyVerdict } from './policy-verdicts.ts';
import { compilePolicy } from './rules/compile-policy.ts';
import { type PolicyRule, PolicySpec } from './rules/policy-rule.ts';
import { verdictsOf } from './score-policy.ts';

/** A call in a plain log; without `ok` it succeeded, unless it says that nothing came of it. */
export type LoggedCall = {
  tool: string;
  /** Absent for a call whose text could not be parsed. */
  arguments?: JsonValue | undefined;
  ok?: boolean | undefined;
  /** The result, or the error in words. */
  result?: JsonValue | undefined;
  /** No result was recorded. */
  unanswered?: true | undefined;
};

/** One message of a plain log: the user's words, the agent's words, or the calls that one message of the agent launched. */
export type LoggedMessage = { user: string } | { agent: string } | { calls: readonly LoggedCall[] };

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
