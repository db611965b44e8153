import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { Stage } from '../../domain/verdicts/evidence.ts';
import type { LintPass } from '../lint-project.ts';

/**
 * Warns of a scenario whose checks look at tool calls alone: an agent that calls the right tool and then says something
 * else would pass. `stagesOf` says which stages an expectation judges.
 */
export function noGenerationCheck({
  stagesOf,
}: {
  stagesOf: (expectation: Expectation) => readonly Stage[];
}): LintPass {
  return {
    name: 'no-generation-check',
    check: ({ scenarios, config }) => {
      const shared = (config.expect ?? []).map((check) => ({ ...check, required: check.required ?? true }));
      return scenarios
        .filter(
          ({ scenario }) => ![...scenario.expect, ...shared].some((check) => stagesOf(check).includes('generation')),
        )
        .map(({ placeOf }) => ({
          severity: 'warning',
          code: 'no-generation-check',
          place: placeOf('expect', 'key'),
          path: 'expect',
          message: 'no generation check: nothing here looks at what the agent says',
          hint: 'add `- type: grounded`, which compares answers with what the tools gave back',
        }));
    },
  };
}
