import type { Config } from '../domain/authoring/config.ts';
import type { Persona } from '../domain/authoring/persona.ts';
import type { Problem, SourcePlace } from '../domain/authoring/problem.ts';
import type { Scenario } from '../domain/authoring/scenario.ts';

/** A scenario as the passes see it. */
export type LintedScenario = {
  scenario: Scenario;
  persona?: Persona | undefined;
  file: string;
  placeOf(path: string, part?: 'key' | 'value'): SourcePlace;
};

export type LintedProject = {
  config: Config;
  /** The config file, as people are told of it. */
  configFile?: string | undefined;
  scenarios: readonly LintedScenario[];
};

/** Looks for one kind of weakness. What keeps a file from being used is found when it is loaded, not here. */
export type LintPass = { name: string; check(project: LintedProject): readonly Problem[] };

/** What all passes find, ordered by file and place; problems without a place come first. */
export function lintProject(project: LintedProject, passes: readonly LintPass[]): readonly Problem[] {
  return passes.flatMap((pass) => pass.check(project)).toSorted(comparePlaces);
}

function comparePlaces({ place: a }: Problem, { place: b }: Problem): number {
  const [first, second] = [a?.file ?? '', b?.file ?? ''];
  if (first !== second) return first < second ? -1 : 1;
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}
