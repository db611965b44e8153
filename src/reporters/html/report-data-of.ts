import { sessionPath } from '../../domain/transcript/session-key.ts';
import { flakySessions } from '../../domain/verdicts/flaky.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { ReportData, SessionGroup, SessionRow } from './report-data.ts';

/** What only a stored session knows of itself, besides what was said. */
export type KnownSession = {
  tags: readonly string[];
  persona?: string | undefined;
  at: readonly [block: number, position: number];
};

const MAX_MESSAGE = 300;
/** Lists of a run that went wrong from end to end. */
const MAX_LISTED = 200;

/** What the page shows before a session is opened. `known` is by `sessionPath`. */
export function reportDataOf(run: RunResult, { known }: { known: ReadonlyMap<string, KnownSession> }): ReportData {
  const { id, seed, startedAt, durationMs, totals, scenarios, statistics, gate, models, grounding, comparison } = run;
  const flaky = flakySessions(run.sessions);
  const positions = new Map<string, number>();
  const groups: SessionGroup[] = [];
  const sessions = run.sessions.map((summary): SessionRow => {
    const path = sessionPath(summary.key);
    const own = known.get(path);
    const group = groupOf(summary, own, flaky.has(path));
    const name = JSON.stringify(group);
    const position = positions.get(name) ?? groups.push(group) - 1;
    positions.set(name, position);
    return rowOf(summary, { group: position, at: own?.at });
  });
  const rate = rateOf(run);
  return {
    id,
    seed,
    startedAt,
    durationMs,
    totals,
    ...(rate === undefined ? {} : { rate }),
    scenarios,
    ...(statistics === undefined ? {} : { statistics }),
    gate,
    ...(models === undefined ? {} : { models }),
    grounding,
    missing: run.missing.slice(0, MAX_LISTED),
    problems: run.problems.slice(0, MAX_LISTED),
    notes: run.notes.slice(0, MAX_LISTED),
    groups,
    sessions,
    ...(comparison === undefined ? {} : { comparison }),
  };
}

function groupOf({ key, title }: SessionSummary, known: KnownSession | undefined, isFlaky: boolean): SessionGroup {
  const { scenario, variant } = key;
  const { tags = [], persona } = known ?? {};
  return { scenario, variant, title, tags, ...(persona === undefined ? {} : { persona }), isFlaky };
}

function rowOf(
  { key, verdict, turns, reason, failure }: SessionSummary,
  { group, at }: { group: number; at: SessionRow['at'] },
): SessionRow {
  return {
    group,
    trial: key.trial,
    verdict,
    turns,
    ...(verdict === 'passed' ? {} : { trouble: troubleOf({ reason, failure }) }),
    ...(at === undefined ? {} : { at }),
  };
}

function troubleOf({ reason, failure }: Pick<SessionSummary, 'reason' | 'failure'>): SessionRow['trouble'] {
  const whole = failure?.message ?? reason;
  const message = whole.length > MAX_MESSAGE ? `${whole.slice(0, MAX_MESSAGE).toWellFormed()}…` : whole;
  if (failure === undefined) return { message };
  const { stage, turn } = failure;
  return { message, stage, ...(turn === undefined ? {} : { turn }) };
}

function rateOf({ statistics }: RunResult): ReportData['rate'] {
  if (statistics?.passRate === undefined) return undefined;
  const { mean, scenarios, interval } = statistics.passRate;
  return { mean, scenarios, ...interval };
}
