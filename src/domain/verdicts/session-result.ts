import { z } from 'zod';
import { EndReason } from '../transcript/end-reason.ts';
import { SessionKey } from '../transcript/session-key.ts';
import { FixedInput, ModelCallFields, type Transcript } from '../transcript/transcript-event.ts';
import { Stage } from './evidence.ts';
import { Score } from './score.ts';
import { SessionInputs } from './session-inputs.ts';
import { SessionUse } from './session-use.ts';
import { type Breakage, Failure, Verdict } from './verdict.ts';

/** Milliseconds since the session began. */
export const TimeSpan = z.strictObject({ startMs: z.number().min(0), endMs: z.number().min(0) });
export type TimeSpan = z.infer<typeof TimeSpan>;

/** When a tool call or a request to a model began and ended; `seq` is its event in the transcript. */
export const EventSpan = TimeSpan.extend({ seq: z.int().min(0) });
export type EventSpan = z.infer<typeof EventSpan>;

/** Wall-clock facts; they live here so that transcripts are byte-stable. */
export const Timings = z.strictObject({
  /** ISO 8601, UTC. */
  startedAt: z.string(),
  durationMs: z.number().min(0),
  /** Milliseconds since the start at which each event was recorded; index is `seq`. */
  eventsMs: z.array(z.number().min(0)),
  /** Ordered by `seq`. An event without one took no time that is known. */
  spans: z.array(EventSpan).optional(),
  /** Requests to judges, in the order of `judgeCalls`; they begin when the session is over. */
  judgeSpans: z.array(TimeSpan).optional(),
  /** Time in which the agent's code held up every other session. */
  blockedMs: z.number().min(0).optional(),
});
export type Timings = z.infer<typeof Timings>;

/** An exception of the agent, the user or the world, as safe text. */
export const CaughtError = z.strictObject({ message: z.string(), stack: z.string().optional() });
export type CaughtError = z.infer<typeof CaughtError>;

/** A judge's request, which happens when the transcript is closed. */
export const JudgeCall = z.strictObject(ModelCallFields);
export type JudgeCall = z.infer<typeof JudgeCall>;

/** Something in the simulated user's words that a person in its place would not have said. */
export const UserNote = z.strictObject({
  turn: z.int().min(0),
  code: z.string(),
  /** Goes on from "the simulated user": `ended while the agent waited for an answer`. */
  message: z.string(),
  /** The words that are meant, as they may be shown. */
  quote: z.string(),
});
export type UserNote = z.infer<typeof UserNote>;

/** What a look at the user's words after the session came to. Notes decide nothing, breakages make it no valid test. */
export type UserReview = { notes: readonly UserNote[]; breakages: readonly Breakage[] };

/** A line of an author's file, counted from 1. */
export const FilePlace = z.strictObject({ file: z.string(), line: z.int().min(1) });
export type FilePlace = z.infer<typeof FilePlace>;

/** What a session came to, besides its transcript. This is the last line of a stored session. */
export const SessionOutcome = z.strictObject({
  /** `run/scenario/variant/trial`. */
  id: z.string(),
  key: SessionKey,
  title: z.string(),
  tags: z.array(z.string()),
  verdict: Verdict,
  /** The verdict in a sentence. */
  reason: z.string(),
  endReason: EndReason,
  turns: z.int().min(0),
  fixed: z.array(FixedInput),
  /** `harness`: the model was a script, so the run tests the code around it and says nothing of a model. */
  quality: z.enum(['harness', 'model', 'unknown']),
  failure: Failure.optional(),
  /** Where the check that decided is written, or else the scenario; absent where nobody wrote it in a file. */
  place: FilePlace.optional(),
  /** The command that runs the session again. */
  replay: z.string().optional(),
  scores: z.array(Score),
  timings: Timings,
  judgeCalls: z.array(JudgeCall).optional(),
  /** What was found in the user's words when the session was over; absent where there was nothing. */
  userNotes: z.array(UserNote).optional(),
  error: CaughtError.optional(),
  /** What a reader of the run should know of it; absent where there is nothing. */
  notes: z.array(z.string()).optional(),
  /** What it was made of, by which a run that goes on sees whether it still counts. */
  inputs: SessionInputs.optional(),
  /** Absent when no model was asked. */
  use: SessionUse.optional(),
  /** What broke in the simulation itself and makes the session no valid test, such as a tool that crashed. */
  breakages: z.array(z.string()).optional(),
});
export type SessionOutcome = z.infer<typeof SessionOutcome>;

export type SessionResult = SessionOutcome & { transcript: Transcript };

/** A score without findings and details. */
export const ScoreSummary = z.strictObject({
  id: z.string(),
  scorer: z.string(),
  stage: Stage,
  required: z.boolean(),
  status: z.enum(['scored', 'not_applicable', 'unscored', 'errored']),
  value: z.number().optional(),
  passed: z.boolean().optional(),
  /** As in `SessionOutcome`. */
  fixed: z.array(FixedInput),
  quality: z.enum(['harness', 'model', 'unknown']),
});
export type ScoreSummary = z.infer<typeof ScoreSummary>;

/** What a run keeps of a session. */
export const SessionSummary = z.strictObject({
  id: z.string(),
  key: SessionKey,
  title: z.string(),
  verdict: Verdict,
  reason: z.string(),
  endReason: EndReason,
  turns: z.int().min(0),
  failure: Failure.optional(),
  place: FilePlace.optional(),
  replay: z.string().optional(),
  scores: z.array(ScoreSummary),
  durationMs: z.number().min(0),
  error: z.string().optional(),
  /** The stored session, relative to the run's folder; absent when nothing is stored. */
  file: z.string().optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** Drops what a run does not keep. */
export function summarizeSession(result: SessionOutcome, file?: string): SessionSummary {
  const { id, key, title, verdict, reason, endReason, turns, failure, fixed, quality, timings, error } = result;
  const { place, replay } = result;
  const scores = result.scores.map(
    (score): ScoreSummary => ({
      id: score.id,
      scorer: score.scorer,
      stage: score.stage,
      required: score.required,
      status: score.status,
      ...(score.status === 'scored' ? { value: score.value, passed: score.passed } : {}),
      fixed,
      quality,
    }),
  );
  return {
    id,
    key,
    title,
    verdict,
    reason,
    endReason,
    turns,
    ...(failure === undefined ? {} : { failure }),
    ...(place === undefined ? {} : { place }),
    ...(replay === undefined ? {} : { replay }),
    scores,
    durationMs: timings.durationMs,
    ...(error === undefined ? {} : { error: error.message }),
    ...(file === undefined ? {} : { file }),
  };
}
