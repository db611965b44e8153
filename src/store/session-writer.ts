import type { SessionWriter } from '../domain/contracts/run-store.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import type { TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { SessionOutcome } from '../domain/verdicts/session-result.ts';
import type { AppendFile } from './append-file.ts';
import type { BlobReference, BlobStore } from './journal/blob-store.ts';
import { moveOutResult } from './journal/large-results.ts';
import { sealLine } from './journal/sealed-line.ts';
import { jsonLine } from './json-line.ts';
import { redactRecord } from './redact-record.ts';

export type SessionWriterContext = {
  file: AppendFile;
  /** Name of the file, relative to the run's folder. */
  name: string;
  redactor: SecretRedactor;
  /** Takes what is too large for a line. */
  blobs: BlobStore;
  /** Bounds how many files are synced at a time. */
  inLane: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * One line an event, then a line with the outcome. Events go to disk when the agent has yielded back, or at once when
 * the last write is a moment ago; the outcome only after all of them, and with it the file is synced: a file that ends
 * with an outcome holds a whole session.
 */
export function sessionWriter({ file, name, redactor, blobs, inLane }: SessionWriterContext): SessionWriter {
  let isOpen = true;
  const references: BlobReference[] = [];
  const close = (): void => {
    if (!isOpen) throw new Error(`\`${name}\` is already finished`);
    isOpen = false;
  };
  return {
    append(event) {
      if (!isOpen) throw new Error(`\`${name}\` is already finished: \`${event.type}\` comes too late`);
      // Hashed without its secrets, so that the name of the file says nothing of them.
      const { record, reference } = moveOutResult(redactRecord(event, redactor), blobs);
      if (reference !== undefined) references.push(reference);
      file.add(sealLine(jsonLine(record)));
      if (endsTurn(event)) file.flush();
    },
    async finish(outcome) {
      close();
      file.add(sealLine(jsonLine(redactRecord(outcomeLine(outcome), redactor))));
      await inLane(async () => {
        await blobs.sync(references);
        await file.sync();
      });
      return name;
    },
    async abandon() {
      if (!isOpen) return;
      close();
      file.flush();
    },
  };
}

function endsTurn(event: TranscriptEvent): boolean {
  return (event.type === 'agent_message' && event.final) || event.type === 'session_ended';
}

function outcomeLine(outcome: SessionOutcome): { type: 'session_outcome' } & SessionOutcome {
  // A result of a session is an outcome with a transcript, which stands in the lines above already.
  const { transcript: _, ...rest } = outcome as SessionOutcome & { transcript?: unknown };
  return { type: 'session_outcome', ...rest };
}
