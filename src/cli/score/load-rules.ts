import { resolve } from 'node:path';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import { explainMistakes } from '../../files/explain/explain-mistakes.ts';
import { shownPath } from '../../files/project-paths.ts';
import { readYamlFile } from '../../files/yaml/read-yaml.ts';
import type { SourcePlaces } from '../../files/yaml/source-places.ts';
import { checkExpectations } from '../../scorers/create-scorers.ts';
import { checkMentions, mentionsOf } from '../../scorers/mentions/check-mentions.ts';
import { Rules } from './rules.ts';

/** Reads the rules and looks at every check. Throws `UsageError` with all mistakes. */
export async function loadRules(path: string, { cwd, ...known }: Known & { cwd: string }): Promise<Rules> {
  const file = shownPath(resolve(cwd, path), cwd);
  const { value, places, problems } = await readYamlFile(resolve(cwd, path), file);
  refuse(file, problems);
  refuse(file, explainMistakes(Rules, value, { places }));
  const parsed = Rules.safeParse(value);
  if (!parsed.success) {
    const message = parsed.error.issues.map((issue) => issue.message).join('; ');
    throw new UsageError(`${file} cannot be used:`, [at(places, { path: '', code: 'no-rules', message })]);
  }
  const rules = parsed.data;
  refuse(file, [
    ...placed(findMistakes(rules.expect, known), { places, move: (path) => path }),
    ...rules.cases.flatMap((one, index) => checkCase(one.expect, { rules, index, known, places })),
  ]);
  return rules;
}

type Known = {
  definitions: readonly AnyScorerDefinition[];
  /** What the agent had; absent when nobody says. */
  tools: readonly ToolDescription[] | undefined;
  /** Names of the config's models. */
  models: readonly string[];
};

/** Checks that cannot be made as they are written, and names in them that no tool and no model has. */
function findMistakes(expect: readonly Expectation[], { definitions, tools, models }: Known): readonly Problem[] {
  const problems = checkExpectations(expect, definitions);
  if (problems.length > 0) return problems;
  // A log has no world whose places could be looked up, and nobody knows how many turns there will be.
  const mentions = mentionsOf(expect, definitions).filter(
    ({ kind }) => kind === 'model' || (tools !== undefined && kind !== 'state' && kind !== 'turn'),
  );
  const world = tools === undefined ? undefined : { tools, isListed: true, state: {} };
  return checkMentions(mentions, { world, mayReportTools: false, models });
}

type CasePlace = { rules: Rules; index: number; known: Known; places: SourcePlaces };

/** Checks of a case stand behind those for all, so that the same check twice is found. */
function checkCase(expect: Rules['expect'], { rules, index, known, places }: CasePlace): readonly Problem[] {
  const shared = rules.expect.length;
  const own = findMistakes([...rules.expect, ...expect], known).filter(({ path }) => positionIn(path) >= shared);
  const move = (path: string): string =>
    path.replace(/^expect\[\d+\]/, `cases[${index}].expect[${positionIn(path) - shared}]`);
  return placed(own, { places, move });
}

function positionIn(path: string): number {
  return Number(/^expect\[(\d+)\]/.exec(path)?.[1] ?? -1);
}

function placed(
  problems: readonly Problem[],
  { places, move }: { places: SourcePlaces; move(path: string): string },
): readonly Problem[] {
  return problems.map((problem) => ({
    ...problem,
    path: move(problem.path),
    place: places.placeOf(move(problem.path)),
  }));
}

function at(places: SourcePlaces, problem: Omit<Problem, 'severity' | 'place'>): Problem {
  return { ...problem, severity: 'error', place: places.placeOf(problem.path) };
}

function refuse(file: string, problems: readonly Problem[]): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new UsageError(`${file} cannot be used:`, errors);
}
