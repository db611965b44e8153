import type { Figure, MeasuredJudge } from '../../../domain/authoring/calibration.ts';
import { JUDGE_PROMPT_VERSION, judgePromptHash } from '../../../domain/prompts/judge-prompt.ts';
import { seedOf } from '../../../domain/values/hash.ts';
import {
  type AgreementTable,
  balancedAccuracy,
  balancedAccuracyInterval,
  sensitivity,
  specificity,
} from '../../../statistics/agreement-table.ts';
import { kappaInterval, kappaOf } from '../../../statistics/kappa-interval.ts';
import { wilsonInterval } from '../../../statistics/wilson-interval.ts';
import type { LabelOutcome } from './judge-labels.ts';

/** Fewer labels of a kind than this, and the intervals say little. */
export const MIN_LABELS_OF_A_KIND = 20;

type Names = 'sensitivity' | 'specificity' | 'balancedAccuracy' | 'kappa';
/** Absent where it cannot be said, such as kappa when all labels are of one kind. */
export type Figures = { [Name in Names]?: Figure };

export type CalibrationReport = {
  /** Name that the model gives itself. */
  model: string;
  /** What the config calls it. */
  name: string;
  promptVersion: number;
  promptHash: string;
  votes: number;
  /** Requests to the judge. */
  requests: number;
  labels: number;
  met: number;
  notMet: number;
  judged: number;
  cannotTell: number;
  errored: number;
  /** Of the labels that were judged. */
  figures: Figures;
  /** The same with every label that was not judged counted as judged wrong. */
  worstCase: Figures;
  mistakes: readonly { id: string; label: 'met' | 'not_met' }[];
  leftOut: readonly { id: string; verdict: 'cannot_tell' | 'errored'; problem: string }[];
  warnings: readonly string[];
};

export type ReportContext = { model: string; name: string; votes: number; requests: number; labelsHash: string };

/** What the outcomes say of the judge. The intervals of kappa are drawn from a seed that the labels give. */
export function calibrationReport(outcomes: readonly LabelOutcome[], context: ReportContext): CalibrationReport {
  const { labelsHash, ...head } = context;
  const seed = seedOf('calibration', labelsHash);
  const judged = outcomes.filter(({ verdict }) => verdict === 'met' || verdict === 'not_met');
  const count = (verdict: LabelOutcome['verdict']): number => outcomes.filter((one) => one.verdict === verdict).length;
  const counts = {
    labels: outcomes.length,
    met: outcomes.filter(({ label }) => label === 'met').length,
    notMet: outcomes.filter(({ label }) => label === 'not_met').length,
    judged: judged.length,
    cannotTell: count('cannot_tell'),
    errored: count('errored'),
  };
  const figures = figuresOf(tableOf(judged), seed);
  return {
    ...head,
    promptVersion: JUDGE_PROMPT_VERSION,
    promptHash: judgePromptHash,
    ...counts,
    figures,
    worstCase: figuresOf(tableOf(outcomes), seed),
    mistakes: judged.filter(({ verdict, label }) => verdict !== label).map(({ id, label }) => ({ id, label })),
    leftOut: outcomes.flatMap((one) =>
      'problem' in one ? [{ id: one.id, verdict: one.verdict, problem: one.problem }] : [],
    ),
    warnings: warningsOf(counts, figures),
  };
}

/** A label that was not judged counts as judged wrong. */
function tableOf(outcomes: readonly LabelOutcome[]): AgreementTable {
  const count = (label: LabelOutcome['label'], isRight: boolean): number =>
    outcomes.filter((one) => one.label === label && (one.verdict === label) === isRight).length;
  return {
    truePositives: count('met', true),
    falseNegatives: count('met', false),
    trueNegatives: count('not_met', true),
    falsePositives: count('not_met', false),
  };
}

function figuresOf(table: AgreementTable, seed: number): Figures {
  const { truePositives, falseNegatives, trueNegatives, falsePositives } = table;
  const parts: [Names, number | undefined, { low: number; high: number } | undefined][] = [
    ['sensitivity', sensitivity(table), wilsonInterval(truePositives, truePositives + falseNegatives)],
    ['specificity', specificity(table), wilsonInterval(trueNegatives, trueNegatives + falsePositives)],
    ['balancedAccuracy', balancedAccuracy(table), balancedAccuracyInterval(table)],
    ['kappa', kappaOf(table), kappaInterval(table, { seed })],
  ];
  return Object.fromEntries(
    parts.flatMap(([name, value, interval]) =>
      value === undefined || interval === undefined ? [] : [[name, { value, low: interval.low, high: interval.high }]],
    ),
  );
}

function warningsOf(
  { labels, met, notMet, judged }: Pick<CalibrationReport, 'labels' | 'met' | 'notMet' | 'judged'>,
  { kappa }: Figures,
): string[] {
  const few = (
    [
      ['met', met],
      ['not_met', notMet],
    ] as const
  ).filter(([, count]) => count < MIN_LABELS_OF_A_KIND);
  const leftOut = labels - judged;
  return [
    ...few.map(
      ([name, count]) =>
        `only ${count} of the labels ${count === 1 ? 'is' : 'are'} \`${name}\`; with fewer than ${MIN_LABELS_OF_A_KIND} of each kind the intervals are too wide to rely on`,
    ),
    ...(leftOut * 10 > labels
      ? [`${leftOut} of ${labels} labels were not judged; the figures say nothing of them`]
      : []),
    ...(kappa === undefined && judged > 0
      ? [
          'the labels that were judged are of one kind, so that agreement cannot be told from chance: nothing is written',
        ]
      : []),
  ];
}

/** The report as the calibration file keeps it; undefined when a figure is missing. */
export function measuredJudge(
  report: CalibrationReport,
  { labelsHash, measuredAt }: { labelsHash: string; measuredAt: string },
): MeasuredJudge | undefined {
  const { sensitivity, specificity, balancedAccuracy, kappa } = report.figures;
  if (sensitivity === undefined || specificity === undefined || balancedAccuracy === undefined || kappa === undefined) {
    return undefined;
  }
  const { model, name, promptVersion, promptHash, labels, met, notMet, cannotTell, errored, votes } = report;
  return {
    model,
    name,
    promptVersion,
    promptHash,
    measuredAt,
    labelsHash,
    labels,
    met,
    notMet,
    cannotTell,
    errored,
    votes,
    sensitivity,
    specificity,
    balancedAccuracy,
    kappa,
  };
}
