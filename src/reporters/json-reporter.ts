import type { FileFormat } from '../domain/contracts/reporter.ts';
import { forJson } from '../domain/display/json.ts';
import { compareKeys } from '../domain/transcript/session-key.ts';
import type { ReportedSession, RunQuality } from '../domain/verdicts/run-report.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult, SessionSummary } from '../domain/verdicts/session-result.ts';

/**
 * The run as one JSON document: the run's result with `quality`, and in `sessions`, ordered by key, each session with its
 * whole scores. Each session and each score carries `fixed`, what was held fixed, and `quality`. Transcripts stay where
 * they are stored; `file` says where. Sessions are written one at a time. One that has no stored outcome is listed with
 * what the run knows of it. Control characters, bidi marks and lone surrogates come out as escapes. `RunReport` is its
 * shape, and `schemas/` has it for others.
 */
export function jsonReporter(): FileFormat {
  return { name: 'json', write: writeDocument };
}

async function* writeDocument(run: RunResult, sessions: AsyncIterable<SessionResult>): AsyncIterable<string> {
  const { version, sessions: summaries, ...rest } = run;
  const head = forJson({ version, quality: qualityOf(summaries), ...rest }).slice(0, -1);
  yield `${head},"sessions":[`;
  let separator = '\n';
  let next = 0;
  for await (const session of sessions) {
    for (let known = summaries[next]; known && compareKeys(known.key, session.key) < 0; known = summaries[next]) {
      yield separator + forJson(known);
      separator = ',\n';
      next += 1;
    }
    const summary = summaries[next];
    const isKnown = summary !== undefined && compareKeys(summary.key, session.key) === 0;
    if (isKnown) next += 1;
    yield separator + forJson(documentOf(session, isKnown ? summary.file : undefined));
    separator = ',\n';
  }
  for (const summary of summaries.slice(next)) {
    yield separator + forJson(summary);
    separator = ',\n';
  }
  yield '\n]}\n';
}

function documentOf({ transcript: _, scores, ...outcome }: SessionResult, file: string | undefined): ReportedSession {
  const { fixed, quality } = outcome;
  return {
    ...outcome,
    scores: scores.map((score) => ({ ...score, fixed, quality })),
    ...(file === undefined ? {} : { file }),
  };
}

function qualityOf(sessions: readonly SessionSummary[]): RunQuality {
  const qualities = new Set(sessions.flatMap(({ scores }) => scores.map(({ quality }) => quality)));
  const [first, ...others] = qualities;
  if (first === undefined) return 'unknown';
  return others.length === 0 ? first : 'mixed';
}
