import { readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { withMeasuredJudge } from '../../domain/authoring/calibration.ts';
import type { Config } from '../../domain/authoring/config.ts';
import { pickModel } from '../../domain/authoring/pick-model.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { ChatModel, ModelAccess } from '../../domain/contracts/chat-model.ts';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { seedOf, stableHash } from '../../domain/values/hash.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { createBudgetBook } from '../../llm/budget/budget-book.ts';
import { createModelAccess } from '../../llm/model-access.ts';
import {
  type CalibrationReport,
  calibrationReport,
  measuredJudge,
} from '../../scorers/judge/calibration/calibration-report.ts';
import { judgeLabels, type LabelledTalk } from '../../scorers/judge/calibration/judge-labels.ts';
import { type JudgeLabel, readLabels } from '../../scorers/judge/calibration/read-labels.ts';
import { calibrationText } from '../../scorers/judge/calibration/report-text.ts';
import { talkTranscript } from '../../scorers/judge/calibration/talk-transcript.ts';
import { readSession } from '../../store/read-session.ts';
import { shownPath } from '../../store/run-layout.ts';
import { storeError } from '../../store/store-error.ts';
import { readProject } from '../open-project.ts';
import { calibrationPath, readCalibration } from '../read-calibration.ts';
import type { Terminal } from '../terminal.ts';

export type CalibrateOptions = {
  /** Name of a model in the config. */
  model?: string;
  /** Where to write; the config's `calibration`, or `calibration.json`, where absent. */
  out?: string;
  json?: boolean;
  /** Odd; default 1. */
  votes?: number;
  /** Talks at the same time; default 4. */
  concurrency?: number;
  /** The least kappa, labels that were not judged counted as judged wrong. */
  minKappa?: number;
  config?: string;
};

type Chosen = { name: string; model: ChatModel };

/** Measures a judge by labels of people, prints how often it is right and writes it down; returns the exit code. */
export async function calibrateJudge(
  file: string,
  options: CalibrateOptions,
  terminal: Terminal,
  { access: given }: { access?: ModelAccess } = {},
): Promise<number> {
  const { votes = 1 } = options;
  if (votes % 2 === 0) throw new UsageError(`\`--votes ${votes}\`: votes must be odd, so that there is a majority`);
  const { config, root, problems } = await readProject({ cwd: terminal.cwd, wanted: [], config: options.config });
  const access = given ?? judgeAccess(config);
  const chosen = pickModel(config.models ?? {}, { role: 'judge', wanted: options.model });
  if (chosen === undefined) throw noJudge(problems, options.model, Object.keys(config.models ?? {}));
  const path = calibrationPath(root, config.calibration);
  const out = options.out === undefined ? path : resolve(terminal.cwd, options.out);
  const known = await readCalibration(out, terminal.cwd);
  const { labels, text } = await loadLabels(file, terminal.cwd);
  const talks = await loadTalks(labels, { file: resolve(terminal.cwd, file), shown: file });
  const labelsHash = stableHash(text);
  const report = await measure(talks, { chosen, config, access, votes, labelsHash, options, terminal });
  if (report === undefined) {
    terminal.err('Interrupted: the labels were not all judged, and nothing is written.\n');
    return EXIT.interrupted;
  }
  const measured = measuredJudge(report, { labelsHash, measuredAt: new Date().toISOString() });
  if (measured !== undefined) {
    await writeFile(out, `${JSON.stringify(withMeasuredJudge(known, measured), null, 2)}\n`).catch((cause: unknown) => {
      throw storeError('write', out, cause);
    });
  }
  const written = measured === undefined ? undefined : shownPath(out, terminal.cwd);
  return tell(report, { written, isNamed: out === path, options, terminal });
}

/** The judge's budget of the config holds here too; a budget that is spent leaves the rest of the labels unjudged. */
function judgeAccess({ budgets = {}, prices = {} }: Config): ModelAccess {
  const { judge } = budgets;
  const book = createBudgetBook({
    budgets: judge === undefined ? {} : { judge },
    prices,
    now: () => performance.now(),
  });
  return createModelAccess({ budgets: book, prices });
}

function noJudge(problems: readonly Problem[], name: string | undefined, known: readonly string[]): UsageError {
  // A config that could not be read names no models; its mistakes are what has to be mended.
  const errors = problems.filter(
    ({ severity, code }) => severity === 'error' && code !== 'no-scenarios' && code !== 'no-such-file',
  );
  if (errors.length > 0)
    return new UsageError(errors.length === 1 ? '1 mistake:' : `${errors.length} mistakes:`, errors);
  const what = name === undefined ? 'the config names no model that judges' : `the config has no model \`${name}\``;
  return new UsageError(what, [
    {
      severity: 'error',
      code: 'no-judge',
      path: 'models',
      message:
        name === undefined
          ? 'expected a model named `judge` or `default`, or a single one'
          : `known are ${known.length === 0 ? 'none' : known.map((one) => `\`${one}\``).join(', ')}`,
    },
  ]);
}

async function loadLabels(file: string, cwd: string): Promise<{ labels: readonly JudgeLabel[]; text: string }> {
  const text = await readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new UsageError(`\`${file}\`: ${storeError('read', file, cause).message}`);
  });
  const { labels, problems } = readLabels(text, file);
  if (problems.length > 0) throw new UsageError(`${file} cannot be used:`, problems);
  return { labels, text };
}

