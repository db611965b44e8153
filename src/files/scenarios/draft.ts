import { basename } from 'node:path';
import type { z } from 'zod';
import { Identifier } from '../../domain/authoring/identifier.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import { explainMistakes } from '../explain/explain-mistakes.ts';
import { kindOf } from '../explain/schema-shape.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';

/** One scenario or persona as it was read. `parsed` is absent when its shape is wrong; the problems say how. */
export type Draft<T> = {
  /** As people are told of it. */
  file: string;
  /** Absolute. */
  path: string;
  value: unknown;
  parsed?: T | undefined;
  places: SourcePlaces;
  problems: readonly Problem[];
};

/** Words that authors of other tools write, and the key that they mean. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  assert: 'expect',
  asserts: 'expect',
  assertions: 'expect',
  checks: 'expect',
  expectations: 'expect',
  scorers: 'expect',
  evaluators: 'expect',
  name: 'title',
  description: 'title',
  script: 'user',
  turns: 'user',
  steps: 'user',
  messages: 'user',
  machine: 'user',
  repeat: 'trials',
  repetitions: 'trials',
  labels: 'tags',
  tools: 'world',
  environment: 'world',
  rules: 'policy',
  maxTurns: 'limits',
  timeout: 'limits',
  behaviors: 'behaviours',
  locale: 'language',
};

/**
 * Checks one value of a file against its schema. The id is the file's name: it may be left out, and must not differ.
 * `ownId` is off for values that share a file; they need an id of their own.
 */
export function draftOf<T>(
  schema: z.ZodType<T>,
  { value, places, path, ownId = true }: { value: unknown; places: SourcePlaces; path: string; ownId?: boolean },
): Draft<T> {
  const { file } = places;
  const named =
    ownId && kindOf(value) === 'object' ? nameAfterFile(value as object, path, places) : { value, problems: [] };
  const mistakes = explainMistakes(schema, named.value, { places, synonyms: SYNONYMS });
  const problems = [...named.problems, ...mistakes];
  if (problems.some(({ severity }) => severity === 'error')) return { file, path, value, places, problems };
  return { file, path, value: named.value, parsed: schema.parse(named.value), places, problems };
}

function nameAfterFile(
  value: object,
  path: string,
  places: SourcePlaces,
): { value: object; problems: readonly Problem[] } {
  const name = idOfFile(path);
  const given: unknown = Object.hasOwn(value, 'id') ? Reflect.get(value, 'id') : undefined;
  const refusal = Identifier.safeParse(name).error?.issues[0]?.message;
  if (given === undefined) {
    if (refusal === undefined) return { value: { id: name, ...value }, problems: [] };
    const message = `the file's name is the id, and \`${name}\` ${refusal}`;
    const problem: Problem = { severity: 'error', code: 'bad-file-name', place: places.placeOf(''), path: '', message };
    return { value: { id: 'unnamed', ...value }, problems: [problem] };
  }
  if (typeof given !== 'string' || given === name) return { value, problems: [] };
  // An id that no file could be named after says so by itself.
  if (!Identifier.safeParse(given).success) return { value, problems: [] };
  const message = `the id is \`${given}\`, and the file is named \`${basename(path)}\``;
  const hint = `leave \`id\` out, or name the file \`${given}${endingOf(path)}\``;
  const problem: Problem = {
    severity: 'error',
    code: 'id-differs',
    place: places.placeOf('id'),
    path: 'id',
    message,
    hint,
  };
  return { value, problems: [problem] };
}

/** `refund` for `refund.yaml` and `refund.scenario.ts`. */
export function idOfFile(path: string): string {
  return basename(path).slice(0, -endingOf(path).length);
}

function endingOf(path: string): string {
  return /(?:\.scenario)?\.[^.]+$/.exec(basename(path))?.[0] ?? '';
}
