import { UsageError } from '../../domain/errors.ts';
import { displayWidth } from '../../domain/values/display-width.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';

/** A part of an expression, in characters from 0; `end` is the first one behind it. */
export type Span = { start: number; end: number };

/** More names than these help nobody. */
const MOST_NAMES = 30;

/** The mistake with the expression and carets below what is meant. Nothing ran. */
export function filterProblem(
  expression: string,
  { start, end }: Span,
  { message, hint, details = [] }: { message: string; hint?: string | undefined; details?: readonly string[] },
): UsageError {
  // Line breaks would move what stands below them.
  const shown = expression.replaceAll(/[\s\p{Cc}]/gu, ' ');
  const carets = '^'.repeat(Math.max(1, displayWidth(shown.slice(start, end))));
  const marked = [shown, `${' '.repeat(displayWidth(shown.slice(0, start)))}${carets}`];
  return new UsageError('nothing was run:', [
    {
      severity: 'error',
      code: 'filter',
      path: '--filter',
      message: `column ${[...shown.slice(0, start)].length + 1}: ${message}`,
      details: [...marked, ...details],
      ...(hint === undefined ? {} : { hint }),
    },
  ]);
}

/** A name that nobody has, with those that there are. */
export function unknownName(
  expression: string,
  span: Span,
  { what, name, known }: { what: string; name: string; known: readonly string[] },
): UsageError {
  const near = nearestName(name, known);
  const listed = known.slice(0, MOST_NAMES).map((one) => `\`${one}\``);
  const more = known.length > MOST_NAMES ? `, and ${known.length - MOST_NAMES} more` : '';
  return filterProblem(expression, span, {
    message: `there is no ${what} \`${name}\``,
    details: [known.length === 0 ? `No scenario has a ${what}.` : `Known: ${listed.join(', ')}${more}.`],
    hint: near === undefined ? undefined : `did you mean \`${near}\`?`,
  });
}
