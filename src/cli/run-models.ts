import { resolve } from 'node:path';
import type { Budgets } from '../domain/authoring/budgets.ts';
import { calibrationOf } from '../domain/authoring/calibration.ts';
import type { Config } from '../domain/authoring/config.ts';
import { pickModel } from '../domain/authoring/pick-model.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { JudgeCalibration } from '../domain/contracts/scorer.ts';
import { UsageError } from '../domain/errors.ts';
import type { Redactor } from '../domain/redaction.ts';
import { type SessionKey, sessionPath } from '../domain/transcript/session-key.ts';
import { countOf } from '../domain/values/quantities.ts';
import type { SessionResult } from '../domain/verdicts/session-result.ts';
import { createBudgetBook } from '../llm/budget/budget-book.ts';
import { type Cassette, type CassetteMode, createCassette } from '../llm/cassette/cassette.ts';
import { describeUnusedSessions } from '../llm/cassette/describe-unused.ts';
import { createModelAccess } from '../llm/model-access.ts';
import type { PlannedSession } from '../runs/plan-run.ts';
import type { SuiteOptions } from '../runs/run-suite.ts';
import { openCassetteFile } from '../store/cassette-file.ts';
import { calibrationPath, readCalibration } from './read-calibration.ts';
import type { RunOptions } from './run-options.ts';
import { openSessionBooks } from './session-books.ts';

/** What a run needs to reach models, and what is to be told of it at the end. */
export type RunModels = {
  /** For `runSuite`. */
  suite: Pick<SuiteOptions, 'models' | 'openJudge' | 'onSessionScored' | 'outsideNotes' | 'maxWallMs' | 'prices'>;
  budgets: Budgets;
  /** Undefined without recordings. */
  cassetteMode: CassetteMode | undefined;
  /** Takes in what a session asked that ended before this process began. */
  recall(result: SessionResult): void;
  /** Closes the cassette; returns what makes the run invalid. To be called when no session runs any more. */
  finish(): Promise<readonly string[]>;
  /** Closes the cassette where `finish` was not reached, so that what was recorded is kept. Never rejects. */
  letGo(): Promise<void>;
};

export type ModelContext = {
  config: Config;
  /** Absolute. */
  root: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  clock: Clock;
  redactor: Redactor;
  sessions: readonly PlannedSession[];
  /** Whether the project has no other sessions. */
  isWholeProject: boolean;
  /** The command that records one session. */
  recordCommand(key: SessionKey, place: string): string;
};

/** Puts budgets and the cassette before the models of a run. Throws `UsageError` for files and flags that cannot be used. */
export async function openRunModels(options: RunOptions, context: ModelContext): Promise<RunModels> {
  const { config, clock, root, sessions } = context;
  const budgets = budgetsOf(config, options);
  const limits = new Map(sessions.map(({ key, scenario }) => [sessionPath(key), scenario.limits]));
  const book = createBudgetBook({
    budgets,
    prices: config.prices ?? {},
    now: () => clock.now(),
    limitsOf: (key) => limits.get(sessionPath(key)),
  });
  const notes = new Set<string>();
  const calibration = await readCalibration(calibrationPath(root, config.calibration), context.cwd);
  const opened = await openCassette(options, context, notes);
  const cassette = opened?.cassette;
  const models = createModelAccess({ budgets: book, cassette, prices: config.prices ?? {}, bySession: true });
  const books = openSessionBooks({ budgets: book, cassette, models });
  const { ended } = books;
  let closing: Promise<readonly string[]> | undefined;
  const suite: RunModels['suite'] = {
    models,
    maxWallMs: budgets.run?.maxWallMs,
    prices: config.prices,
    openJudge(session, wanted) {
      const found = pickModel(config.models ?? {}, { role: 'judge', wanted });
      if (found === undefined) return undefined;
      const { model } = found;
      return {
        name: model.name,
        session: models.open(model, { role: 'judge', ...session }),
        calibrationOf(promptHash) {
          const known =
            calibration === undefined ? undefined : calibrationOf(calibration, { model: model.name, promptHash });
          if (known !== undefined && isThin(known)) books.note(session.key, thinNote(model.name, known));
          return known;
        },
      };
    },
    onSessionScored: books.close,
    outsideNotes: () => [...notes, ...(opened === undefined ? [] : notesOf(opened, ended))],
  };
  return {
    suite,
    budgets,
    cassetteMode: cassette?.mode,
    recall: books.recall,
    finish() {
      closing ??= closeCassette(opened, ended);
      return closing;
    },
    async letGo() {
      closing ??= closeCassette(opened, ended);
      // Whoever waited for `finish` has been told; else the error that keeps the run from its end is the one to tell.
      await closing.catch(() => {});
    },
  };
}

/** Flags before the config. */
function budgetsOf({ budgets = {} }: Config, options: RunOptions): Budgets {
  const { maxCost, maxTokens, judgeMaxCost, judgeMaxTokens, timeout } = options;
  const given = (budget: Budgets['run']): Budgets['run'] =>
    Object.fromEntries(Object.entries(budget ?? {}).filter(([, value]) => value !== undefined));
  return {
    ...budgets,
    run: { ...budgets.run, ...given({ maxCostUsd: maxCost, maxTokens, maxWallMs: timeout }) },
    judge: { ...budgets.judge, ...given({ maxCostUsd: judgeMaxCost, maxTokens: judgeMaxTokens }) },
  };
}

type CassetteChoice = { mode: CassetteMode; path: string; shown: string };