/** Gathers the labels by talk and turn, in the order of the file. */
async function loadTalks(
  labels: readonly JudgeLabel[],
  { file, shown }: { file: string; shown: string },
): Promise<LabelledTalk[]> {
  const groups = new Map<string, JudgeLabel[]>();
  for (const label of labels) {
    const name = JSON.stringify([label.transcript, label.turn ?? null]);
    groups.set(name, [...(groups.get(name) ?? []), label]);
  }
  const problems: Problem[] = [];
  const talks = await Promise.all(
    [...groups].map(async ([name, group]): Promise<LabelledTalk | undefined> => {
      const [first] = group;
      if (first === undefined) return undefined;
      const place = { file: shown, line: first.line, column: 1 };
      try {
        const transcript = await loadTranscript(first, file);
        if (first.turn !== undefined && !transcript.some(({ turn }) => turn === first.turn)) {
          throw new UsageError(`turn ${first.turn} is not in this talk`);
        }
        return { name: stableHash(name), transcript, turn: first.turn, labels: group };
      } catch (error) {
        const message = safeErrorText(error).message;
        problems.push({ severity: 'error', code: 'unusable-transcript', place, path: 'transcript', message });
        return undefined;
      }
    }),
  );
  if (problems.length > 0) {
    throw new UsageError(
      `${shown} cannot be used:`,
      problems.toSorted((a, b) => (a.place?.line ?? 0) - (b.place?.line ?? 0)),
    );
  }
  return talks.filter((talk) => talk !== undefined);
}

async function loadTranscript({ transcript, line }: JudgeLabel, file: string): Promise<Transcript> {
  if (typeof transcript !== 'string') {
    return talkTranscript(transcript, {
      key: { scenario: 'calibration', variant: 'default', trial: line },
      source: 'labels',
    });
  }
  const stored = await readSession(resolve(dirname(file), transcript));
  return stored.status === 'finished' ? stored.result.transcript : stored.transcript;
}

type Measuring = {
  chosen: Chosen;
  config: Config;
  access: ModelAccess;
  votes: number;
  labelsHash: string;
  options: CalibrateOptions;
  terminal: Terminal;
};

/** Undefined when a person interrupted it: half the labels would be another sample. */
async function measure(
  talks: readonly LabelledTalk[],
  { chosen, config, access, votes, labelsHash, options, terminal }: Measuring,
): Promise<CalibrationReport | undefined> {
  const { guard } = terminal;
  const { name, model } = chosen;
  const seed = config.seed ?? 0;
  guard.enter({ at: 'sessions', open: () => [] });
  try {
    const { outcomes, requests } = await judgeLabels(talks, {
      openJudge: (talk) => {
        const key = { scenario: 'calibration', variant: 'default', trial: talks.indexOf(talk) };
        const session = access.open(model, { role: 'judge', key, seed: seedOf(seed, 'calibration', talk.name) });
        return { name: model.name, session, calibrationOf: () => undefined };
      },
      seed,
      votes,
      concurrency: options.concurrency ?? 4,
      signal: guard.interrupted,
    });
    return calibrationReport(outcomes, { model: model.name, name, votes, requests, labelsHash });
  } catch (error) {
    if (guard.interrupted.aborted) return undefined;
    throw error;
  }
}

function tell(
  report: CalibrationReport,
  {
    written,
    isNamed,
    options,
    terminal,
  }: { written: string | undefined; isNamed: boolean; options: CalibrateOptions; terminal: Terminal },
): number {
  const { code, verdict } = judgeReport(report, { minKappa: options.minKappa, isWritten: written !== undefined });
  if (options.json === true) terminal.out(`${forJson(report, { indent: 2 })}\n`);
  else {
    terminal.out(`${forTerminal(calibrationText(report))}\n`);
    if (written !== undefined) {
      const hint = isNamed ? '' : `; name it in the config: \`calibration: '${written}'\``;
      terminal.out(`\nWritten to ${forTerminal(written)}${forTerminal(hint)}\n`);
    }
  }
  if (verdict !== undefined) terminal.err(`${forTerminal(verdict)}\n`);
  return code;
}

function judgeReport(
  report: CalibrationReport,
  { minKappa, isWritten }: { minKappa: number | undefined; isWritten: boolean },
): { code: number; verdict?: string } {
  if (report.judged === 0)
    return { code: EXIT.invalid, verdict: 'No label was judged, so that nothing is known of this judge.' };
  if (minKappa === undefined && isWritten) return { code: EXIT.ok };
  if (minKappa === undefined) {
    return { code: EXIT.invalid, verdict: 'Labels of one kind measure nothing, so nothing is written.' };
  }
  const kappa = report.worstCase.kappa?.value;
  if (kappa === undefined) return { code: EXIT.lost, verdict: `Kappa cannot be told, and ${minKappa} is asked for.` };
  if (kappa >= minKappa) return { code: EXIT.ok };
  return {
    code: EXIT.lost,
    verdict: `Kappa is ${kappa.toFixed(2)} in the worst case, and at least ${minKappa} is asked for.`,
  };
}
