import { compareKeys, type SessionKey } from '../../domain/transcript/session-key.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult, SessionSummary } from '../../domain/verdicts/session-result.ts';
import { replayCommand } from '../replay-command.ts';
import { failureReport } from '../terminal/failure-report.ts';
import { paletteOf } from '../terminal/palette.ts';

/** What a report of a run has to know besides its results. */
export type Telling = {
  /** The run's folder, as a person finds it; absent when nothing is stored. */
  directory?: string | undefined;
};

const COLUMNS = 100;

/** The command that runs a session again, as it is stored; else the plain one. */
export function replayOfSession({ key, replay }: Pick<SessionSummary, 'key' | 'replay'>, run: RunResult): string {
  return replay ?? replayCommand(key, { seed: run.seed });
}

/** The stored session, as a person finds it; undefined when it is not stored. */
export function sessionPlace({ file }: SessionSummary, { directory }: Telling): string | undefined {
  return directory === undefined || file === undefined ? undefined : `${directory}/${file}`;
}

/**
 * Tells in words why sessions did not pass: findings with their evidence, the turn of the conversation, and the command
 * that runs it again. Asked in the order of keys, it reads the stream only as far as it has to.
 */
export function sessionStories(
  sessions: AsyncIterable<SessionResult>,
  { run, directory }: Telling & { run: RunResult },
): { tell(summary: SessionSummary): Promise<string>; close(): Promise<void> } {
  const stream = sessions[Symbol.asyncIterator]();
  let next: IteratorResult<SessionResult> | undefined;
  const find = async (key: SessionKey): Promise<SessionResult | undefined> => {
    next ??= await stream.next();
    while (next.done !== true && compareKeys(next.value.key, key) < 0) next = await stream.next();
    return next.done !== true && compareKeys(next.value.key, key) === 0 ? next.value : undefined;
  };
  const repeated = new Set(run.sessions.flatMap(({ key }) => (key.trial > 0 ? [groupId(key)] : [])));
  return {
    async tell(summary) {
      const result = await find(summary.key);
      if (result === undefined) return shortStory(summary, run);
      const lines = failureReport(result, {
        columns: COLUMNS,
        palette: paletteOf(false),
        replay: () => replayOfSession(summary, run),
        directory,
        isRepeated: repeated.has(groupId(summary.key)),
      });
      return lines.map((line) => line.trimEnd()).join('\n');
    },
    async close() {
      await stream.return?.();
    },
  };
}

/** What the run itself knows of a session that is not stored. */
function shortStory(summary: SessionSummary, run: RunResult): string {
  const { failure, reason } = summary;
  return `${failure === undefined ? reason : failure.message}\nreplay   ${replayOfSession(summary, run)}`;
}

function groupId({ scenario, variant }: SessionKey): string {
  return `${scenario}/${variant}`;
}
