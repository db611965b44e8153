import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../src/domain/errors.ts';
import { JsonObject } from '../../../src/domain/values/json-value.ts';

const Kind = z.enum(['write', 'read', 'think', 'generic']);
type Kind = z.infer<typeof Kind>;

export const ExpectedAction = z.looseObject({
  name: z.string(),
  arguments: JsonObject,
  /** Whose tool it is. */
  requestor: z.enum(['assistant', 'user']),
  kind: Kind,
  /** Which arguments the ACTION part compares; all of them when absent. */
  compare_args: z.array(z.string()).nullish(),
  /** What replaying it did: nothing, when set. */
  effect: z.enum(['refused', 'none']).nullish(),
});
export type ExpectedAction = z.infer<typeof ExpectedAction>;

export const EnvAssertion = z.looseObject({
  /** Whose side of the world it is about. */
  env_type: z.enum(['assistant', 'user']),
  func_name: z.string(),
  arguments: JsonObject,
  assert_value: z.boolean(),
});
export type EnvAssertion = z.infer<typeof EnvAssertion>;

/** One recorded conversation with its official reward, as far as it is looked at. */
export const Simulation = z.looseObject({
  id: z.string(),
  domain: z.string(),
  /** `solo`: nobody to talk to, the agent works a ticket. */
  mode: z.string().optional(),
  trial: z.int(),
  termination_reason: z.string(),
  messages: z.array(z.unknown()),
  expected_actions: z.array(ExpectedAction),
  expected_outputs: z.array(z.string()),
  env_assertions: z.array(EnvAssertion).nullish(),
  reward_basis: z.array(z.string()),
  official_reward: z.number(),
});
export type Simulation = z.infer<typeof Simulation>;

/** What a tool does, by domain and tool: `airline/book_reservation`. */
export type ToolKinds = ReadonlyMap<string, Kind>;

export type SimulationFile = { name: string; simulations: readonly Simulation[] };

/** All `*.jsonl` files of a folder and the folders in it. Throws `UsageError` for a folder without one, or a line that is no simulation. */
export function readSimulations(folder: string): SimulationFile[] {
  const paths = filesIn(folder).filter((path) => path.endsWith('.jsonl'));
  if (paths.length === 0) throw new UsageError(`${folder}: no file named *.jsonl in it or in its folders`);
  return paths.map((path) => ({ name: relative(folder, path), simulations: readLines(path) }));
}

/** From `<domain>.tools.json` of a folder `tasks` in or beside the folder, and from what the lines say of their tools. */
export function readToolKinds(folder: string, files: readonly SimulationFile[]): ToolKinds {
  const kinds = new Map<string, Kind>();
  for (const { simulations } of files) {
    for (const { domain, expected_actions } of simulations) {
      for (const { name, kind } of expected_actions) kinds.set(`${domain}/${name}`, kind);
    }
  }
  const Tools = z.array(z.looseObject({ name: z.string(), kind: Kind }));
  for (const path of [...filesIn(join(dirname(folder), 'tasks')), ...filesIn(folder)]) {
    if (!path.endsWith('.tools.json')) continue;
    const domain = basename(path, '.tools.json');
    for (const { name, kind } of Tools.parse(readJson(readFileSync(path, 'utf8'), path)))
      kinds.set(`${domain}/${name}`, kind);
  }
  return kinds;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}

function readLines(path: string): Simulation[] {
  const simulations: Simulation[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `${path}:${index + 1}`;
    const parsed = Simulation.safeParse(readJson(line, place));
    if (!parsed.success) throw new UsageError(`${place}: ${z.prettifyError(parsed.error)}`);
    simulations.push(parsed.data);
  }
  return simulations;
}

function readJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // biome-ignore lint/style/useErrorCause: an author's mistake is told in a sentence, without a stack
    throw new UsageError(`${place}: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
