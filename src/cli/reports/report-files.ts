import { resolve } from 'node:path';
import type { SecretRedactor } from '../../domain/contracts/secret-redactor.ts';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { type FileFormatName, fileFormats } from '../../reporters/files/file-formats.ts';
import type { Telling } from '../../reporters/files/session-story.ts';
import { redactRecord } from '../../store/redact-record.ts';
import { writeDocument } from '../../store/write-document.ts';
import { readPage } from '../read-page.ts';

type ReportName = FileFormatName | 'html';
/** `--junit FILE` and the like, as the command line gives them. */
export type ReportFlags = Partial<Record<ReportName, string>>;

const NAMES = [...(Object.keys(fileFormats) as FileFormatName[]), 'html'] as const;

/** Throws `UsageError` for a report without a name, and for two that would be the same file. */
export function refuseReportFiles(flags: ReportFlags, cwd: string): void {
  const taken = new Map<string, string>();
  for (const { name, file } of wantedFiles(flags)) {
    if (file.trim() === '') throw new UsageError(`\`--${name}\` is empty: name a file, or leave it out`);
    const path = resolve(cwd, file);
    const other = taken.get(path);
    if (other !== undefined) throw new UsageError(`\`--${other}\` and \`--${name}\` name the same file, \`${file}\``);
    taken.set(path, name);
  }
}

export function wantsReportFiles(flags: ReportFlags): boolean {
  return wantedFiles(flags).length > 0;
}

export type ReportFileContext = {
  cwd: string;
  run: RunResult;
  /** The sessions of the run, as often as they are asked for. */
  sessions(): AsyncIterable<SessionResult>;
  telling: Telling;
  redactor: SecretRedactor;
};

/** Writes every report that was asked for. One that cannot be written is a sentence in the answer, and stops no other. */
export async function writeReportFiles(flags: ReportFlags, context: ReportFileContext): Promise<readonly string[]> {
  const { cwd, run } = context;
  const refused: string[] = [];
  for (const { name, file } of wantedFiles(flags)) {
    try {
      const pieces = name === 'html' ? await htmlPieces(context) : await textPieces(name, context);
      await writeDocument(resolve(cwd, file), pieces, { mark: run.id.slice(-20) });
    } catch (error) {
      refused.push(`\`--${name}\`: ${reasonOf(error)}`);
    }
  }
  return refused;
}

/** A mistake of ours shows where it is. */
function reasonOf(error: unknown): string {
  const { message, stack } = safeErrorText(error);
  const isKnown = error instanceof Error && (error.name === 'StoreError' || error.name === 'UsageError');
  return isKnown ? message : (stack ?? message);
}

function wantedFiles(flags: ReportFlags): readonly { name: ReportName; file: string }[] {
  return NAMES.flatMap((name) => {
    const file = flags[name];
    return file === undefined ? [] : [{ name, file }];
  });
}

async function textPieces(name: FileFormatName, context: ReportFileContext): Promise<AsyncIterable<string>> {
  const { run, sessions, telling, redactor } = context;
  const format = await fileFormats[name](telling);
  return redacted(format.write(run, sessions()), (piece) => redactor.redact(piece));
}

/** The page as it is going to be written. Secrets leave what it is made of: in compressed data nobody finds them. */
export async function htmlPieces({
  run,
  sessions,
  redactor,
}: Pick<ReportFileContext, 'run' | 'sessions' | 'redactor'>): Promise<AsyncIterable<string>> {
  const { htmlReport } = await import('../../reporters/html/html-report.ts');
  const format = htmlReport({ page: await readPage() });
  const clean = redacted(sessions(), (session) => redactRecord(session, redactor));
  return format.write(redactRecord(run, redactor), clean);
}

async function* redacted<T>(pieces: AsyncIterable<T>, redact: (piece: T) => T): AsyncIterable<T> {
  for await (const piece of pieces) yield redact(piece);
}
