import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Reporter } from '../domain/contracts/reporter.ts';
import type { SecretRedactor } from '../domain/contracts/secret-redactor.ts';
import { StoreError, UsageError } from '../domain/errors.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { otlpReporter } from '../reporters/spans/otlp-lines.ts';
import { redactRecord } from '../store/redact-record.ts';

export type OtelFileOptions = { cwd: string; content: boolean; redactor: SecretRedactor };

/** Writes the spans of a run to a file, secrets taken out before. Throws `StoreError` when the file cannot be made. */
export function otelFileReporter(file: string, { cwd, content, redactor }: OtelFileOptions): Reporter {
  const descriptor = openFile(resolve(cwd, file), file);
  const spans = otlpReporter({ content, write: (line) => void writeSync(descriptor, line) });
  return {
    name: 'otel-file',
    onSessionEnd: (result) => spans.onSessionEnd?.(redactRecord(result, redactor)),
    onRunEnd: () => closeSync(descriptor),
  };
}

/** Makes the folder too. A file that holds something else is not overwritten: it was named by mistake. */
function openFile(path: string, shown: string): number {
  try {
    if (existsSync(path) && !holdsSpans(path)) {
      throw new UsageError(`\`${shown}\` exists and holds no spans: give \`--otel-file\` another name`);
    }
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'w');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new StoreError(`\`${shown}\` cannot be written: ${safeErrorText(cause).message}`, { path, cause });
  }
}

function holdsSpans(path: string): boolean {
  const { size } = statSync(path);
  return size === 0 || readFileSync(path, 'utf8').startsWith('{"resourceSpans":');
}
