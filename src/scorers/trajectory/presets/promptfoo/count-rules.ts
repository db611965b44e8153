import { UsageError } from '../../../../domain/errors.ts';
import type { PolicyRule } from '../../../policy/rules/policy-rule.ts';

export type CountCheck = { type: 'policy' } & PolicyRule;

/** The rules that say how often a tool, or what fits a glob, is called. */
export function countRules(
  tool: string,
  { least, max }: { least: number; max: number | undefined },
  place: string,
): PolicyRule[] {
  if (max !== undefined && max < least) throw new UsageError(`fromPromptfoo: ${place}: \`min\` is more than \`max\``);
  const rules: PolicyRule[] = [
    ...(least > 0 ? [{ atLeast: least, of: tool }] : []),
    ...(max === undefined ? [] : [{ atMost: max, of: tool }]),
  ];
  if (rules.length === 0) throw new UsageError(`fromPromptfoo: ${place}: \`min: 0\` alone can never fail`);
  return rules;
}

/** `min` and `max` of an assertion. */
export function countsIn(value: object, place: string): { min: number | undefined; max: number | undefined } {
  const { min, max } = value as { min?: unknown; max?: unknown };
  return { min: countOf(min, 'min', place), max: countOf(max, 'max', place) };
}

function countOf(value: unknown, word: string, place: string): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  throw new UsageError(`fromPromptfoo: ${place}: \`${word}\` takes a whole number from 0`);
}
