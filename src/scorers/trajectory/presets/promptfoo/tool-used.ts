import { UsageError } from '../../../../domain/errors.ts';
import { type CountCheck, countRules, countsIn } from './count-rules.ts';
import { readToolMatcher } from './tool-matcher.ts';

const place = '`trajectory:tool-used`';

/** Each named tool was called, or one as often as asked; inverted, none of them was, or not as often. */
export function promptfooUsed(value: unknown, isInverted: boolean): CountCheck {
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
  const { min, max } = countsIn(value as object, place);
  // No call at all keeps to a maximum, which promptfoo sees otherwise.
  const rules = countRules(tool, { least: min ?? (max === undefined ? 1 : 0), max }, place);
  return isInverted ? { type: 'policy', not: { all: rules } } : { type: 'policy', all: rules };
}
