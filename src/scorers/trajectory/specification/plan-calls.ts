import { UsageError } from '../../../domain/errors.ts';
import { explainIssues } from '../../explain-issue.ts';
import type { CallPlan } from './call-plan.ts';
import { CallsSpecification, type CallsSpecificationInput } from './calls-specification.ts';
import { compilePlan } from './compile-plan.ts';
import { isPlainSpecification } from './plain-specification.ts';

/**
 * Reads a specification of calls once, so that it can be compared with many lists of calls. Throws `UsageError` with all
 * problems of one that cannot be used.
 */
export function planCalls(specification: CallsSpecificationInput): CallPlan {
  return compilePlan(isPlainSpecification(specification) ? specification : parse(specification));
}

function parse(value: CallsSpecificationInput): CallsSpecification {
  const parsed = CallsSpecification.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = explainIssues(parsed.error.issues, { path: '', schema: CallsSpecification, value }).map(
    (problem) => ({
      ...problem,
      path: problem.path.replace(/^\./, ''),
    }),
  );
  throw new UsageError(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'), problems);
}
