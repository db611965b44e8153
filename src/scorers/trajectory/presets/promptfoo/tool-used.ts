import { UsageError } from '../../../../domain/errors.ts';
import type { PolicyRule } from '../../../policy/rules/policy-rule.ts';
import { readToolMatcher } from './tool-matcher.ts';

type Check = { type: 'policy' } & PolicyRule;
const place = '`trajectory:tool-used`';

/** Each named tool was called, or one as often as asked; inverted, none of them was, or not as often. */
export function promptfooUsed(value: unknown, isInverted: boolean): Check {
  if (typeof value === 'string' || Array.isArray(value)) {
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (names.length === 0) throw new UsageError(`fromPromptfoo: ${place} names no tool`);
    const tools = names.map((name) => {
      if (typeof name !== 'string') throw new UsageError(`fromPromptfoo: ${place} takes a list of names`);
      return readToolMatcher(name, place).tool;
    });
    if (isInverted) return { type: 'policy', never: tools };
    return { type: 'policy', all: [...new Set(tools)].map((tool) => ({ atLeast: 1, of: tool })) };
  }
  const { tool } = readToolMatcher(value, place, ['min', 'max']);
  const { min, max } = value as { min?: unknown; max?: unknown };
  const rules = countRules(tool, { min: countOf(min, 'min'), max: countOf(max, 'max') });
  return isInverted ? { type: 'policy', not: { all: rules } } : { type: 'policy', all: rules };
}

/** Once at least, unless something else is said: no call at all keeps to a maximum, which promptfoo sees otherwise. */
function countRules(tool: string, { min, max }: { min: number | undefined; max: number | undefined }): PolicyRule[] {
  const least = min ?? (max === undefined ? 1 : 0);
  if (max !== undefined && max < least) throw new UsageError(`fromPromptfoo: ${place}: \`min\` is more than \`max\``);
  const rules: PolicyRule[] = [
    ...(least > 0 ? [{ atLeast: least, of: tool }] : []),
    ...(max === undefined ? [] : [{ atMost: max, of: tool }]),
  ];
  if (rules.length === 0) throw new UsageError(`fromPromptfoo: ${place}: \`min: 0\` alone can never fail`);
  return rules;
}

function countOf(value: unknown, word: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new UsageError(`fromPromptfoo: ${place}: \`${word}\` takes a whole number from 0`);
}
