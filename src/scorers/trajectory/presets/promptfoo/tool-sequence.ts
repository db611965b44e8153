import { UsageError } from '../../../../domain/errors.ts';
import type { PolicyRule } from '../../../policy/rules/policy-rule.ts';
import { call } from '../../builders/call.ts';
import { expectCalls } from '../../builders/expect-calls.ts';
import { exactTool, readToolMatcher } from './tool-matcher.ts';

type Check = ReturnType<typeof expectCalls> | ({ type: 'policy' } & PolicyRule);
const place = '`trajectory:tool-sequence`';

/** The tools were called in this order, others between them or, with `mode: exact`, none. */
export function promptfooSequence(value: unknown, isInverted: boolean): Check {
  const { mode, steps } = readSequence(value);
  const matchers = steps.map((step, index) => readToolMatcher(step, `step ${index + 1} of ${place}`));
  if (isInverted)
    return inverted(
      mode,
      matchers.map(({ tool }) => tool),
    );
  const calls = matchers.map((matcher, index) =>
    call(exactTool(matcher, `step ${index + 1} of ${place}`), undefined, { outcome: 'any' }),
  );
  const rules =
    mode === 'exact'
      ? ({ order: 'exact', extra: 'forbid' } as const)
      : ({ order: 'sequence', extra: 'allow' } as const);
  return expectCalls({ calls, ...rules, foldRetries: false });
}

function readSequence(value: unknown): { mode: 'exact' | 'in_order'; steps: readonly unknown[] } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fields: { mode?: unknown; steps?: unknown } = isObject ? value : { steps: value };
  const { mode = 'in_order', steps = [] } = fields;
  const unknown = Object.keys(fields).find((key) => key !== 'mode' && key !== 'steps');
  if (unknown !== undefined)
    throw new UsageError(`fromPromptfoo: ${place} has the key \`${unknown}\`, which is not known`);
  if (mode !== 'exact' && mode !== 'in_order')
    throw new UsageError(`fromPromptfoo: ${place}: \`mode\` takes \`exact\` or \`in_order\``);
  if (!Array.isArray(steps) || steps.length === 0)
    throw new UsageError(`fromPromptfoo: ${place} needs at least one step`);
  return { mode, steps };
}

/** That an order does not occur can be said of one tool and of two. */
function inverted(mode: 'exact' | 'in_order', [first = '', second, ...more]: readonly string[]): Check {
  if (mode === 'exact' || more.length > 0) {
    throw new UsageError(
      'fromPromptfoo: `not-trajectory:tool-sequence` has a counterpart for one and for two steps in order: write a `policy`',
    );
  }
  if (second === undefined) return { type: 'policy', never: first };
  return first === second ? { type: 'policy', atMost: 1, of: first } : { type: 'policy', noneAfter: first, of: second };
}