type OpenedCassette = {
  cassette: Cassette;
  isStrict: boolean;
  /** What is told of recordings of sessions that are not planned; `isWrong` where it makes the run invalid. */
  unplanned: { told: readonly string[]; isWrong: boolean };
};

/** Throws `UsageError` for recordings that cannot be used. */
async function openCassette(
  options: RunOptions,
  context: ModelContext,
  notes: Set<string>,
): Promise<OpenedCassette | undefined> {
  const choice = chooseCassette(options, context);
  // A dry run leaves no file behind, not even a lock.
  if (choice === undefined || (options.dryRun === true && choice.mode !== 'replay')) return undefined;
  const { mode, path, shown } = choice;
  const { redactor, isWholeProject: isWhole } = context;
  const cassette = createCassette({
    store: await openCassetteFile({
      path,
      place: shown,
      access: mode === 'replay' ? 'read' : 'write',
      onNote: (note) => void notes.add(note),
    }),
    mode,
    redactor,
    recordCommand: (key) => context.recordCommand(key, shown),
  });
  try {
    const keys = context.sessions.map(({ key }) => key);
    await cassette.check(keys);
    const others = await cassette.unusedSessions(keys);
    const told = others.length === 0 ? [] : [describeUnusedSessions(others, { place: shown, isWhole })];
    const strict = isStrict(options, context);
    return { cassette, isStrict: strict, unplanned: { told, isWrong: strict && isWhole } };
  } catch (error) {
    // What is wrong with the recordings is what matters; nothing was recorded yet.
    await cassette.close().catch(() => {});
    throw error;
  }
}

type CassetteFlags = Pick<RunOptions, 'cassette' | 'cassetteMode' | 'strict'>;

/** The recordings that flags, or else the config, name, and how they are used. Throws `UsageError` for flags that disagree. */
export function chooseCassette(
  options: CassetteFlags,
  { config, root, cwd, env }: Pick<ModelContext, 'config' | 'root' | 'cwd' | 'env'>,
): CassetteChoice | undefined {
  const { cassette: given, cassetteMode: mode } = options;
  const named = given ?? config.cassette;
  if (named === undefined) {
    const flag =
      mode !== undefined && mode !== 'off' ? '--cassette-mode' : options.strict === true ? '--strict' : undefined;
    if (flag === undefined) return undefined;
    throw new UsageError(`\`${flag}\` is about recordings, and no \`--cassette\` names them`);
  }
  if (mode === 'off') {
    if (options.strict === true)
      throw new UsageError(
        '`--strict` needs recordings, and `--cassette-mode off` forgets them: leave one of them out',
      );
    return undefined;
  }
  if (named.trim() === '') throw new UsageError('`--cassette` is empty: name a file or a folder');
  if (options.strict === true && mode !== undefined && mode !== 'replay')
    throw new UsageError(`\`--strict\` asks no model, and \`--cassette-mode ${mode}\` does: leave one of them out`);
  const path = given === undefined ? resolve(root, named) : resolve(cwd, named);
  return { mode: mode ?? (isStrict(options, { env }) ? 'replay' : 'record'), path, shown: named };
}

/** Under CI nobody is there to look at a new recording. */
export function isStrict({ strict, cassetteMode }: CassetteFlags, { env }: Pick<ModelContext, 'env'>): boolean {
  if (strict !== undefined) return strict;
  const isCi = env.CI !== undefined && env.CI !== '' && env.CI !== 'false' && env.CI !== '0';
  return isCi && (cassetteMode === undefined || cassetteMode === 'replay');
}

const NOTHING_RECORDED =
  'nothing was recorded: no agent, user or judge asked a model that Rehearsal opened. An agent with a client of its own gives it `modelFetch(model, context)`';

/** Fewer labels say hardly anything, and so does a judge that agrees with people little more than by chance. */
const FEW_LABELS = 20;
const LOW_KAPPA = 0.4;

function isThin({ labels, kappa }: JudgeCalibration): boolean {
  return labels < FEW_LABELS || kappa < LOW_KAPPA;
}

function thinNote(model: string, { labels, kappa }: JudgeCalibration): string {
  const measured = `was measured on ${countOf(labels, 'label')}, with a kappa of ${kappa.toFixed(2)}`;
  return `the judge \`${model}\` ${measured}: too little to rely on`;
}

async function closeCassette(
  opened: OpenedCassette | undefined,
  ended: readonly SessionKey[],
): Promise<readonly string[]> {
  if (opened === undefined) return [];
  const { cassette, isStrict, unplanned } = opened;
  await cassette.close();
  const { recorded, replayed } = cassette.counts();
  const isEmpty = cassette.mode === 'refresh' && recorded === 0 && replayed === 0;
  return [
    ...(isEmpty ? [NOTHING_RECORDED] : []),
    ...cassette.problems(),
    ...(isStrict ? cassette.unused(ended) : []),
    ...(unplanned.isWrong ? unplanned.told : []),
  ];
}

function notesOf({ cassette, isStrict, unplanned }: OpenedCassette, ended: readonly SessionKey[]): readonly string[] {
  const { replayed, recorded } = cassette.counts();
  const counted = [
    ...(replayed > 0 ? [`${countOf(replayed, 'answer')} of models came from recordings, at no cost`] : []),
    ...(recorded > 0 ? [`${countOf(recorded, 'answer')} of models ${recorded === 1 ? 'was' : 'were'} recorded`] : []),
  ];
  return [
    ...counted,
    ...cassette.notes(),
    ...(isStrict ? [] : cassette.unused(ended)),
    ...(unplanned.isWrong ? [] : unplanned.told),
  ];
}
