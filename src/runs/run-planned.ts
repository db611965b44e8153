import type { Scenario } from '../domain/authoring/scenario.ts';
import type { ModelAccess, ModelCallRecord } from '../domain/contracts/chat-model.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { Reporter } from '../domain/contracts/reporter.ts';
import type { RunWriter } from '../domain/contracts/run-store.ts';
import type { OpenedJudge, ScoreOptions, Scorer } from '../domain/contracts/scorer.ts';
import type { EndReason } from '../domain/transcript/end-reason.ts';
import { startOf } from '../domain/transcript/endings.ts';
import { type SessionKey, sessionId, sessionPath } from '../domain/transcript/session-key.ts';
import type { Transcript, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { Score } from '../domain/verdicts/score.ts';
import type { SessionOutcome, SessionResult, TimeSpan } from '../domain/verdicts/session-result.ts';
import type { SessionUse } from '../domain/verdicts/session-use.ts';
import { type Failure, judgeSession } from '../domain/verdicts/verdict.ts';
import { watchersOf } from '../session/policy-watch.ts';
import { runSession } from '../session/run-session.ts';
import type { SessionRun } from '../session/session-context.ts';
import { timeRequests } from '../session/time-requests.ts';
import { openJournal } from './open-journal.ts';
import { inputsOf, type PlannedSession } from './plan-run.ts';

/** Scores a transcript; `failure` is the first thing that went wrong. */
export type ScoreTranscript = (
  input: { transcript: Transcript; scenario: Scenario; endReason: EndReason },
  scorers: readonly Scorer[],
  options: ScoreOptions,
) => Promise<{ scores: readonly Score[]; failure?: Failure | undefined }>;

export type PlannedContext = {
  /** Name of the run. */
  id: string;
  clock: Clock;
  signal: AbortSignal;
  /** Aborts when the time of the run is over; its reason says so. */
  overtime?: AbortSignal | undefined;
  /** The way to the models of agents and users; they are opened as they are where absent. */
  models?: ModelAccess | undefined;
  /** The judge of this name, for one session; undefined when the project has none. */
  openJudge?: ((session: { key: SessionKey; seed: number }, name?: string) => OpenedJudge | undefined) | undefined;
  reporter: Reporter;
  /** The command that runs one session again. */
  replay?: ((key: SessionKey) => string) | undefined;
  /** Where conversations come from; they are held where absent. Each event is handed on as it comes. */
  play?: ((planned: PlannedSession, onEvent: (event: TranscriptEvent) => void) => Promise<SessionRun>) | undefined;
  /** Where results are written; absent when nothing is stored. */
  writer?: Pick<RunWriter, 'directory' | 'openSession' | 'finish'> | undefined;
  score: ScoreTranscript;
  /** Waited for when a session was scored, before its outcome is written: what is to be kept of it besides. */
  onSessionScored?: ((key: SessionKey, endReason: EndReason) => Promise<ScoredSession>) | undefined;
  /** Told what a reader of the run should know besides results. */
  onNote(note: string): void;
};

/** What others know of a session that was scored. */
export type ScoredSession = { use?: SessionUse | undefined; notes?: readonly string[] | undefined };

/** A session that came to its end, and where it is stored. */
export type PlannedOutcome = { result: SessionResult; file?: string | undefined };

/** Runs one planned session, scores it and writes it. */
export async function runPlanned(planned: PlannedSession, given: PlannedContext): Promise<PlannedOutcome> {
  const { key } = planned;
  const { reporter, writer } = given;
  // What is noted before the session is written is kept with it: a run that goes on has to know it, too.
  const notes = new Set<string>();
  const context: PlannedContext = {
    ...given,
    onNote(note) {
      notes.add(note);
      given.onNote(note);
    },
  };
  reporter.onSessionStart?.(key);
  const file = writer?.openSession(key);
  const journal = openJournal(file, given.signal);
  try {
    const onEvent = (event: TranscriptEvent): void => {
      journal.append(event);
      reporter.onEvent?.(key, event);
    };
    const held = { context, signal: journal.signal, onEvent };
    const session = await (context.play?.(planned, onEvent) ?? holdSession(planned, held));
    journal.check();
    if (session.blockedMs > 0) {
      context.onNote(
        `${sessionPath(key)}: the agent's code stopped every other session for ${Math.round(session.blockedMs)} ms`,
      );
    }
    const outcome = await outcomeOf(planned, { session, context, notes });
    const stored = await file?.finish(outcome);
    const result: SessionResult = { ...outcome, transcript: session.transcript };
    await reporter.onSessionEnd?.(result);
    return { result, file: stored };
  } catch (error) {
    await file?.abandon().catch(() => {});
    throw error;
  } finally {
    journal.release();
  }
}

/** The session's verdict, and what a run that goes on has to know of it. */
async function outcomeOf(
  planned: PlannedSession,
  { session, context, notes }: { session: SessionRun; context: PlannedContext; notes: ReadonlySet<string> },
): Promise<SessionOutcome> {
  const judged = await judge(planned, { session, context });
  const scored = await context.onSessionScored?.(planned.key, session.end.reason);
  for (const note of scored?.notes ?? []) context.onNote(note);
  return {
    ...judged,
    ...(notes.size === 0 ? {} : { notes: [...notes].sort() }),
    inputs: inputsOf(planned),
    ...(scored?.use === undefined ? {} : { use: scored.use }),
  };
}

function holdSession(
  planned: PlannedSession,
  {
    context,
    signal,
    onEvent,
  }: { context: PlannedContext; signal: AbortSignal; onEvent: (event: TranscriptEvent) => void },
): Promise<SessionRun> {
  const { key, scenario, seed, user, agent, world, scenarioHash, persona } = planned;
  const { clock, overtime, models } = context;
  return runSession({
    ...{ scenario, key, seed, user, agent, world, scenarioHash, persona },
    run: context.id,
    ...{ clock, signal, overtime, models },
    watchers: watchersOf(planned.scorers),
    onEvent,
    onLateReply: (what) =>
      context.onNote(`${sessionPath(key)}: the agent sent ${what} after the session was over; ignored`),
  });
}

async function judge(
  { key, seed, scenario, scorers, reviewUser, placeOf }: PlannedSession,
  { session, context }: { session: SessionRun; context: PlannedContext },
): Promise<SessionOutcome> {
  const { transcript, end, breakages, error } = session;
  const endReason = end.reason;
  const judges = watchJudges(context, { key, seed, durationMs: session.durationMs });
  const asking: Omit<ScoreOptions, 'signal'> = {
    openJudge: judges.open,
    onModelCall: judges.take,
    onNote: context.onNote,
  };
  const { scores, failure } = await scoreInTime(context, { scorers, asking }, { transcript, scenario, endReason });
  const { notes, breakages: ofUser } = reviewUser?.(transcript) ?? { notes: [], breakages: [] };
  const { verdict, reason } = judgeSession(scores, endReason, [...breakages, ...ofUser]);
  const place = placeOf?.(failure?.scoreId);
  const replay = context.replay?.(key);
  return {
    id: sessionId(context.id, key),
    key,
    title: scenario.title,
    tags: scenario.tags,
    verdict,
    reason:
      verdict !== 'passed' && end.detail !== '' && !reason.includes(end.detail) ? `${reason} (${end.detail})` : reason,
    endReason,
    turns: session.turns,
    fixed: startOf(transcript)?.fixed ?? [],
    quality: qualityOf(transcript),
    ...(failure === undefined ? {} : { failure }),
    ...(place === undefined ? {} : { place }),
    ...(replay === undefined ? {} : { replay }),
    scores: [...scores],
    timings: { ...timingsOf(session), ...(judges.spans.length === 0 ? {} : { judgeSpans: judges.spans }) },
    ...(judges.calls.length === 0 ? {} : { judgeCalls: judges.calls }),
    ...(notes.length === 0 ? {} : { userNotes: [...notes] }),
    ...(error === undefined ? {} : { error }),
    ...(breakages.length === 0 ? {} : { breakages: breakages.map(({ message }) => message) }),
  };
}

function timingsOf({ startedAt, durationMs, eventsMs, spans, blockedMs }: SessionRun): SessionOutcome['timings'] {
  return {
    startedAt,
    durationMs,
    eventsMs: [...eventsMs],
    ...(spans.length === 0 ? {} : { spans: [...spans] }),
    ...(blockedMs === 0 ? {} : { blockedMs }),
  };
}

/** Keeps what judges were asked for one session, and when, counted from the beginning of the session. */
function watchJudges(
  { openJudge, clock }: PlannedContext,
  { key, seed, durationMs }: { key: SessionKey; seed: number; durationMs: number },
) {
  const calls: ModelCallRecord[] = [];
  const spans: TimeSpan[] = [];
  const ended: TimeSpan[] = [];
  const begin = clock.now() - durationMs;
  const elapsedMs = (): number => Math.max(0, clock.now() - begin);
  return {
    calls,
    spans,
    open(name?: string): OpenedJudge | undefined {
      const opened = openJudge?.({ key, seed }, name);
      if (opened === undefined) return undefined;
      return { ...opened, session: timeRequests(opened.session, { elapsedMs, note: (took) => ended.push(took) }) };
    },
    take(call: ModelCallRecord): void {
      const now = elapsedMs();
      calls.push(call);
      spans.push(ended.shift() ?? { startMs: now, endMs: now });
    },
  };
}

/**
 * A check that waits for a model may take as long as a session, and no longer than the run; what has not answered by then
 * is unscored.
 */
async function scoreInTime(
  { score, signal, overtime, clock }: PlannedContext,
  { scorers, asking }: { scorers: readonly Scorer[]; asking: Omit<ScoreOptions, 'signal'> },
  input: Parameters<ScoreTranscript>[0],
): ReturnType<ScoreTranscript> {
  if (scorers.every(({ deterministic }) => deterministic)) return score(input, scorers, { ...asking, signal });
  const deadline = new AbortController();
  const disarm = clock.setTimer(input.scenario.limits.sessionTimeoutMs, () => deadline.abort());
  try {
    const ends = [signal, deadline.signal, ...(overtime === undefined ? [] : [overtime])];
    return await score(input, scorers, { ...asking, signal: AbortSignal.any(ends) });
  } finally {
    disarm();
  }
}

/** A scripted model tests the harness; what a function agent asks is not known. */
function qualityOf(transcript: Transcript): SessionOutcome['quality'] {
  const started = startOf(transcript);
  if (started?.fixed.includes('model') === true) return 'harness';
  return started?.agent.adapter === 'function' ? 'unknown' : 'model';
}
