import type { LintPass } from '../lint-project.ts';

/** Warns of a scenario whose checks are all optional: its verdict could only be `invalid`. */
export function noRequiredCheck(): LintPass {
  return {
    name: 'no-required-check',
    check: ({ scenarios, config }) => {
      const isShared = (config.expect ?? []).some(({ required }) => required !== false);
      if (isShared) return [];
      return scenarios
        .filter(({ scenario: { expect } }) => expect.length > 0 && expect.every(({ required }) => !required))
        .map(({ placeOf }) => ({
          severity: 'warning',
          code: 'no-required-check',
          place: placeOf('expect', 'key'),
          path: 'expect',
          message: 'no check is required, so no session of this scenario can pass',
          hint: 'take `required: false` away from one of them',
        }));
    },
  };
}
