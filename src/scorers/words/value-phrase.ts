import { UsageError } from '../../domain/errors.ts';
import { extractValues } from '../grounding/values/extract-values.ts';
import type { TypedValue } from '../grounding/values/typed-value.ts';
import { compareValues } from '../grounding/values/value-keys.ts';
import type { Phrase } from './phrase.ts';

const KINDS: ReadonlySet<TypedValue['kind']> = new Set(['number', 'money', 'quantity', 'percent', 'date', 'time']);

/**
 * A value to look for in whatever way it is written: `35` is in "35.00 €", `14:15` in "2:15 pm", `2026-01-20` in
 * "20 January". Throws `UsageError` for a text that is no single number, amount, share, date or time.
 */
export function valuePhrase(wanted: string | number): Phrase {
  const written = String(wanted).trim();
  const [only, ...others] = extractValues(written);
  const isWhole = only !== undefined && others.length === 0 && only.start === 0 && only.end === written.length;
  if (!isWhole || !KINDS.has(only.value.kind)) {
    const advice = 'expected a number, an amount, a date or a time, such as `35`, `49.90 EUR`, `2026-01-20` or `14:15`';
    throw new UsageError(`\`value\` cannot be ${JSON.stringify(written)}: ${advice}; for other words write \`text\`.`);
  }
  const { value } = only;
  return {
    text: `the value ${written}`,
    words: written,
    find: (haystack) => extractValues(haystack).find((told) => isSame(told.value, value)),
  };
}

/** "January" alone does not tell the 20th. */
function isSame(told: TypedValue, wanted: TypedValue): boolean {
  if (compareValues(told, wanted) !== 'same') return false;
  if (told.kind !== 'date' || wanted.kind !== 'date') return true;
  return (['month', 'day'] as const).every((part) => wanted.date[part] === undefined || told.date[part] !== undefined);
}
