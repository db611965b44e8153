import { resolve } from 'node:path';
import { z } from 'zod';
import type { Problem } from '../domain/authoring/problem.ts';
import { JsonValue } from '../domain/values/json-value.ts';
import { explainMistakes } from './explain/explain-mistakes.ts';
import { shownPath } from './project-paths.ts';
import { readYamlFile } from './yaml/read-yaml.ts';
import type { SourcePlaces } from './yaml/source-places.ts';

/** A tool as agents offer it to their models: ours, or in the shape that providers speak. */
const OfferedTool = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: JsonValue.optional(),
  input_schema: JsonValue.optional(),
  inputSchema: JsonValue.optional(),
});
const WrappedTool = z.looseObject({ type: z.literal('function'), function: OfferedTool });

export type LoadedTool = {
  name: string;
  description?: string | undefined;
  parameters?: JsonValue | undefined;
  /** Path of the tool in the file: `[2]`, `tools[2].function`. */
  path: string;
};
export type LoadedTools = { tools: readonly LoadedTool[]; places: SourcePlaces; problems: readonly Problem[] };

/** Reads a JSON (or YAML) file with a list of tools, or with one under `tools`. Never throws for what a file may hold. */
export async function loadTools(path: string, { cwd }: { cwd: string }): Promise<LoadedTools> {
  const file = shownPath(resolve(cwd, path), cwd);
  const { value, places, problems } = await readYamlFile(resolve(cwd, path), file);
  if (value === undefined) return { tools: [], places, problems };
  const isWrapped = typeof value === 'object' && value !== null && 'tools' in value;
  const list: unknown = isWrapped ? value.tools : value;
  const base = isWrapped ? ['tools'] : [];
  if (!Array.isArray(list) || list.length === 0) {
    const message = 'expected a list of tools, each with `name`, `description` and `parameters`';
    const problem: Problem = {
      severity: 'error',
      code: 'no-tools',
      place: places.placeOf(base.join('')),
      path: base.join(''),
      message,
    };
    return { tools: [], places, problems: [...problems, problem] };
  }
  const read = list.map((entry: unknown, index) => readTool(entry, [...base, index], places));
  return {
    tools: read.flatMap(({ tool }) => tool ?? []),
    places,
    problems: [...problems, ...read.flatMap((one) => one.problems)],
  };
}

function readTool(
  entry: unknown,
  path: readonly (string | number)[],
  places: SourcePlaces,
): { tool?: LoadedTool; problems: readonly Problem[] } {
  const wrapped = WrappedTool.safeParse(entry);
  const isWrapped = typeof entry === 'object' && entry !== null && 'function' in entry;
  const problems = explainMistakes(isWrapped ? WrappedTool : OfferedTool, entry, { places, path });
  if (problems.length > 0) return { problems };
  const { name, description, parameters, input_schema, inputSchema } = wrapped.success
    ? wrapped.data.function
    : OfferedTool.parse(entry);
  const schema = parameters ?? input_schema ?? inputSchema;
  const where = `${path.map((part) => (typeof part === 'number' ? `[${part}]` : part)).join('')}${isWrapped ? '.function' : ''}`;
  const more = {
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
  };
  return { tool: { name, path: where, ...more }, problems: [] };
}
