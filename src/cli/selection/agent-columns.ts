import { resolve } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../domain/authoring/config.ts';
import type { Agent } from '../../domain/contracts/agent.ts';
import { UsageError } from '../../domain/errors.ts';
import { explainMistakes } from '../../files/explain/explain-mistakes.ts';
import { shownPath } from '../../files/project-paths.ts';
import { readYamlFile } from '../../files/yaml/read-yaml.ts';
import { agentOf } from '../assemble.ts';
import type { SelectionFlags } from './selection-flags.ts';

const Matrix = z.strictObject({
  /** Names of agents in the config, in the order of the columns. */
  agents: z.array(z.string().min(1)).min(1),
});

/** An agent that every scenario runs against; undefined: the one that each scenario names. */
export type AgentColumn = { name: string; agent: Agent } | undefined;

/**
 * The agents that every scenario runs against, by `--agent` and `--matrix`; a single undefined where none is named. Throws
 * `UsageError` for a name that the config does not have, or has twice.
 */
export async function agentColumns(
  { agent, matrix }: SelectionFlags,
  { config, cwd }: { config: Config; cwd: string },
): Promise<readonly AgentColumn[]> {
  if (matrix === undefined && agent === undefined) return [undefined];
  const names = matrix === undefined ? (agent ?? []) : await readMatrix(matrix, cwd);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`the agent \`${twice}\` is named twice: one column is enough`);
  return names.map((name) => ({ name, agent: agentOf(config, name) }));
}

async function readMatrix(path: string, cwd: string): Promise<readonly string[]> {
  const file = shownPath(resolve(cwd, path), cwd);
  const { value, places, problems } = await readYamlFile(resolve(cwd, path), file);
  const mistakes = [...problems, ...(value === undefined ? [] : explainMistakes(Matrix, value, { places }))];
  const parsed = Matrix.safeParse(value);
  if (parsed.success && mistakes.every(({ severity }) => severity !== 'error')) return parsed.data.agents;
  throw new UsageError('the matrix cannot be used:', mistakes);
}
