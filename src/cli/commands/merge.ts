import { resolve } from 'node:path';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { secretRedactor, secretsFromEnvironment } from '../../domain/redaction.ts';
import { EXIT, exitCodeOf } from '../../domain/verdicts/exit-code.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import { systemClock } from '../../runs/system-clock.ts';
import { groundingPointsOf } from '../../scorers/grounding/grounding-curves.ts';
import { routingChoiceOf } from '../../scorers/routing/routing-choice.ts';
import { directoryStore } from '../../store/directory-store.ts';
import { joinPlans, joinShards } from '../merge/join-shards.ts';
import { readShards } from '../merge/read-shards.ts';
import { refuseReportFiles } from '../reports/report-files.ts';
import { newRunId } from '../run-id.ts';
import type { Terminal } from '../terminal.ts';
import { type ReportOptions, reportRun } from './report.ts';

export type MergeOptions = ReportOptions & { out: string };

/** Puts the shards of a run together, judges it and tells it; returns the exit code of its gate. */
export async function mergeShards(
  names: readonly string[],
  { out, ...options }: MergeOptions,
  terminal: Terminal,
): Promise<number> {
  const { cwd, env } = terminal;
  if (out.trim() === '') throw new UsageError('`--out` is empty: name a folder for the whole run');
  refuseReportFiles(options, cwd);
  const shards = await readShards(names, cwd);
  const clock = systemClock();
  const id = newRunId(clock.timestamp());
  clock.stop();
  const plan = joinPlans(shards, id);
  const redactor = secretRedactor(secretsFromEnvironment(env));
  const onNote = (note: string): void => terminal.err(`${forTerminal(redactor.redact(note))}\n`);
  const store = directoryStore({ directory: resolve(cwd, out), redactor, onNote });
  const writer = await store.createRun(id, plan);
  let run: RunResult;
  try {
    const readers = { groundingOf: groundingPointsOf, routingOf: routingChoiceOf };
    run = await joinShards(shards, { plan, writer, readers });
    await writer.finish(run);
  } finally {
    writer.release();
  }
  const told = await reportRun(out, options, terminal);
  return told === EXIT.ok ? exitCodeOf(run.gate) : told;
}
