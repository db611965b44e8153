import type { FileFormat } from '../../domain/contracts/reporter.ts';
import type { Telling } from './session-story.ts';

/** Reports that are written to a file, by the name of their flag; each is loaded when it is asked for. */
export const fileFormats = {
  junit: async (telling) => (await import('./junit-report.ts')).junitReport(telling),
  markdown: async (telling) => (await import('./markdown-report.ts')).markdownReport(telling),
  csv: async (telling) => (await import('./csv-report.ts')).csvReport(telling),
} satisfies Record<string, (telling: Telling) => Promise<FileFormat>>;

export type FileFormatName = keyof typeof fileFormats;
