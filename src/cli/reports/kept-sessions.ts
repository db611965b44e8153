import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { compareKeys } from '../../domain/transcript/session-key.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { redactRecord } from '../../store/redact-record.ts';

/** Which sessions of a run that is not stored are needed once more when it is over. */
export type Keeping = {
  /** Outcomes of all. */
  outcomes: boolean;
  /** Transcripts of all. */
  transcripts: boolean;
  /** Those that did not pass, with their transcripts. */
  failures: boolean;
};

/** Sessions in memory, without secrets; as few and as little of each as is needed. */
export function keptSessions(keeping: Keeping, redactor: SecretRedactor) {
  const kept: SessionResult[] = [];
  return {
    take(result: SessionResult): void {
      const isTold = keeping.failures && result.verdict !== 'passed';
      if (!isTold && !keeping.outcomes && !keeping.transcripts) return;
      const transcript = isTold || keeping.transcripts ? result.transcript : [];
      kept.push({ ...redactRecord({ ...result, transcript }, redactor) });
    },
    /** As a store hands them out. */
    async *read(): AsyncIterable<SessionResult> {
      yield* kept.toSorted((a, b) => compareKeys(a.key, b.key));
    },
  };
}
