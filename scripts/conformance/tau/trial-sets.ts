import { passHatK } from '../../../src/statistics/pass-hat-k.ts';
import type { Simulation } from './simulation.ts';

/** One simulation with both verdicts. */
export type JudgedSimulation = { simulation: Simulation; passed: boolean; official: boolean; reason: string };

/** pass^k of one set of runs, over its tasks that were tried equally often: index 0 is pass^1. */
export type TrialTable = { name: string; tasks: number; trials: number; ours: number[]; official: number[] };

const mostTrials = 4;

/**
 * pass^1 to pass^4 of every set of runs whose tasks were tried more than once. Tasks with fewer trials than the set has
 * are left out: an estimate of a few trials would weigh like one of many.
 */
export function trialTables(judged: readonly JudgedSimulation[]): TrialTable[] {
  const runs = groupBy(judged, ({ simulation: { id } }) => id.split('/').slice(0, 3).join('/'));
  return [...runs].flatMap(([name, ofRun]) => {
    const tasks = [...groupBy(ofRun, ({ simulation: { id } }) => id.slice(0, id.lastIndexOf('/'))).values()];
    const trials = Math.max(...tasks.map((ofTask) => ofTask.length));
    const complete = tasks.filter((ofTask) => ofTask.length === trials);
    if (trials < 2) return [];
    const ks = Array.from({ length: Math.min(trials, mostTrials) }, (_, index) => index + 1);
    const meanOf = (k: number, passes: (one: JudgedSimulation) => boolean) =>
      complete.reduce((sum, ofTask) => sum + passHatK(ofTask.filter(passes).length, trials, k), 0) / complete.length;
    return {
      name,
      tasks: complete.length,
      trials,
      ours: ks.map((k) => meanOf(k, ({ passed }) => passed)),
      official: ks.map((k) => meanOf(k, ({ official }) => official)),
    };
  });
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
