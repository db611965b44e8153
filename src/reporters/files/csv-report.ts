import type { FileFormat } from '../../domain/contracts/reporter.ts';
import { forCsv } from '../../domain/display/csv.ts';
import { sessionPath } from '../../domain/transcript/session-key.ts';
import { flakySessions } from '../../domain/verdicts/flaky.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { ScoreSummary, SessionSummary } from '../../domain/verdicts/session-result.ts';
import { replayOfSession, sessionPlace, type Telling } from './session-story.ts';

type Cell = string | number | boolean;
type Row = Readonly<Record<string, Cell | undefined>>;

/**
 * `--csv`: a row for each session (RFC 4180, UTF-8), and a column `score:<id>` for each check of the run. A score that was
 * made is its value; another one is the word for why there is none, and a check that the session does not have is empty.
 */
export function csvReport(telling: Telling = {}): FileFormat {
  return {
    name: 'csv',
    async *write(run) {
      const scoreIds = [...new Set(run.sessions.flatMap(({ scores }) => scores.map(({ id }) => id)))].sort();
      const flaky = flakySessions(run.sessions);
      const heads = [...COLUMNS, ...scoreIds.map((id) => `score:${id}`)];
      yield lineOf(heads);
      for (const session of run.sessions) {
        const row: Row = { ...rowOf(session, { run, telling }), flaky: flaky.has(sessionPath(session.key)) };
        const values = new Map(session.scores.map((score) => [score.id, scoreCell(score)]));
        yield lineOf([...COLUMNS.map((column) => row[column]), ...scoreIds.map((id) => values.get(id))]);
      }
    },
  };
}

const COLUMNS = [
  'run',
  'seed',
  'scenario',
  'variant',
  'trial',
  'title',
  'verdict',
  'flaky',
  'reason',
  'end_reason',
  'turns',
  'failure_turn',
  'failure_stage',
  'failure_code',
  'failure_message',
  'failure_check',
  'duration_ms',
  'file',
  'line',
  'session',
  'replay',
] as const;

function rowOf(session: SessionSummary, { run, telling }: { run: RunResult; telling: Telling }): Row {
  const { key, title, verdict, reason, endReason, turns, failure, durationMs, place } = session;
  return {
    run: run.id,
    seed: run.seed,
    ...key,
    title,
    verdict,
    reason,
    end_reason: endReason,
    turns,
    failure_turn: failure?.turn,
    failure_stage: failure?.stage,
    failure_code: failure?.code,
    failure_message: failure?.message,
    failure_check: failure?.scoreId,
    duration_ms: Math.round(durationMs),
    file: place?.file,
    line: place?.line,
    session: sessionPlace(session, telling),
    replay: replayOfSession(session, run),
  };
}

function scoreCell({ status, value }: ScoreSummary): Cell {
  return status === 'scored' && value !== undefined ? value : status;
}

function lineOf(cells: readonly (Cell | undefined)[]): string {
  return `${cells.map((cell) => (cell === undefined ? '' : forCsv(cell))).join(',')}\r\n`;
}
