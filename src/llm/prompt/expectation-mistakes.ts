import { PromptExpectation } from '../../domain/authoring/model-script.ts';
import { unknownOptions } from '../../domain/authoring/option-names.ts';

const EXPECTED = Object.keys(PromptExpectation.shape);

/** Keys of an expectation, and of the matchers in it, that mean nothing; `at` is where it stands. */
export function expectationMistakes(expected: unknown, at = ''): string[] {
  const own = unknownOptions(expected, EXPECTED, at);
  if (typeof expected !== 'object' || expected === null) return own;
  const { system, user, result } = expected as { system?: unknown; user?: unknown; result?: unknown };
  const matchers = Object.entries({ system, user, result }).flatMap(([name, matcher]) =>
    typeof matcher !== 'object' || matcher === null || matcher instanceof RegExp
      ? []
      : unknownOptions(matcher, ['pattern', 'lacks'], at === '' ? name : `${at}.${name}`),
  );
  return [...own, ...matchers];
}
