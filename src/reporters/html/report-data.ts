import type { Comparison } from '../../domain/verdicts/comparison.ts';
import type { Stage } from '../../domain/verdicts/evidence.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { Verdict } from '../../domain/verdicts/verdict.ts';

/** What sessions of one scenario have in common. */
export type SessionGroup = {
  scenario: string;
  variant: string;
  title: string;
  tags: readonly string[];
  /** Absent where no persona spoke, or the session is not stored. */
  persona?: string | undefined;
  /** Passed at some times and failed at others. */
  isFlaky: boolean;
};

/** A session as the list shows it. */
export type SessionRow = {
  /** Position in `groups`. */
  group: number;
  trial: number;
  verdict: Verdict;
  turns: number;
  /** The first thing that went wrong, or why the session is no valid test; absent where it passed. */
  trouble?: { message: string; stage?: Stage | undefined; turn?: number | undefined } | undefined;
  /** Block and position of the whole session; absent when it is not stored. */
  at?: readonly [block: number, position: number] | undefined;
};

/** What the page knows before a session is opened. */
export type ReportData = Pick<
  RunResult,
  | 'id'
  | 'seed'
  | 'startedAt'
  | 'durationMs'
  | 'totals'
  | 'scenarios'
  | 'gate'
  | 'models'
  | 'missing'
  | 'problems'
  | 'notes'
  | 'statistics'
> & {
  grounding: RunResult['grounding'];
  /** Mean of the scenarios' pass rates, each counted alike; the interval is absent where too little is known for one. */
  rate?: { mean: number; low?: number | undefined; high?: number | undefined; scenarios: number } | undefined;
  groups: readonly SessionGroup[];
  sessions: readonly SessionRow[];
  comparison?: Comparison | undefined;
};

/** Ids of elements that hold data; the page looks for them. */
export const REPORT_ID = 'report-data';
export const blockId = (block: number): string => `sessions-${block}`;
