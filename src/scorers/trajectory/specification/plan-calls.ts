import { UsageError } from '../../../domain/errors.ts';
import { explainIssues } from '../../explain-issue.ts';
import type { CallPlan } from './call-plan.ts';
import { CallsSpecification, type CallsSpecificationInput } from './calls-specification.ts';
import { compilePlan } from './compile-plan.ts';
import { isPlainSpecification } from './plain-specification.ts';

/** A specification as a check of a scenario. */
export type CallsCheck = CallsSpecificationInput & { type: 'calls'; id?: string; required?: boolean };

/**
 * Reads a specification of calls, or a check `calls`, once, so that it can be compared with many lists of calls. Throws `UsageError` with all
 * problems of one that cannot be used.
 */
export function planCalls(specification: CallsSpecificationInput | CallsCheck): CallPlan {
  if ('type' in specification) {
    const { type, id: _id, required: _required, ...rest } = specification;
    if (type !== 'calls') throw new UsageError(`type: expected \`calls\`, found \`${String(type)}\`.`);
    return planCalls(rest);
  }
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
