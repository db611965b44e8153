import { formatProblem, type Problem } from '../../domain/authoring/problem.ts';
import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import type { Stage } from '../../domain/verdicts/evidence.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { loadTools } from '../../files/load-tools.ts';
import type { Project } from '../../files/project.ts';
import { type LintPass, lintProject } from '../../lint/lint-project.ts';
import { checkTool } from '../../lint/passes/vague-tools.ts';
import type { ReplayFinding } from '../../lint/replay.ts';
import { standardPasses } from '../../lint/standard-passes.ts';
import { builtInScorers } from '../../scorers/built-in-scorers.ts';
import { countWords } from '../../scorers/text/count-words.ts';
import { detectLanguage } from '../../scorers/words/detect-language.ts';
import { readProject, selectScenarios } from '../open-project.ts';
import type { Terminal } from '../terminal.ts';

export type LintOptions = { probe?: boolean; replay?: boolean; json?: boolean; config?: string };

/** What was found, and whether files could be used at all. */
type Findings = { problems: readonly ReplayFinding[]; unusable: boolean; looked: string; tried?: readonly string[] };

/** Prints the mistakes and weak spots of files; returns the exit code. */
export async function lintFiles(wanted: readonly string[], options: LintOptions, terminal: Terminal): Promise<number> {
  const toolFiles = wanted.filter((name) => name.endsWith('.json'));
  const others = wanted.filter((name) => !toolFiles.includes(name));
  const parts = [
    ...(await Promise.all(toolFiles.map((file) => lintTools(file, terminal)))),
    ...(toolFiles.length === 0 || others.length > 0 ? [await lintScenarios(others, options, terminal)] : []),
  ];
  const problems = parts.flatMap((part) => part.problems);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  print(problems, {
    errors,
    looked: parts.map(({ looked }) => looked).join(', '),
    tried: parts.flatMap(({ tried = [] }) => tried),
    json: options.json === true,
    terminal,
  });
  if (parts.some(({ unusable }) => unusable)) return EXIT.usage;
  return errors > 0 ? EXIT.lost : EXIT.ok;
}

async function lintTools(file: string, { cwd }: Terminal): Promise<Findings> {
  const { tools, places, problems } = await loadTools(file, { cwd });
  const looked = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  if (problems.some(({ severity }) => severity === 'error')) return { problems, unusable: true, looked };
  const found = tools.flatMap((tool) =>
    checkTool(tool, { path: tool.path, placeOf: (path) => places.placeOf(path), severity: 'error' }),
  );
  return { problems: [...problems, ...found], unusable: false, looked };
}

async function lintScenarios(
  wanted: readonly string[],
  { probe = false, replay = false, config }: LintOptions,
  terminal: Terminal,
): Promise<Findings> {
  const { cwd } = terminal;
  const project = await readProject({ cwd, wanted, config });
  const unusable = project.problems.some(({ severity }) => severity === 'error');
  const scenarios = unusable ? project.scenarios : selectScenarios(project, { cwd, wanted });
  const looked = `${scenarios.length} ${scenarios.length === 1 ? 'scenario' : 'scenarios'}`;
  const weak = lintProject({ ...project, scenarios }, passesFor(project));
  const found = [...project.problems, ...weak];
  if (unusable) {
    const tried = [...(probe ? ['probe'] : []), ...(replay ? ['replay'] : [])];
    return {
      problems: found,
      unusable,
      looked,
      tried: tried.map((what) => `the ${what} was not run: mend the files first`),
    };
  }
  const proofs = probe ? await runProbe({ ...project, scenarios }) : [];
  const replayed = replay ? await runReplay({ ...project, scenarios }) : undefined;
  return {
    problems: [...found, ...proofs, ...(replayed?.findings ?? [])],
    unusable,
    looked,
    tried: [
      ...(probe ? [probeText({ scenarios: scenarios.length, withstood: scenarios.length - proofs.length })] : []),
      ...(replayed?.summary ?? []),
    ],
  };
}

/** What came of the probe, so that one that found nothing does not look like one that was not made. */
function probeText({ scenarios, withstood }: { scenarios: number; withstood: number }): string {
  if (scenarios === 0) return 'the probe had no scenario to run';
  const all = `${scenarios} ${scenarios === 1 ? 'scenario' : 'scenarios'}`;
  return `${withstood === scenarios ? all : `${withstood} of ${all}`} withstood three worthless agents`;
}

function passesFor({ config }: Project): readonly LintPass[] {
  const definitions = new Map<string, AnyScorerDefinition>(
    [...builtInScorers, ...(config.scorers ?? [])].map((definition) => [definition.type, definition]),
  );
  const stagesOf = ({ type }: Expectation): readonly Stage[] => definitions.get(type)?.stages ?? [];
  return standardPasses({ stagesOf, countWords, languageOf: detectLanguage });
}

async function runProbe(project: Project): Promise<readonly Problem[]> {
  const { probeProject } = await import('../probe-project.ts');
  return probeProject(project);
}

async function runReplay(
  project: Project,
): Promise<{ findings: readonly ReplayFinding[]; summary: readonly string[] }> {
  const { replayProject } = await import('../replay-project.ts');
  const { describeReplays } = await import('../describe-replays.ts');
  const replays = await replayProject(project);
  return { findings: replays.flatMap(({ findings }) => findings), summary: describeReplays(replays) };
}

type Summary = { errors: number; looked: string; tried: readonly string[] };

function print(
  problems: readonly ReplayFinding[],
  { errors, looked, tried, json, terminal }: Summary & { json: boolean; terminal: Terminal },
): void {
  if (json) {
    terminal.out(`${forJson(problems, { indent: 2 })}\n`);
    return;
  }
  for (const { severity, ...problem } of problems) {
    const mark = severity === 'error' ? '' : `${severity} `;
    terminal.out(`${mark}${forTerminal(formatProblem({ ...problem, severity: 'warning' }))}\n`);
  }
  const warnings = problems.filter(({ severity }) => severity === 'warning').length;
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  const found =
    errors + warnings === 0 ? 'nothing to mend' : `${count(errors, 'problem')}, ${count(warnings, 'warning')}`;
  terminal.out(`${problems.length === 0 ? '' : '\n'}${looked}: ${found}\n`);
  for (const text of tried) terminal.out(`${forTerminal(text)}\n`);
}
