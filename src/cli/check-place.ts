import type { FilePlace } from '../domain/verdicts/session-result.ts';
import type { LoadedScenario } from '../files/project.ts';
import { checkName } from '../scorers/create-scorers.ts';

/**
 * Where the check that a score comes from is written. What is not among the scenario's own checks, such as one of the
 * config or of a persona, is found at `otherwise`: the scenario, or a row of its table.
 */
export function checkPlace(
  { scenario, placeOf }: Pick<LoadedScenario, 'scenario' | 'placeOf'>,
  scoreId: string | undefined,
  otherwise = '',
): FilePlace {
  const index = scoreId === undefined ? -1 : scenario.expect.findIndex((check) => isScoreOf(scoreId, checkName(check)));
  const { file, line } = placeOf(index < 0 ? otherwise : `expect[${index}]`);
  return { file, line };
}

function isScoreOf(scoreId: string, name: string): boolean {
  return scoreId === name || scoreId.startsWith(`${name}/`);
}
