import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { type FileFormatName, fileFormats } from '../../reporters/files/file-formats.ts';
import type { Telling } from '../../reporters/files/session-story.ts';
import { writeDocument } from '../../store/write-document.ts';

/** `--junit FILE` and the like, as the command line gives them. */
export type ReportFlags = Partial<Record<FileFormatName, string>>;

const NAMES = Object.keys(fileFormats) as FileFormatName[];

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
  redact(text: string): string;
};

/** Writes every report that was asked for. One that cannot be written is a sentence in the answer, and stops no other. */
export async function writeReportFiles(flags: ReportFlags, context: ReportFileContext): Promise<readonly string[]> {
  const { cwd, run, sessions, telling, redact } = context;
  const refused: string[] = [];
  for (const { name, file } of wantedFiles(flags)) {
    try {
      const format = await fileFormats[name](telling);
      const pieces = redacted(format.write(run, sessions()), redact);
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

function wantedFiles(flags: ReportFlags): readonly { name: FileFormatName; file: string }[] {
  return NAMES.flatMap((name) => {
    const file = flags[name];
    return file === undefined ? [] : [{ name, file }];
  });
}

async function* redacted(pieces: AsyncIterable<string>, redact: (text: string) => string): AsyncIterable<string> {
  for await (const piece of pieces) yield redact(piece);
}
