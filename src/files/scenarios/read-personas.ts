import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Identifier } from '../../domain/authoring/identifier.ts';
import { Persona } from '../../domain/authoring/persona.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { isObject } from '../../domain/values/json-shape.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { packageRoot } from '../package-root.ts';
import { type FileSearch, findFiles, shownPath } from '../project-paths.ts';
import { readYamlFile } from '../yaml/read-yaml.ts';
import { checkPatterns } from './check-patterns.ts';
import { type Draft, draftOf, idOfFile } from './draft.ts';

export type Personas = {
  /** Every persona of the project, also those that no scenario names. */
  drafts: readonly Draft<Persona>[];
  /** Finds the persona that a scenario names: `id` of the project, `rehearsal/id` of the shipped library. */
  find(reference: string): Promise<PersonaOutcome>;
  problems: readonly Problem[];
};
/** `known` without a persona: its own file says what is wrong. */
export type PersonaOutcome =
  | { status: 'known'; persona?: Persona | undefined }
  | { status: 'unknown'; message: string; hint?: string };

const SHIPPED = 'rehearsal/';

/** Reads the persona files of a folder; a folder that is not there has none. */
export async function readPersonas(
  folder: string,
  { cwd, root, library = join(packageRoot(), 'personas') }: Omit<FileSearch, 'accepts'> & { library?: string },
): Promise<Personas> {
  const search = { cwd, root, accepts: (name: string) => /\.ya?ml$/.test(name) };
  const found = existsSync(folder) ? await findFiles(folder, search) : { files: [], problems: [] };
  const drafts = await Promise.all(found.files.map((path) => readPersona(path, cwd)));
  return {
    drafts,
    problems: found.problems,
    async find(reference) {
      const refusal = refusalOf(reference);
      if (refusal !== undefined) return { status: 'unknown', message: refusal };
      if (reference.startsWith(SHIPPED)) return findShipped(reference.slice(SHIPPED.length), library);
      const draft = drafts.find(({ path }) => idOfFile(path) === reference);
      if (draft !== undefined) return { status: 'known', persona: draft.parsed };
      return unknownPersona(
        reference,
        drafts.map(({ path }) => idOfFile(path)),
        await shippedIds(library),
      );
    },
  };
}

async function readPersona(path: string, cwd: string): Promise<Draft<Persona>> {
  const file = shownPath(path, cwd);
  const { value, places, problems } = await readYamlFile(path, file);
  if (value === undefined) return { file, path, value, places, problems };
  const draft = draftOf(Persona, { value: withoutSchemaLine(value), places, path });
  const patterns = draft.parsed === undefined ? [] : checkPatterns(draft.parsed, places);
  const found = [...problems, ...draft.problems, ...patterns];
  if (found.every(({ severity }) => severity !== 'error')) return { ...draft, problems: found };
  return { file, path, value, places, problems: found };
}

/** A reference to a JSON Schema is for editors. */
function withoutSchemaLine(value: JsonValue): unknown {
  if (!isObject(value)) return value;
  const { $schema: _schema, ...rest } = value;
  return rest;
}

/** Why a reference is no name at all; undefined when it could be one. */
function refusalOf(reference: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(reference))
    return `\`${reference}\` is an address; personas are not loaded from elsewhere`;
  const id = reference.startsWith(SHIPPED) ? reference.slice(SHIPPED.length) : reference;
  if (/[\\/]|^\.|\.ya?ml$/i.test(id)) return `\`${reference}\` is a path; a persona is named by its id alone`;
  const problem = Identifier.safeParse(id).error?.issues[0]?.message;
  return problem === undefined ? undefined : `\`${reference}\` ${problem}`;
}

async function findShipped(id: string, library: string): Promise<PersonaOutcome> {
  const path = join(library, `${id}.yaml`);
  if (!existsSync(path)) return unknownPersona(`${SHIPPED}${id}`, [], await shippedIds(library));
  const { parsed, problems } = await readPersona(path, library);
  if (parsed === undefined) throw new Error(`the shipped persona \`${id}\` is broken: ${problems[0]?.message}`);
  return { status: 'known', persona: parsed };
}

async function shippedIds(library: string): Promise<readonly string[]> {
  if (!existsSync(library)) return [];
  const names = await readdir(library);
  return names.filter((name) => name.endsWith('.yaml')).map((name) => `${SHIPPED}${basename(name, '.yaml')}`);
}

function unknownPersona(reference: string, own: readonly string[], shipped: readonly string[]): PersonaOutcome {
  const known = [...own, ...shipped].toSorted();
  const nearest =
    nearestName(reference, known) ??
    shipped.find((name) => name === `${SHIPPED}${reference}`) ??
    nearestName(`${SHIPPED}${reference}`, shipped);
  const list = known.length === 0 ? 'there are none' : `known are ${known.map((name) => `\`${name}\``).join(', ')}`;
  const message = `no persona is named \`${reference}\`; ${list}`;
  return nearest === undefined
    ? { status: 'unknown', message }
    : { status: 'unknown', message, hint: `did you mean \`${nearest}\`?` };
}
