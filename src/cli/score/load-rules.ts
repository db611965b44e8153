import { resolve } from 'node:path';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { explainMistakes } from '../../files/explain/explain-mistakes.ts';
import { shownPath } from '../../files/project-paths.ts';
import { readYamlFile } from '../../files/yaml/read-yaml.ts';
import type { SourcePlaces } from '../../files/yaml/source-places.ts';
import { fitsGlob } from '../../importers/fits-glob.ts';
import { checkExpectations } from '../../scorers/create-scorers.ts';
import { checkMentions, mentionsOf } from '../../scorers/mentions/check-mentions.ts';
import { nearestGlob } from '../../scorers/mentions/check-tools.ts';
import type { KnownTool } from '../../scorers/mentions/surroundings.ts';
import { Rules } from './rules.ts';

/** The rules, and what is wrong with the names in them. */
export type LoadedRules = {
  rules: Rules;
  /** What is odd about them and may be meant so. */
  warnings: readonly Problem[];
  /** What the rules name and none of these tools has; `mayHaveOthers`: there were others besides. */
  checkNames(tools: readonly KnownTool[], options: { mayHaveOthers: boolean }): readonly Problem[];
};

/** Reads the rules and looks at every check. Throws `UsageError` with all mistakes. */
export async function loadRules(path: string, { cwd, ...known }: Known & { cwd: string }): Promise<LoadedRules> {
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
  const mistakesOf = (tools: Listed | undefined): readonly Problem[] => [
    ...placed(findMistakes(rules.expect, known, tools), { places, move: (path) => path }),
    ...rules.cases.flatMap((one, index) => checkCase(one.expect, { rules, index, known, tools, places })),
    ...placed(emptyEffects(rules, tools), { places, move: (path) => path }),
  ];
  const found = mistakesOf(known.tools && { tools: known.tools, mayHaveOthers: false });
  refuse(file, found);
  return {
    rules,
    warnings: found.filter(({ severity }) => severity === 'warning'),
    checkNames: (tools, { mayHaveOthers }) => mistakesOf({ tools, mayHaveOthers }),
  };
}

type Known = {
  definitions: readonly AnyScorerDefinition[];
  /** What the agent had; absent when nobody says. */
  tools: readonly ToolDescription[] | undefined;
  /** Names of the config's models. */
  models: readonly string[];
};

type Listed = { tools: readonly KnownTool[]; mayHaveOthers: boolean };

/** Checks that cannot be made as they are written, and names in them that no tool and no model has. */
function findMistakes(
  expect: readonly Expectation[],
  { definitions, models }: Known,
  listed: Listed | undefined,
): readonly Problem[] {
  const problems = checkExpectations(expect, definitions);
  if (problems.length > 0) return problems;
  // A log has no world whose places could be looked up, and nobody knows how many turns there will be.
  const mentions = mentionsOf(expect, definitions).filter(
    ({ kind }) => kind === 'model' || (listed !== undefined && kind !== 'state' && kind !== 'turn'),
  );
  const world = listed === undefined ? undefined : { tools: listed.tools, isListed: true, state: {} };
  return checkMentions(mentions, { world, mayReportTools: listed?.mayHaveOthers ?? false, models });
}

/** Effects are said by name or with `*`; one that is no tool's is worth a look, and changes no answer. */
function emptyEffects({ effects = {} }: Rules, listed: Listed | undefined): readonly Problem[] {
  const names = listed?.tools.map(({ name }) => name);
  if (names === undefined) return [];
  return Object.keys(effects).flatMap((key): Problem[] => {
    if (key === '*' || names.some((name) => fitsGlob(name, key))) return [];
    const nearest = key.includes('*') ? nearestGlob(key, names) : nearestName(key, names);
    const hint = nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` };
    const message = `no tool of the list fits \`${key}\``;
    return [{ severity: 'warning', code: 'unknown-tool', path: `effects.${key}`, message, ...hint }];
  });
}

type CasePlace = { rules: Rules; index: number; known: Known; tools: Listed | undefined; places: SourcePlaces };

/** Checks of a case stand behind those for all, so that the same check twice is found. */
function checkCase(expect: Rules['expect'], { rules, index, known, tools, places }: CasePlace): readonly Problem[] {
  const shared = rules.expect.length;
  const own = findMistakes([...rules.expect, ...expect], known, tools).filter(({ path }) => positionIn(path) >= shared);
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
