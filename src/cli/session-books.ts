import type { EndReason } from '../domain/transcript/end-reason.ts';
import { type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import type { BudgetBook } from '../llm/budget/budget-book.ts';
import type { Cassette } from '../llm/cassette/cassette.ts';
import type { RunModelAccess } from '../llm/model-access.ts';
import type { ScoredSession } from '../runs/run-planned.ts';

/** What models, budgets and recordings know of each session. */
export type SessionBooks = {
  /** Notes something of a session that is being scored. */
  note(key: SessionKey, note: string): void;
  /** Closes the books of a session: what is to be kept with it. */
  close(key: SessionKey, endReason: EndReason): Promise<ScoredSession>;
  /** Takes in the books of a session that ended before this process began. */
  recall(result: SessionResult): void;
  /** Sessions that came to an end of their own. */
  ended: readonly SessionKey[];
};

export function openSessionBooks({
  budgets,
  cassette,
  models,
}: {
  budgets: BudgetBook;
  cassette: Cassette | undefined;
  models: RunModelAccess;
}): SessionBooks {
  const notes = new Map<string, Set<string>>();
  const ended: SessionKey[] = [];
  return {
    ended,
    note(key, note) {
      const path = sessionPath(key);
      notes.set(path, (notes.get(path) ?? new Set()).add(note));
    },
    async close(key, endReason) {
      budgets.endSession(key);
      const wasCutOff = !cameToItsEnd(endReason);
      const recording = await cassette?.endSession(key, { wasCutOff });
      if (!wasCutOff) ended.push(key);
      const spent = models.takeSession(key);
      const told = notes.get(sessionPath(key));
      notes.delete(sessionPath(key));
      const hasUse = spent.models.length > 0 || recording !== undefined;
      return {
        ...(hasUse ? { use: { ...spent, ...(recording === undefined ? {} : { recording }) } } : {}),
        ...(told === undefined ? {} : { notes: [...told] }),
      };
    },
    recall({ key, endReason, use }) {
      if (cameToItsEnd(endReason)) ended.push(key);
      if (use === undefined) return;
      budgets.charge(use.charges);
      const replayed = use.models.reduce((sum, one) => sum + (one.replayed ?? 0), 0);
      if (use.recording !== undefined) cassette?.recall(key, use.recording, replayed);
    },
  };
}

/** What was cut off from outside could not ask all that was recorded. */
function cameToItsEnd(reason: EndReason): boolean {
  return reason !== 'aborted' && reason !== 'budget' && reason !== 'infrastructure_error';
}
