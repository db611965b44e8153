import type { Problem } from '../domain/authoring/problem.ts';
import { formatProblem } from '../domain/authoring/problem.ts';
import type { Expectation } from '../domain/authoring/scenario.ts';
import type { AnyScorerDefinition, Scorer, ScorerPart } from '../domain/contracts/scorer.ts';
import { UsageError } from '../domain/errors.ts';
import { stableHash } from '../domain/values/hash.ts';
import { identityText } from '../domain/values/identity-text.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { explainIssues } from './explain-issue.ts';
import { lostKeys } from './lost-keys.ts';
import { listText } from './text/value-text.ts';

/**
 * Makes the scorers that expectations ask for, in their order. An id is the author's, else the type and the first eight
 * digits of a hash of the specification, in which code counts by its source, with `/part` where an expectation asks
 * several questions; it never depends on a position. Throws `UsageError` that lists every mistake of every expectation,
 * each with a path such as `expect[1].order`.
 */
export function createScorers(
  expectations: readonly Expectation[],
  definitions: readonly AnyScorerDefinition[],
): Scorer[] {
  const { scorers, problems } = readExpectations(expectations, definitions);
  if (problems.length > 0) throw new UsageError(problems.map(formatProblem).join('\n'), problems);
  return scorers;
}

/** The id of the score of an expectation, or the beginning of its scores' ids, which a `/` ends. */
export function checkName({ type, id, required: _, ...specification }: Expectation): string {
  return id ?? automaticId(type, specification);
}

/** What is wrong with expectations, all of it; empty when `createScorers` can make their scorers. */
export function checkExpectations(
  expectations: readonly Expectation[],
  definitions: readonly AnyScorerDefinition[],
): Problem[] {
  return readExpectations(expectations, definitions).problems;
}

type Reading = { scorers: Scorer[]; problems: Problem[] };

function readExpectations(expectations: readonly Expectation[], definitions: readonly AnyScorerDefinition[]): Reading {
  const reading: Reading = { scorers: [], problems: [] };
  const byType = new Map<string, AnyScorerDefinition>();
  for (const definition of definitions) {
    if (byType.has(definition.type)) reading.problems.push(twoOfOneType(definition.type));
    else byType.set(definition.type, definition);
  }
  const taken = new Map<string, string>();
  expectations.forEach((expectation, index) => {
    readExpectation({ expectation, path: `expect[${index}]`, byType, taken }, reading);
  });
  return reading;
}

type Place = {
  expectation: Expectation;
  path: string;
  byType: ReadonlyMap<string, AnyScorerDefinition>;
  /** Id → path of the expectation that has it. */
  taken: Map<string, string>;
};

function readExpectation({ expectation, path, byType, taken }: Place, { scorers, problems }: Reading): void {
  const { type, id, required, ...specification } = expectation;
  const definition = byType.get(type);
  if (definition === undefined) {
    problems.push(unknownType(type, `${path}.type`, [...byType.keys()]));
    return;
  }
  const parsed = definition.schema.safeParse(specification);
  if (!parsed.success) {
    const of = { path, schema: definition.schema, value: specification };
    problems.push(...explainIssues(parsed.error.issues, of));
    return;
  }
  const lost = lostKeys(specification, parsed.data, path);
  if (lost.length > 0) {
    problems.push(...lost);
    return;
  }
  const name = checkName(expectation);
  const other = taken.get(name);
  if (other !== undefined) {
    problems.push(duplicate(name, { path, other, isGiven: id !== undefined }));
    return;
  }
  taken.set(name, path);
  const parts = createParts(definition, parsed.data, { path, id });
  if (Array.isArray(parts)) scorers.push(...parts.map((part) => nameScorer(part, { name, type, required })));
  else problems.push(...parts.problems);
}

/** A check without keys of its own is known by its type alone. */
function automaticId(type: string, specification: object): string {
  if (Object.keys(specification).length === 0) return type;
  return `${type}-${stableHash(identityText(specification)).slice(0, 8)}`;
}

/** Makes the parts, or tells why the specification contradicts itself. Anything else thrown is a bug, and stays one. */
function createParts(
  definition: AnyScorerDefinition,
  specification: unknown,
  { path, id }: { path: string; id: string | undefined },
): ScorerPart[] | { problems: Problem[] } {
  try {
    const parts = [...definition.create(specification as never, { id })];
    const names = parts.map(({ part }) => part ?? '');
    if (parts.length === 0 || new Set(names).size < names.length) {
      throw new Error(`scorer \`${definition.type}\` made ${parts.length === 0 ? 'no part' : 'two parts of one name'}`);
    }
    return parts;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.problems.length === 0) return { problems: [contradiction(path, error.message)] };
    return { problems: error.problems.map((problem) => ({ ...problem, path: joinPath(path, problem.path) })) };
  }
}

function nameScorer(
  part: ScorerPart,
  { name, type, required }: { name: string; type: string; required: boolean },
): Scorer {
  const id = part.part === undefined ? name : `${name}/${part.part}`;
  const { stage, needs } = part;
  const watching = part.monitor === undefined ? {} : { monitor: part.monitor };
  const scorer = type;
  if (part.deterministic) {
    return {
      id,
      scorer,
      stage,
      required,
      needs,
      ...watching,
      deterministic: true,
      score: (input) => part.score(input),
    };
  }
  return {
    id,
    scorer,
    stage,
    required,
    needs,
    ...watching,
    deterministic: false,
    ...(part.mostRequests === undefined ? {} : { mostRequests: part.mostRequests }),
    score: (input, options) => part.score(input, options),
  };
}

function joinPath(path: string, inner: string): string {
  if (inner === '') return path;
  return inner.startsWith('[') ? `${path}${inner}` : `${path}.${inner}`;
}

function unknownType(type: string, path: string, known: readonly string[]): Problem {
  const nearest = nearestName(type, known);
  return {
    severity: 'error',
    code: 'unknown-scorer',
    path,
    message: `unknown scorer \`${type}\`.`,
    details: [`Known scorers: ${listText(known.map((name) => `\`${name}\``))}.`],
    hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
  };
}

function duplicate(name: string, { path, other, isGiven }: { path: string; other: string; isGiven: boolean }): Problem {
  const at = { severity: 'error' as const, path: isGiven ? `${path}.id` : path };
  if (isGiven) return { ...at, code: 'duplicate-id', message: `the id \`${name}\` is already taken by ${other}.` };
  return {
    ...at,
    code: 'duplicate-check',
    message: `this is the same check as ${other}.`,
    hint: 'remove one of them, or give one an `id` of its own.',
  };
}

function twoOfOneType(type: string): Problem {
  return {
    severity: 'error',
    code: 'duplicate-scorer',
    path: 'scorers',
    message: `two scorers have the type \`${type}\`.`,
  };
}

function contradiction(path: string, message: string): Problem {
  return { severity: 'error', code: 'invalid-check', path, message };
}
