import { z } from 'zod';
import { RunResult } from './run-result.ts';
import { Score } from './score.ts';
import { SessionOutcome, SessionSummary } from './session-result.ts';

/** What the answers of a run say something about: the code around a model, a model, or some of each. */
export const RunQuality = z.enum(['harness', 'model', 'mixed', 'unknown']);
export type RunQuality = z.infer<typeof RunQuality>;

const { fixed, quality } = SessionOutcome.shape;
const [scored, notApplicable, unscored, errored] = Score.options;

/** A score that also says what its session held fixed, so that it can be read alone. */
export const ReportedScore = z.discriminatedUnion('status', [
  scored.extend({ fixed, quality }),
  notApplicable.extend({ fixed, quality }),
  unscored.extend({ fixed, quality }),
  errored.extend({ fixed, quality }),
]);
export type ReportedScore = z.infer<typeof ReportedScore>;

/** A session with its whole scores; its transcript is in `file`. */
export const ReportedSession = SessionOutcome.extend({
  scores: z.array(ReportedScore),
  /** The stored session, relative to the run's folder; absent when nothing is stored. */
  file: z.string().optional(),
});
export type ReportedSession = z.infer<typeof ReportedSession>;

/** The document of `--report json`. */
export const RunReport = RunResult.extend({
  quality: RunQuality,
  /** Ordered by scenario, variant and trial. One without a stored outcome is what the run knows of it. */
  sessions: z.array(z.union([ReportedSession, SessionSummary])),
});
export type RunReport = z.infer<typeof RunReport>;
