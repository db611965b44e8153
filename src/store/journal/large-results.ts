import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { FileSystem } from '../file-system.ts';
import { codeOf, storeError } from '../store-error.ts';
import { BlobReference, type BlobStore, blobFile } from './blob-store.ts';

/** A tool's result whose JSON is longer is stored beside the journal. */
export const MAX_INLINE_BYTES = 64 * 1024;

/** The event as it is written, without secrets: a large result stands in it as a reference. */
export function moveOutResult(
  event: TranscriptEvent,
  blobs: BlobStore,
): { record: object; reference?: BlobReference | undefined } {
  if (event.type !== 'tool_result' || event.result.outcome.status !== 'ok') return { record: event };
  const json = JSON.stringify(event.result.outcome.content);
  // A character takes a byte or more.
  if (json.length <= MAX_INLINE_BYTES && Buffer.byteLength(json) <= MAX_INLINE_BYTES) return { record: event };
  const reference = blobs.keep(json);
  return {
    record: { ...event, result: { ...event.result, outcome: { status: 'ok', blob: reference } } },
    reference,
  };
}

/** The reference in a stored event; undefined where the event stands there whole. */
export function referenceIn(value: unknown): BlobReference | undefined {
  const outcome = memberOf(memberOf(value, 'result'), 'outcome');
  const parsed = BlobReference.safeParse(memberOf(outcome, 'blob'));
  return memberOf(value, 'type') === 'tool_result' && parsed.success ? parsed.data : undefined;
}

/** The event with its result in the place of the reference. */
export function putBackResult(value: object, content: JsonValue): object {
  const { result } = value as { result: object };
  return { ...value, result: { ...result, outcome: { status: 'ok', content } } };
}

/**
 * Reads a large value; a problem where the file is not there or does not hold what was written. Rejects with `StoreError`
 * when the disk refuses.
 */
export async function readBlob(
  directory: string,
  reference: BlobReference,
  fs: FileSystem,
): Promise<{ content: JsonValue } | { problem: string }> {
  const file = blobFile(directory, reference);
  const bytes = await fs.promises.readFile(file).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw storeError('read', file, cause);
  });
  if (bytes === undefined) return { problem: `the large result is not there: \`${file}\` is missing` };
  if (hash('sha256', bytes, 'hex') !== reference.sha256)
    return { problem: `the large result is not what was written: \`${file}\` was changed or damaged` };
  return { content: JSON.parse(bytes.toString('utf8')) as JsonValue };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
