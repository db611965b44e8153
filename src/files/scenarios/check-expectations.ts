import type { Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { explainMistakes } from '../explain/explain-mistakes.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';

/** The second pass over `expect`: each scorer's own schema reads its part, then the scorer looks for contradictions. */
export function checkExpectations(
  expectations: readonly Expectation[],
  {
    scorers,
    places,
    path = 'expect',
  }: { scorers: readonly AnyScorerDefinition[]; places: SourcePlaces; path?: string },
): readonly Problem[] {
  return [
    ...expectations.flatMap((expectation, index) => checkOne(expectation, { scorers, places, list: path, index })),
    ...repeatedIds(expectations, places, path),
  ];
}

type Position = { scorers: readonly AnyScorerDefinition[]; places: SourcePlaces; list: string; index: number };

function checkOne(expectation: Expectation, { scorers, places, list, index }: Position): readonly Problem[] {
  const { type, id: _id, required: _required, ...rest } = expectation;
  const scorer = scorers.find((candidate) => candidate.type === type);
  if (scorer === undefined) return [unknownScorer(type, { scorers, places, list, index })];
  const mistakes = explainMistakes(scorer.schema, rest, { places, path: [list, index] });
  return mistakes.length > 0 ? mistakes : contradictions(scorer, rest, places, `${list}[${index}]`);
}

function unknownScorer(type: string, { scorers, places, list, index }: Position): Problem {
  const known = scorers.map((scorer) => scorer.type).toSorted();
  const nearest = nearestName(type, known);
  const path = `${list}[${index}].type`;
  return {
    severity: 'error',
    code: 'unknown-scorer',
    place: places.placeOf(path),
    path,
    message: `unknown scorer \`${type}\``,
    details: [`Known scorers: ${known.map((name) => `\`${name}\``).join(', ')}.`],
    ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` }),
  };
}

function contradictions(
  scorer: AnyScorerDefinition,
  rest: Readonly<Record<string, unknown>>,
  places: SourcePlaces,
  path: string,
): readonly Problem[] {
  try {
    scorer.create(scorer.schema.parse(rest) as never);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
    const problems = error instanceof UsageError ? error.problems : [];
    if (problems.length === 0) {
      return [{ severity: 'error', code: 'contradiction', place: places.placeOf(path), path, message: error.message }];
    }
    return problems.map((problem) => {
      const whole = problem.path === '' ? path : `${path}.${problem.path}`;
      return { ...problem, path: whole, place: places.placeOf(whole) };
    });
  }
}

function repeatedIds(expectations: readonly Expectation[], places: SourcePlaces, list: string): readonly Problem[] {
  return expectations.flatMap(({ id }, index) => {
    const first = expectations.findIndex((other) => id !== undefined && other.id === id);
    if (first < 0 || first === index) return [];
    const path = `${list}[${index}].id`;
    const message = `the id \`${id}\` is taken by \`${list}[${first}]\``;
    return [{ severity: 'error', code: 'repeated-id', place: places.placeOf(path), path, message }];
  });
}
