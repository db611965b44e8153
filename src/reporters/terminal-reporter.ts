import type { Reporter, RunPlan } from '../domain/contracts/reporter.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import type { RunResult } from '../domain/verdicts/run-result.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import { comparisonLines } from './comparison/comparison-lines.ts';
import { matrixLines } from './matrix/matrix-lines.ts';
import { replayCommand } from './replay-command.ts';
import { renderRouting } from './routing-table.ts';
import { checkList } from './terminal/check-list.ts';
import { failureReport } from './terminal/failure-report.ts';
import { countOf } from './terminal/numbers.ts';
import { type Palette, paletteOf } from './terminal/palette.ts';
import { countEnd, type Progress, progressText, startProgress } from './terminal/progress-line.ts';
import { runSummary, shortFailures } from './terminal/run-summary.ts';
import { scenarioBoard } from './terminal/scenario-board.ts';
import { screenOf } from './terminal/screen.ts';
import { toldFailures } from './terminal/told-failures.ts';
import { groundingOfTrials } from './terminal/totals/grounding-of-trials.ts';
import { modelUse } from './terminal/totals/model-use.ts';
import { userNotes } from './terminal/user-notes.ts';

export type TerminalReporterOptions = {
  write(text: string): void;
  /** A line can be rewritten in place. */
  isTty: boolean;
  /** Width of the terminal; what is narrower than 40 is taken as 40. */
  columns: number;
  /** Whether to colour; the caller knows the stream, `NO_COLOR` and `FORCE_COLOR`. */
  colors: boolean;
  /**
   * `quiet`: only scenarios that did not pass, and the summary · `normal` · `verbose`: every check of every session, and
   * every failure in full, with the whole conversation.
   */
  verbosity?: 'quiet' | 'normal' | 'verbose';
};

export type TerminalReporter = Reporter & {
  /** Lets somebody else write to the same terminal, so that the line which is rewritten does not tear their text. */
  aside(text: string, write: () => void): void;
};

const MAX_TOLD = 10;
/** A run of this size without a terminal tells its progress in tenths. */
const LARGE_RUN = 50;

/**
 * Tells a run to a person: progress, a line for each scenario in the order of the plan, with the place where it failed, the
 * first ten sessions that did not pass in full and the others in a line each, which tool was called for what, the grounding of repeated scenarios by turn,
 * what models were asked, and a summary. The first ten are the first by
 * name, failed before invalid, so that the report does not depend on which session ended first. Nothing that an agent, user
 * or tool said reaches the terminal as it was.
 */
export function terminalReporter(options: TerminalReporterOptions): TerminalReporter {
  let telling = tellRun({ sessions: [] }, options);
  return {
    name: 'terminal',
    aside: (text, write) => telling.screen.aside(text, write),
    onRunStart(plan) {
      telling = tellRun(plan, options);
      telling.start(plan);
    },
    onSessionStart(key) {
      telling.progress.running += 1;
      telling.progress.latest = key;
      telling.screen.redraw();
    },
    onSessionEnd: (result) => telling.take(result),
    onRunEnd: (run) => telling.end(run),
  };
}

/** What is told of one run; the plan is empty when nobody announced it. */
function tellRun(plan: Pick<RunPlan, 'sessions'> & Partial<RunPlan>, options: TerminalReporterOptions) {
  const { isTty, verbosity = 'normal' } = options;
  const columns = Math.max(40, options.columns);
  const palette = paletteOf(options.colors);
  const { seed, directory, replay = (key) => replayCommand(key, { seed }) } = plan;
  const progress = startProgress(plan.sessions.length);
  const screen = screenOf(progress, { write: options.write, isTty, columns });
  const isWhole = verbosity === 'verbose';
  const repeated = new Set(
    plan.sessions.flatMap(({ key }) => (key.trial > 0 ? [`${key.scenario}/${key.variant}`] : [])),
  );
  const isRepeated = ({ scenario, variant }: SessionKey): boolean => repeated.has(`${scenario}/${variant}`);
  const detailsOf = (result: SessionResult): readonly string[] => {
    const { verdict, key, scores } = result;
    // The report of a session that did not pass lists its checks.
    if (!isWhole || verdict !== 'passed') return [];
    const lines = [
      ...checkList(scores, { columns: columns - 4, palette }),
      ...userNotes(result, { columns: columns - 4, palette, isWhole }),
    ].map((line) => `  ${line}`);
    return isRepeated(key) ? [`trial ${key.trial}`, ...lines] : lines;
  };
  const board = scenarioBoard(plan, { columns, palette, isQuiet: verbosity === 'quiet', detailsOf });
  const told = toldFailures(isWhole ? Number.POSITIVE_INFINITY : MAX_TOLD, (result) =>
    failureReport(result, { columns, palette, replay, directory, isWhole, isRepeated: isRepeated(result.key) }),
  );
  return {
    progress,
    screen,
    start({ sessions }: RunPlan): void {
      if (verbosity === 'quiet' || sessions.length === 0) return;
      const scenarios = new Set(sessions.map(({ key }) => key.scenario)).size;
      screen.print([`${countOf(scenarios, 'scenario')}, ${countOf(sessions.length, 'session')}, seed ${seed}`, '']);
    },
    take(result: SessionResult): void {
      countEnd(progress, result.verdict);
      if (result.verdict !== 'passed') told.add(result);
      const lines = [...board.add(result), ...(isTty || verbosity === 'quiet' ? [] : tenthOf(progress, columns))];
      if (lines.length > 0) screen.print(lines);
      else screen.redraw();
    },
    end(run: RunResult): void {
      const short = shortFailures(run, told.has, { columns, palette, replay });
      const rest = board.rest();
      const look = { columns, palette };
      const blocks = [
        ...told.reports(),
        short,
        ...(run.routing ?? []).map((table) => renderRouting(table, { ...look, most: MAX_TOLD, replay })),
        groundingOfTrials(run, look),
        ...besideOthers(run, look),
        modelUse(run.models ?? [], { ...look, verbose: verbosity === 'verbose' }),
        runSummary(run, { directory, ...look }),
      ];
      const text = blocks.filter((block) => block.length > 0).map((block) => `${block.join('\n')}\n`);
      const gap = board.hasTold() ? '\n' : '';
      screen.end(`${rest.map((line) => `${line}\n`).join('')}${gap}${text.join('\n')}`);
    },
  };
}

/** The agents of a run side by side, and the run beside an earlier one. */
function besideOthers({ matrix, comparison }: RunResult, look: { columns: number; palette: Palette }): string[][] {
  return [
    matrix === undefined ? [] : matrixLines(matrix, look),
    comparison === undefined ? [] : comparisonLines(comparison, look),
  ];
}

/** A line at every tenth of a large run, for logs in which nothing else moves. */
function tenthOf(progress: Progress, columns: number): string[] {
  const { total, ended } = progress;
  if (total < LARGE_RUN || ended === total) return [];
  const isTenth = Math.floor((ended * 10) / total) > Math.floor(((ended - 1) * 10) / total);
  return isTenth ? [`… ${progressText({ ...progress, latest: undefined }, columns - 2)}`] : [];
}
