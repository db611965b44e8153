import type { Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import type { UsageError } from '../../domain/errors.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { explainMistakes } from '../explain/explain-mistakes.ts';
import type { SourcePlaces } from '../yaml/source-places.ts';
import { placed } from './check-scenario.ts';

export type ExpectationCheck = {
  scorers: readonly AnyScorerDefinition[];
  places: SourcePlaces;
  /** Asked when the shape of every expectation is right; else scorers are made, one by one, to see whether they can be. */
  check?:
    | ((expectations: readonly Expectation[], scorers: readonly AnyScorerDefinition[]) => readonly Problem[])
    | undefined;
};

/** The second pass over `expect`: each scorer's own schema reads its part, then contradictions are looked for. */
export function checkExpectations(
  expectations: readonly Expectation[],
  { scorers, places, check }: ExpectationCheck,
): readonly Problem[] {
  const mistakes = expectations.flatMap((expectation, index) => checkShape(expectation, { scorers, places, index }));
  if (mistakes.length > 0) return [...mistakes, ...repeatedIds(expectations, places)];
  if (check !== undefined) return placed(check(expectations, scorers), LIST, places);
  const found = expectations.flatMap((expectation, index) => contradictions(expectation, { scorers, places, index }));
  return [...found, ...repeatedIds(expectations, places)];
}

const LIST = 'expect';
type Position = { scorers: readonly AnyScorerDefinition[]; places: SourcePlaces; index: number };

function checkShape(expectation: Expectation, position: Position): readonly Problem[] {
  const scorer = position.scorers.find(({ type }) => type === expectation.type);
  if (scorer === undefined) return [unknownScorer(expectation.type, position)];
  return explainMistakes(scorer.schema, specificationOf(expectation), {
    places: position.places,
    path: [LIST, position.index],
    alsoKnown: ['type', 'id', 'required'],
  });
}

function specificationOf({ type: _type, id: _id, required: _required, ...specification }: Expectation): object {
  return specification;
}

function unknownScorer(type: string, { scorers, places, index }: Position): Problem {
  const known = scorers.map((scorer) => scorer.type).toSorted();
  const nearest = nearestName(type, known);
  const path = `${LIST}[${index}].type`;
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

function contradictions(expectation: Expectation, { scorers, places, index }: Position): readonly Problem[] {
  const scorer = scorers.find(({ type }) => type === expectation.type);
  const path = `${LIST}[${index}]`;
  try {
    scorer?.create(scorer.schema.parse(specificationOf(expectation)) as never);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsageError') throw error;
    const { problems = [] } = error as Partial<UsageError>;
    const whole: Problem = { severity: 'error', code: 'contradiction', path: '', message: error.message };
    return placed(problems.length === 0 ? [whole] : problems, path, places);
  }
}

function repeatedIds(expectations: readonly Expectation[], places: SourcePlaces): readonly Problem[] {
  return expectations.flatMap(({ id }, index) => {
    const first = expectations.findIndex((other) => id !== undefined && other.id === id);
    if (first < 0 || first === index) return [];
    const path = `${LIST}[${index}].id`;
    const message = `the id \`${id}\` is taken by \`${LIST}[${first}]\``;
    return [{ severity: 'error', code: 'repeated-id', place: places.placeOf(path), path, message }];
  });
}
