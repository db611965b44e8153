import type { Config } from '../domain/authoring/config.ts';
import type { Persona } from '../domain/authoring/persona.ts';
import type { Problem, SourcePlace } from '../domain/authoring/problem.ts';
import type { Scenario } from '../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../domain/contracts/scorer.ts';
import type { ModuleLoader } from './config/module-loader.ts';
import type { ScenarioChecks } from './scenarios/check-scenario.ts';

export type LoadedScenario = {
  scenario: Scenario;
  /** The persona that the scenario names or holds. */
  persona?: Persona | undefined;
  /** As people are told of it. */
  file: string;
  /** Where a part of the scenario stands, by its path in author's notation; see `SourcePlaces`. */
  placeOf(path: string, part?: 'key' | 'value'): SourcePlace;
};

export type Project = {
  /** Absolute: the folder of the config, or the one that the command was started in. */
  root: string;
  config: Config;
  /** The config file, as people are told of it. */
  configFile?: string | undefined;
  /** Those without an error, ordered by id. */
  scenarios: readonly LoadedScenario[];
  /** Of the project, ordered by id. */
  personas: readonly Persona[];
  /** Every mistake of every file, ordered by place. */
  problems: readonly Problem[];
};

export type ProjectOptions = {
  /** Absolute. */
  cwd: string;
  /** Path of the config; else the nearest one is used. */
  config?: string | undefined;
  /** Files and folders to read instead of those that the config names. */
  paths?: readonly string[] | undefined;
  checks: ScenarioChecks & {
    /** Scorers that need no config. Loaded when there is something to check. */
    scorers(): Promise<readonly AnyScorerDefinition[]>;
  };
  loader?: ModuleLoader;
  /** Folder of the personas named `rehearsal/<id>`. */
  library?: string | undefined;
};
