import { UsageError } from '../../../domain/errors.ts';
import { explainIssues } from '../../explain-issue.ts';
import type { CallPlan } from './call-plan.ts';
import { CallsSpecification, type CallsSpecificationInput } from './calls-specification.ts';
import { compilePlan } from './compile-plan.ts';

/**
 * Reads a specification of calls once, so that it can be compared with many lists of calls. Throws `UsageError` with all
 * problems of one that cannot be used.
 */
export function planCalls(specification: CallsSpecificationInput): CallPlan {
  return compilePlan(isQuick(specification) ? specification : parse(specification));
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

const orders: readonly unknown[] = [undefined, 'sequence', 'exact', 'any'];
const extras: readonly unknown[] = [undefined, 'reads', 'allow', 'forbid'];
const allowances: readonly unknown[] = [undefined, 'forbid', 'allow'];
const matches: readonly unknown[] = [undefined, 'partial', 'exact', 'subset', 'ignore'];

/** Plain calls and words that everybody knows need no schema, which costs more than the comparison. */
function isQuick(specification: CallsSpecificationInput): specification is CallsSpecification {
  for (const key in specification) {
    const value: unknown = specification[key as keyof CallsSpecificationInput];
    switch (key) {
      case 'calls':
        if (!Array.isArray(value) || value.length === 0 || !value.every(isQuickCall)) return false;
        break;
      case 'order':
        if (!orders.includes(value)) return false;
        break;
      case 'extra':
        if (!extras.includes(value)) return false;
        break;
      case 'missing':
        if (!allowances.includes(value)) return false;
        break;
      case 'match':
        if (!matches.includes(value)) return false;
        break;
      default:
        return false;
    }
  }
  return specification.calls !== undefined;
}

const name = /^[\p{L}\p{N}_.-]{1,120}$/u;

function isQuickCall(call: unknown): boolean {
  if (typeof call !== 'object' || call === null) return false;
  for (const key in call) {
    const value: unknown = call[key as never];
    if (
      key === 'tool'
        ? typeof value !== 'string' || !name.test(value)
        : key === 'outcome'
          ? value !== 'ok'
          : key !== 'arguments' || !isQuickObject(value)
    )
      return false;
  }
  return 'tool' in call && 'outcome' in call;
}

/** One level of words and numbers. */
function isQuickObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const key in value) {
    const member: unknown = value[key as never];
    if (
      typeof member === 'number'
        ? !Number.isFinite(member)
        : typeof member !== 'string' && typeof member !== 'boolean' && member !== null
    )
      return false;
  }
  return true;
}
