import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { EndReason } from '../domain/transcript/end-reason.ts';
import { ToolErrorKind } from '../domain/transcript/tool-call.ts';
import { FixedInput, TranscriptEvent } from '../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { Evidence, Finding, Stage } from '../domain/verdicts/evidence.ts';
import { Verdict } from '../domain/verdicts/verdict.ts';

/** The words of the format itself. One of them as a secret would protect nothing and make the file unreadable. */
const WORDS: ReadonlySet<string> = new Set([
  'session_outcome',
  ...TranscriptEvent.options.map((option) => option.shape.type.value),
  ...[EndReason, ToolErrorKind, FixedInput, Stage, Verdict].flatMap((words) => [...words.options]),
  ...[...Evidence.shape.kind.options, ...Finding.shape.severity.options],
  ...['parsed', 'unparsable', 'ok', 'error', 'world', 'reported', 'simulated', 'fork', 'import', 'unknown'],
  ...['read', 'write', 'harness', 'model', 'scored', 'not_applicable', 'unscored', 'errored', 'user', 'agent', 'judge'],
  ...['add', 'replace', 'remove', 'invariant', 'policy', 'volunteered', 'elicited', 'met', 'lost', 'interrupted'],
]);
/** Fields of a record that name it, or count; they hold nothing that somebody said. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'version',
  'seq',
  'turn',
  'turns',
  'key',
  'seed',
  'id',
  'timings',
]);

/** The record without secrets; the same object when it holds none. What makes it readable again stays. */
export function redactRecord<T extends object>(record: T, redactor: SecretRedactor): T {
  const whole = record as unknown as JsonValue;
  const redacted = redactor.redactValue(whole);
  if (redacted === whole) return record;
  const kept = keepWords(record, redacted) as Record<string, unknown>;
  const structure = Object.entries(record).filter(([field]) => STRUCTURE.has(field));
  return { ...kept, ...Object.fromEntries(structure) } as T;
}

function keepWords(before: unknown, after: unknown): unknown {
  if (before === after) return after;
  if (typeof before === 'string') return WORDS.has(before) ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) return after.map((item, index) => keepWords(before[index], item));
  if (!isRecord(before) || !isRecord(after)) return after;
  const entries = Object.entries(after).map(([key, value]) => [key, keepWords(before[key], value)]);
  return Object.fromEntries(entries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
