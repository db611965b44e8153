import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { appendFile } from '../append-file.ts';
import type { FileSystem } from '../file-system.ts';
import { jsonLine } from '../json-line.ts';
import { redactRecord } from '../redact-record.ts';
import { storeError } from '../store-error.ts';

/** A result or a plan: one value, and a list that may be long. */
type Document = { sessions: readonly object[] };

/** Writes a JSON document without secrets. The file appears whole or not at all. */
export async function writeDocument(
  path: string,
  document: Document,
  context: { fs: FileSystem; redactor: SecretRedactor; now: () => number },
): Promise<void> {
  const { fs } = context;
  const draft = `${path}.part`;
  try {
    fs.rmSync(draft, { force: true });
    const file = appendFile(draft, context);
    for (const line of documentLines(document, context.redactor)) file.add(line);
    await file.sync();
    fs.renameSync(draft, path);
  } catch (cause) {
    try {
      fs.rmSync(draft, { force: true });
    } catch {
      // The refusal that brought us here is the one to tell.
    }
    throw storeError('write', path, cause);
  }
}

/** One JSON document with a line for each session: a large run is written piece by piece, and a diff stays readable. */
function* documentLines({ sessions, ...rest }: Document, redactor: SecretRedactor): Generator<string> {
  const head = jsonLine(redactRecord(rest, redactor)).slice(0, -1);
  if (sessions.length === 0) {
    yield `${head},"sessions":[]}`;
    return;
  }
  yield `${head},"sessions":[`;
  for (const [index, session] of sessions.entries()) {
    const line = jsonLine(redactRecord(session, redactor));
    yield index < sessions.length - 1 ? `${line},` : line;
  }
  yield ']}';
}
