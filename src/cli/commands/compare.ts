import * as nodeFs from 'node:fs';
import { join, resolve } from 'node:path';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Comparison } from '../../domain/verdicts/comparison.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { comparisonLines } from '../../reporters/comparison/comparison-lines.ts';
import { comparisonMarkdown } from '../../reporters/comparison/comparison-markdown.ts';
import { paletteOf } from '../../reporters/terminal/palette.ts';
import { type CompareOptions, compareRuns } from '../../runs/compare/compare-runs.ts';
import { readRunFile } from '../../store/read-run.ts';
import { RUN_FILE } from '../../store/run-layout.ts';
import { findFinishedRun } from '../reports/find-stored-run.ts';
import type { Terminal } from '../terminal.ts';

export type ComparisonFlags = {
  /** A number for all, and `name=number` for one scorer. */
  tolerance?: string[];
  /** Regressions that are allowed; default 0. */
  maxRegressions?: number;
  /** `old=new`. */
  renamed?: string[];
  deterministic?: boolean;
};

export type CompareFlags = ComparisonFlags & { json?: boolean; markdown?: boolean };

/** Holds two stored runs against each other and prints what changed; returns the exit code. */
export async function compareStored(
  [first, second]: readonly [string, string | undefined],
  flags: CompareFlags,
  terminal: Terminal,
): Promise<number> {
  if (flags.json === true && flags.markdown === true)
    throw new UsageError('`--json` and `--markdown` contradict each other: leave one of them out');
  const { cwd, out } = terminal;
  const before = await readStoredRun(first, { cwd });
  const after = await readStoredRun(second, { cwd });
  if (before.id === after.id && before.startedAt === after.startedAt)
    terminal.err(`note: both are the run ${forTerminal(before.id, { newlines: 'escape' })}\n`);
  const comparison = compareRuns(before, after, compareOptions(flags));
  if (flags.json === true) out(`${forJson(comparison, { indent: 2 })}\n`);
  else if (flags.markdown === true) out(comparisonMarkdown(comparison));
  else out(comparisonText(comparison, terminal));
  return comparisonExit(comparison, flags);
}

/** A run by its folder, its name among the project's runs, its `run.json` or its JSON report; the newest where none is named. */
export async function readStoredRun(name: string | undefined, { cwd }: { cwd: string }): Promise<RunResult> {
  const file = name === undefined ? undefined : resolve(cwd, name);
  if (file !== undefined && nodeFs.statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    return readRunFile(file, nodeFs);
  return readRunFile(join(await findFinishedRun(name, { cwd }), RUN_FILE), nodeFs);
}

/** As it is shown on a terminal, with a line break at its end. */
export function comparisonText(
  comparison: Comparison,
  { columns, colors }: Pick<Terminal, 'columns' | 'colors'>,
): string {
  const look = { columns: Math.max(40, columns), palette: paletteOf(colors) };
  return `${comparisonLines(comparison, look).join('\n')}\n`;
}

/** Throws `UsageError` for what cannot be read. */
export function compareOptions({
  tolerance = [],
  renamed = [],
  deterministic = false,
}: ComparisonFlags): CompareOptions {
  const tolerances = new Map<string, number>();
  let whole = 0;
  for (const text of tolerance) {
    const [, name, value = ''] = /^(?:([^=]+)=)?(.*)$/s.exec(text) ?? [];
    const number = /^(?:0?\.\d+|[01](?:\.0*)?)$/.test(value) ? Number(value) : Number.NaN;
    if (!(number <= 1))
      throw new UsageError(`\`--tolerance ${text}\`: expected a number from 0 to 1, or \`scorer=0.05\``);
    if (name === undefined) whole = number;
    else tolerances.set(name, number);
  }
  return { tolerance: whole, tolerances, renamed: renamedPairs(renamed), deterministic };
}

function renamedPairs(given: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    given.map((text): [string, string] => {
      const [, from, to] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
      if (from === undefined || to === undefined) throw new UsageError(`\`--renamed ${text}\`: expected \`old=new\``);
      return [from, to];
    }),
  );
}

/** `lost` where more regressed than may, `invalid` where nothing could be compared. */
export function comparisonExit(
  { scenarios, scores, run }: Comparison,
  { maxRegressions = 0 }: ComparisonFlags,
): number {
  if (countRegressions({ scenarios, scores }) > maxRegressions) return EXIT.lost;
  return run.change === 'unjudged' ? EXIT.invalid : EXIT.ok;
}

/**
 * Scenarios whose verdict or one of whose scores became worse, and scorers that did over the run though no single scenario
 * can tell.
 */
export function countRegressions({ scenarios, scores }: Pick<Comparison, 'scenarios' | 'scores'>): number {
  const worse = [...scenarios, ...scores.filter(({ scenario }) => scenario !== undefined)].filter(isWorse);
  const overRun = scores.filter((one) => one.scenario === undefined && isWorse(one));
  return (
    new Set(worse.map(({ scenario, variant }) => `${scenario}/${variant}`)).size +
    (worse.length > 0 ? 0 : overRun.length)
  );
}

function isWorse({ change }: { change: Comparison['run']['change'] }): boolean {
  return change === 'regressed';
}
