import { UsageError } from '../../../../domain/errors.ts';
import { type CountCheck, countRules, countsIn } from './count-rules.ts';
import { readToolMatcher } from './tool-matcher.ts';

const place = '`trajectory:step-count`';

/** So many calls of a tool, of those that fit a pattern, or of any; inverted, another number. */
export function promptfooStepCount(value: unknown, isInverted: boolean): CountCheck {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`fromPromptfoo: ${place} takes an object with \`min\` or \`max\``);
  const { type, name, pattern, ...others } = value as { type?: unknown; name?: unknown; pattern?: unknown };
  if (type === undefined) {
    throw new UsageError(
      `fromPromptfoo: ${place} without a \`type\` counts all spans of a trace, which are not known here: write \`type: tool\` to count calls`,
    );
  }
  const named = { type, name, pattern: pattern ?? name ?? '*', ...others };
  const { tool } = readToolMatcher(named, place, ['min', 'max']);
  const { min, max } = countsIn(value, place);
  if (min === undefined && max === undefined) throw new UsageError(`fromPromptfoo: ${place} takes \`min\` or \`max\``);
  const rules = countRules(tool, { least: min ?? 0, max }, place);
  return isInverted ? { type: 'policy', not: { all: rules } } : { type: 'policy', all: rules };
}
