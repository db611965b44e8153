import type { Problem } from '../../../domain/authoring/problem.ts';
import type { PlanNode } from './call-plan.ts';
import type { CallsSpecification } from './calls-specification.ts';
import { limitsOf } from './lay-out.ts';

/** A specification that nothing an agent does can fail. */
export function checkFailable(specification: CallsSpecification, nodes: readonly PlanNode[]): Problem[] {
  const { calls, extra, missing, turns, score = 'pass' } = specification;
  if (calls.length === 0) {
    if (turns !== undefined && extra !== 'allow') return [];
    const message =
      extra === 'allow'
        ? 'no call is expected and every call is allowed: this can never fail.'
        : 'names no call: to say that nothing may be called, write `type: no-calls`.';
    return [problem('empty-calls', 'calls', message)];
  }
  const isAllOptional = !nodes.some(asksForCall);
  if (score === 'recall' || score === 'credit') {
    const message = `every call may be left out, and \`score: ${score}\` is a share of those that may not: this can never fail.`;
    return isAllOptional ? [problem('contradiction', 'score', message)] : [];
  }
  // More calls than a repeat may have fail whatever else is allowed.
  if (score !== 'pass' || extra !== 'allow' || nodes.some((node) => limitsOf(node).length > 0)) return [];
  if (missing === 'allow') {
    const message =
      '`missing: allow` lets every call be left out, and `extra: allow` lets any be made: this can never fail.';
    return [problem('contradiction', 'missing', message)];
  }
  const message = 'every call may be left out, and `extra: allow` lets any be made: this can never fail.';
  return isAllOptional ? [problem('contradiction', 'extra', message)] : [];
}

/** Without `score` a check holds or does not, turn by turn where turns are compared: a share of it says nothing. */
export function checkShare({ atLeast, score = 'pass', unit }: CallsSpecification): Problem[] {
  if (atLeast === undefined || unit === 'turn') return [];
  if (atLeast === 0)
    return [problem('contradiction', 'atLeast', '`atLeast: 0` is reached whatever is called: this can never fail.')];
  if (score !== 'pass' || atLeast === 1) return [];
  const message =
    '`atLeast` limits a share, and the check has none: say which with `score: recall`, `precision`, `f1` or `credit`, or compare turns with `unit: turn`.';
  return [problem('contradiction', 'atLeast', message)];
}

function asksForCall(node: PlanNode): boolean {
  switch (node.kind) {
    case 'slot':
      return node.slot.required;
    case 'repeat':
      return node.min > 0 && asksForCall(node.node);
    case 'ways':
      return node.nodes.every(asksForCall);
    default:
      return node.nodes.some(asksForCall);
  }
}

function problem(code: string, path: string, message: string): Problem {
  return { severity: 'error', code, path, message };
}
