import type { Agent } from '../contracts/agent.ts';
import type { ChatModel } from '../contracts/chat-model.ts';
import type { Reporter } from '../contracts/reporter.ts';
import type { AnyScorerDefinition } from '../contracts/scorer.ts';
import type { SimulatedUser } from '../contracts/simulated-user.ts';
import type { World } from '../contracts/world.ts';
import type { Budgets, Prices } from './budgets.ts';
import type { Gate, RunGate } from './gate.ts';
import type { ScenarioInput } from './scenario.ts';

/** A simulated user made in code: an XState machine wrapped by `machineUser`, or an object of one's own. */
export type UserFactory = (context: { facts: Readonly<Record<string, string>> }) => SimulatedUser;

/** What a project tells Rehearsal. Every key is optional. */
export type Config = {
  /** Name → agent. The first one is the default for scenarios that name none. */
  agents?: Readonly<Record<string, Agent>>;
  worlds?: Readonly<Record<string, World>>;
  /** Name → simulated user, for scenarios that say `machine: name`. */
  machines?: Readonly<Record<string, UserFactory>>;
  /**
   * Name → model, for simulated users and judges. Personas speak through `user` and judges judge through `judge`, unless
   * they name another; `default` stands in for both.
   */
  models?: Readonly<Record<string, ChatModel>>;
  /** Model name (as the provider knows it) → US dollars for a million tokens. */
  prices?: Prices;
  budgets?: Budgets;
  /** Recorded answers of models, a `.json` file or a folder, relative to the config; used by every run that names no other. */
  cassette?: string;
  /** File of `rehearsal calibrate`, relative to the config; default `calibration.json`. */
  calibration?: string;
  /** Scorers of one's own, used by their `type`. */
  scorers?: readonly AnyScorerDefinition[];
  reporters?: readonly Reporter[];
  /** Folder or files of scenarios, relative to the config; default `scenarios`. */
  scenarios?: string | readonly string[];
  /** Folder of personas, relative to the config; default `personas`. */
  personas?: string;
  /** Checks made for every scenario besides its own. */
  expect?: ScenarioInput['expect'];
  /** What the trials of a scenario must reach that has no gate of its own. */
  gate?: Gate;
  /** What a run must reach besides. */
  runGate?: RunGate;
  /** Seed of runs that do not say; default 0. */
  seed?: number;
  /** Texts that must never be written anywhere, besides secrets found in the environment. */
  secrets?: readonly string[];
};

/** Gives the config its type; returns it unchanged. */
export function defineConfig(config: Config): Config {
  return config;
}
