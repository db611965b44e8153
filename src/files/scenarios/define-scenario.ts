import type { ScenarioInput } from '../../domain/authoring/scenario.ts';

/** Gives a scenario written in TypeScript its type; returns it unchanged. `id` may be left out: the file gives it. */
export function defineScenario(scenario: ScenarioFile): ScenarioFile {
  return scenario;
}

/** A scenario as it stands in a file, whose name is its id. */
export type ScenarioFile = Omit<ScenarioInput, 'id'> & { id?: string };
