import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { pivotRun } from '../../runs/pivot-run.ts';
import { groupOf } from '../../runs/plan-run.ts';
import type { PickedSessions } from './pick-sessions.ts';

type Judge = (run: RunResult) => RunResult;

/** Adds the table of agents to the result of a run that has several; `judge` comes first. */
export function matrixOf(
  { sessions, others = [], agents }: Pick<PickedSessions, 'sessions' | 'others' | 'agents'>,
  judge: Judge | undefined,
): Judge | undefined {
  const variants = new Map<string, string>();
  for (const planned of [...sessions, ...others]) {
    if (planned.namedAgent !== undefined) variants.set(planned.namedAgent, groupOf(planned).variant);
  }
  const columns = agents.flatMap((agent) => {
    const variant = variants.get(agent);
    return variant === undefined ? [] : [{ agent, variant }];
  });
  if (columns.length < 2) return judge;
  return (run) => ({ ...(judge?.(run) ?? run), matrix: pivotRun(run, columns) });
}
