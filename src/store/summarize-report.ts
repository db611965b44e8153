import { SessionOutcome, summarizeSession } from '../domain/verdicts/session-result.ts';

/** A JSON report holds each session with its whole scores; a run keeps the summaries. What is neither stays as it is. */
export function summarizeReport(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('quality' in value) || !('sessions' in value)) return value;
  const { quality: _, sessions, ...rest } = value;
  return { ...rest, sessions: Array.isArray(sessions) ? sessions.map(summaryOf) : sessions };
}

function summaryOf(session: unknown): unknown {
  if (typeof session !== 'object' || session === null || !('timings' in session)) return session;
  const { scores, file, ...rest } = session as SessionOutcome & { file?: string };
  const plain = Array.isArray(scores)
    ? scores.map(({ fixed: _, quality: __, ...score }: ReportedScore) => score)
    : scores;
  const outcome = SessionOutcome.safeParse({ ...rest, scores: plain });
  return outcome.success ? summarizeSession(outcome.data, file) : session;
}

type ReportedScore = SessionOutcome['scores'][number] & { fixed?: unknown; quality?: unknown };
