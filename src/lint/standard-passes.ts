import type { Expectation } from '../domain/authoring/scenario.ts';
import type { Stage } from '../domain/verdicts/evidence.ts';
import type { LintPass } from './lint-project.ts';
import { noGenerationCheck } from './passes/no-generation-check.ts';
import { noRequiredCheck } from './passes/no-required-check.ts';
import { personaBehaviours, type Wording } from './passes/persona-behaviours.ts';
import { unreachableStates } from './passes/unreachable-states.ts';
import { unusedFacts } from './passes/unused-facts.ts';
import { vagueTools } from './passes/vague-tools.ts';

/** Every pass over a project. What other rooms know is handed in. */
export function standardPasses({
  stagesOf,
  ...wording
}: Wording & { stagesOf: (expectation: Expectation) => readonly Stage[] }): readonly LintPass[] {
  return [
    noGenerationCheck({ stagesOf }),
    noRequiredCheck(),
    vagueTools(),
    unreachableStates(),
    personaBehaviours(wording),
    unusedFacts(),
  ];
}
