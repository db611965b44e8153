import { forTerminal } from '../../../src/domain/display/terminal.ts';
import { recomputeReward } from './recompute-reward.ts';
import type { SimulationFile, ToolKinds } from './simulation.ts';
import { type JudgedSimulation, type TrialTable, trialTables } from './trial-sets.ts';

/** A file whose lines were judged. `unknownParts` of reward bases were left out of our verdicts. */
export type JudgedFile = { name: string; judged: readonly JudgedSimulation[]; unknownParts: readonly string[] };

export function judgeFiles(files: readonly SimulationFile[], kinds: ToolKinds): JudgedFile[] {
  return files.map(({ name, simulations }) => {
    const unknown = new Set<string>();
    const judged = simulations.map((simulation): JudgedSimulation => {
      const { passed, parts, unknownParts } = recomputeReward(simulation, kinds);
      for (const part of unknownParts) unknown.add(part);
      const failed = parts.filter(({ problems }) => problems.length > 0);
      const reason = failed.map(({ name: part, problems }) => `${part}: ${problems.join('; ')}`).join(' · ');
      return { simulation, passed, official: simulation.official_reward === 1, reason: reason || 'nothing is missing' };
    });
    return { name, judged, unknownParts: [...unknown] };
  });
}

/** The share of simulations of which we say what the benchmark said; 0 to 1. */
export function agreementOf(judged: readonly JudgedSimulation[]): number {
  return judged.filter(({ passed, official }) => passed === official).length / judged.length;
}

/** Agreement per file with both kinds of mistakes, every disagreement with its reason, and pass^k. */
export function rewardReport(files: readonly JudgedFile[]): string {
  const all = files.flatMap(({ judged }) => judged);
  const rows = [...files, { name: 'all', judged: all }].map(({ name, judged }) => rowOf(name, judged));
  const head = ['', 'agree', 'of', 'share', 'both pass', 'only we pass', 'only official', 'both fail'];
  const disagreements = all.filter(({ passed, official }) => passed !== official);
  const unknown = [...new Set(files.flatMap(({ unknownParts }) => unknownParts))];
  return [
    alignedTable([head, ...rows]),
    ...(unknown.length === 0 ? [] : [`Left out, since a transcript does not answer it: ${unknown.join(', ')}`]),
    disagreements.length === 0 ? 'No disagreement.' : `Disagreements (${disagreements.length}):`,
    ...disagreements.map(disagreementText),
    ...trialTables(all).map(trialText),
  ].join('\n');
}

function rowOf(name: string, judged: readonly JudgedSimulation[]): string[] {
  const count = (ours: boolean, theirs: boolean) =>
    judged.filter(({ passed, official }) => passed === ours && official === theirs).length;
  const cells = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const agreed = (cells[0] as number) + (cells[3] as number);
  return [name, String(agreed), String(judged.length), percent(agreed / judged.length), ...cells.map(String)];
}

function disagreementText({ simulation, passed, reason }: JudgedSimulation): string {
  const verdicts = passed ? 'ours pass, official fail' : 'ours fail, official pass';
  return `  ${forTerminal(simulation.id, { newlines: 'escape' })}: ${verdicts}\n    ${forTerminal(reason, { newlines: 'escape' })}`;
}

function trialText({ name, tasks, trials, ours, official }: TrialTable): string {
  const line = (label: string, values: readonly number[]) => [label, ...values.map((value) => value.toFixed(3))];
  const head = ['', ...ours.map((_, index) => `pass^${index + 1}`)];
  const title = `${forTerminal(name, { newlines: 'escape' })}: ${tasks} tasks, ${trials} trials each`;
  return `${title}\n${alignedTable([head, line('ours', ours), line('official', official)])}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** The first column to the left, the others to the right. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
