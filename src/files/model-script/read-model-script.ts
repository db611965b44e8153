import { basename, resolve } from 'node:path';
import { ModelScript } from '../../domain/authoring/model-script.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { UsageError } from '../../domain/errors.ts';
import { explainMistakes } from '../explain/explain-mistakes.ts';
import { shownPath } from '../project-paths.ts';
import { readYamlFile } from '../yaml/read-yaml.ts';

/** A script that can be used has a name: its own, or its file's. */
export type NamedScript = ModelScript & { name: string };
export type ModelScriptOutcome = { script?: NamedScript; problems: readonly Problem[] };

/** Words that people write for a key of a script. */
const SYNONYMS: Readonly<Record<string, string>> = {
  answers: 'steps',
  replies: 'steps',
  messages: 'steps',
  content: 'text',
  tool_calls: 'calls',
  tools: 'calls',
  args: 'arguments',
  input: 'arguments',
  delay: 'delayMs',
  chunks: 'stream',
};

/** Reads a YAML or JSON file with what a model answers. Never throws for what a file may hold: every mistake is told. */
export async function readModelScript(path: string, { cwd }: { cwd: string }): Promise<ModelScriptOutcome> {
  const file = shownPath(resolve(cwd, path), cwd);
  const { value, places, problems } = await readYamlFile(resolve(cwd, path), file);
  if (value === undefined) return { problems };
  const mistakes = explainMistakes(ModelScript, value, { places, synonyms: SYNONYMS });
  const found = [...problems, ...mistakes];
  if (found.some(({ severity }) => severity === 'error')) return { problems: found };
  const script = ModelScript.parse(value);
  return { script: { ...script, name: script.name ?? basename(file) }, problems: found };
}

/** The same, for a script that is needed: throws `UsageError` with every mistake. */
export async function loadModelScript(path: string, options: { cwd: string }): Promise<NamedScript> {
  const { script, problems } = await readModelScript(path, options);
  if (script !== undefined) return script;
  throw new UsageError('the script of the model cannot be used as it is:', problems);
}
