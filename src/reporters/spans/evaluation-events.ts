import { assertNever } from '../../domain/values/assert-never.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import type { SessionTrace } from './session-trace.ts';
import type { SpanAttributes, SpanEvent } from './span.ts';

/**
 * `gen_ai.evaluation.result` for each score. Its label is `passed` or `failed`, or says why there is no value:
 * `not_applicable`, `unscored`, `errored`.
 */
export function evaluationEvents({ result, options, nsOf }: SessionTrace, atMs: number): SpanEvent[] {
  return result.scores.map((score) => {
    const { explanation, ...outcome } = outcomeOf(score);
    return {
      name: 'gen_ai.evaluation.result',
      timeNs: nsOf(atMs),
      attributes: {
        'gen_ai.evaluation.name': score.id,
        ...outcome.attributes,
        ...(options.content ? { 'gen_ai.evaluation.explanation': explanation } : {}),
        'rehearsal.scorer': score.scorer,
        'rehearsal.stage': score.stage,
        'rehearsal.required': score.required,
      },
    };
  });
}

function outcomeOf(score: Score): { attributes: SpanAttributes; explanation: string } {
  switch (score.status) {
    case 'scored': {
      const label = score.passed ? 'passed' : 'failed';
      return {
        attributes: { 'gen_ai.evaluation.score.value': score.value, 'gen_ai.evaluation.score.label': label },
        explanation: score.reason,
      };
    }
    case 'not_applicable':
    case 'unscored':
      return { attributes: { 'gen_ai.evaluation.score.label': score.status }, explanation: score.reason };
    case 'errored':
      return {
        attributes: { 'gen_ai.evaluation.score.label': score.status, 'error.type': 'scorer_error' },
        explanation: score.message,
      };
    default:
      return assertNever(score);
  }
}
