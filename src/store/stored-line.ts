import { z } from 'zod';
import { TRANSCRIPT_VERSION, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { SessionOutcome } from '../domain/verdicts/session-result.ts';
import type { BlobReference } from './journal/blob-store.ts';
import { referenceIn } from './journal/large-results.ts';

const StoredOutcome = SessionOutcome.extend({ type: z.literal('session_outcome') });
const EVENT_TYPES: readonly string[] = TranscriptEvent.options.map((option) => option.shape.type.value);

/** What one line of a stored session says. */
export type StoredLine =
  | { kind: 'event'; event: TranscriptEvent }
  /** An event whose large value has to be read first: `putBackResult`, then `readRecord`. */
  | { kind: 'reference'; reference: BlobReference; value: object }
  | { kind: 'outcome'; outcome: SessionOutcome }
  | { kind: 'problem'; code: string; path: string; message: string; details?: readonly string[]; hint?: string };

/** Reads one line. What passes is kept as it was parsed, so that writing it again gives the same bytes. */
export function readLine(text: string): StoredLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return problem('not-json', `not JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return readRecord(value);
}

/** Reads what a line holds. */
export function readRecord(value: unknown): StoredLine {
  if (typeof value !== 'object' || value === null) return problem('not-an-event', 'expected an object with a `type`');
  const type: unknown = 'type' in value ? value.type : undefined;
  if (type === 'session_outcome') return readOutcome(value);
  if (typeof type !== 'string' || !EVENT_TYPES.includes(type)) return unknownType(type);
  if (type === 'session_started' && 'version' in value) {
    const { version } = value;
    if (typeof version === 'number' && version > TRANSCRIPT_VERSION) return newerVersion(version);
  }
  const reference = referenceIn(value);
  if (reference !== undefined) return { kind: 'reference', reference, value };
  const parsed = TranscriptEvent.safeParse(value);
  if (!parsed.success) return invalid(`\`${type}\``, parsed.error);
  return { kind: 'event', event: value as TranscriptEvent };
}

function readOutcome(value: object): StoredLine {
  const parsed = StoredOutcome.safeParse(value);
  if (!parsed.success) return invalid('`session_outcome`', parsed.error);
  const { type: _, ...outcome } = value as z.infer<typeof StoredOutcome>;
  return { kind: 'outcome', outcome };
}

function problem(code: string, message: string): StoredLine {
  return { kind: 'problem', code, path: '', message };
}

function unknownType(type: unknown): StoredLine {
  if (typeof type !== 'string') return problem('not-an-event', 'expected an object with a `type`');
  const known = [...EVENT_TYPES, 'session_outcome'];
  const nearest = nearestName(type, known);
  return {
    kind: 'problem',
    code: 'unknown-event',
    path: 'type',
    message: `unknown event type \`${type}\`.`,
    details: [`Known types: ${known.map((name) => `\`${name}\``).join(', ')}.`],
    ...(nearest === undefined ? {} : { hint: `did you mean \`${nearest}\`?` }),
  };
}

function newerVersion(version: number): StoredLine {
  return {
    kind: 'problem',
    code: 'newer-version',
    path: 'version',
    message: `written in format ${version}; this version of Rehearsal reads up to format ${TRANSCRIPT_VERSION}.`,
    hint: 'read it with the version that wrote it, or a later one.',
  };
}

function invalid(what: string, error: z.ZodError): StoredLine {
  const [first] = error.issues;
  const path = first?.path.map(String).join('.') ?? '';
  return {
    kind: 'problem',
    code: 'invalid-event',
    path,
    message: `not a valid ${what}: ${first?.message ?? 'unknown'}`,
  };
}
