import { readFile } from 'node:fs/promises';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { Scenario } from '../../domain/authoring/scenario.ts';
import type { ModuleLoader } from '../config/module-loader.ts';
import { entryPlaces, modulePlaces } from '../config/module-places.ts';
import { moduleProblem } from '../config/module-problem.ts';
import { shownPath } from '../project-paths.ts';
import { wholeFile } from '../yaml/source-places.ts';
import { type Draft, draftOf } from './draft.ts';

export type ScenarioReading = { cwd: string; root: string; loader: () => ModuleLoader };

/** Whether a file in a folder of scenarios is one. */
export function isScenarioFile(name: string): boolean {
  return /\.ya?ml$/.test(name) || isScenarioModule(name);
}

function isScenarioModule(name: string): boolean {
  return /\.scenario\.m?[jt]s$/.test(name);
}

/** The scenarios of a file: one of a YAML file, one or several of a module. Never throws for what a file may hold. */
export async function readScenarios(path: string, reading: ScenarioReading): Promise<readonly Draft<Scenario>[]> {
  const file = shownPath(path, reading.cwd);
  if (isScenarioModule(path)) return readModule(path, reading);
  if (!/\.ya?ml$/.test(path)) {
    const message = 'this is no scenario file: expected `.yaml`, `.yml`, `.scenario.ts` or `.scenario.js`';
    return [
      broken(path, file, {
        severity: 'error',
        code: 'not-a-scenario',
        place: { file, line: 1, column: 1 },
        path: '',
        message,
      }),
    ];
  }
  const { readYamlFile } = await import('../yaml/read-yaml.ts');
  const { value, places, problems } = await readYamlFile(path, file);
  if (value === undefined) return [{ file, path, value, places, problems }];
  const { Scenario } = await import('../../domain/authoring/scenario.ts');
  const draft = draftOf(Scenario, { value, places, path });
  if (problems.some(({ severity }) => severity === 'error')) {
    const { parsed: _parsed, ...rest } = draft;
    return [{ ...rest, problems: [...problems, ...draft.problems] }];
  }
  return [{ ...draft, problems: [...problems, ...draft.problems] }];
}

async function readModule(path: string, { cwd, root, loader }: ScenarioReading): Promise<readonly Draft<Scenario>[]> {
  const file = shownPath(path, cwd);
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await loader().load(path);
  } catch (error) {
    return [broken(path, file, moduleProblem(error, { path, root, cwd }))];
  }
  const found = exported.default ?? exported.scenarios ?? exported.scenario;
  const text = await readFile(path, 'utf8');
  const places = modulePlaces(file, text);
  if (found === undefined) {
    const message = 'this module exports no scenario';
    const hint = 'write `export default defineScenario({ … })`';
    return [
      broken(path, file, {
        severity: 'error',
        code: 'no-default-export',
        place: places.placeOf(''),
        path: '',
        message,
        hint,
      }),
    ];
  }
  const { Scenario } = await import('../../domain/authoring/scenario.ts');
  if (!Array.isArray(found)) return [draftOf(Scenario, { value: found, places, path })];
  const values: readonly unknown[] = found;
  return values.map((value, index) =>
    draftOf(Scenario, { value, places: entryPlaces(file, text, { values, index }), path, ownId: false }),
  );
}

function broken(path: string, file: string, problem: Problem): Draft<Scenario> {
  return { file, path, value: undefined, places: wholeFile(file), problems: [problem] };
}
