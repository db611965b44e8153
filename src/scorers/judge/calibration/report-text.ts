import type { Figure } from '../../../domain/authoring/calibration.ts';
import { countText, listText } from '../../text/value-text.ts';
import type { CalibrationReport } from './calibration-report.ts';

const MOST_NAMED = 10;

/** The report as people read it. Ids and problems come from files and models: not yet safe to show. */
export function calibrationText(report: CalibrationReport): string {
  const { model, name, promptVersion, labels, met, notMet, votes } = report;
  const voting = votes === 1 ? '' : `, ${votes} votes each`;
  const head = [
    `Judge \`${name}\`${name === model ? '' : ` (${model})`}, instructions ${promptVersion}: ${countText(labels, 'label')}${voting}`,
    `  ${met} met, ${notMet} not met`,
  ];
  return [
    ...head,
    '',
    ...tableLines(report),
    '',
    ...leftOutLines(report),
    ...mistakeLines(report),
    ...warningLines(report),
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

const ROWS = [
  ['sensitivity', 'sensitivity', 'of what is met, judged so'],
  ['specificity', 'specificity', 'of what is not met, judged so'],
  ['balancedAccuracy', 'balanced accuracy', 'mean of the two; guessing is 0.50'],
  ['kappa', "Cohen's kappa", 'agreement beyond chance'],
] as const;

function tableLines({ figures, worstCase }: CalibrationReport): string[] {
  const head = `  ${''.padEnd(19)}${'value'.padEnd(8)}${'95 % interval'.padEnd(17)}worst case`;
  const rows = ROWS.map(([name, title, meaning]) => {
    const figure = figures[name];
    return `  ${title.padEnd(19)}${valueText(figure).padEnd(8)}${intervalText(figure).padEnd(17)}${valueText(worstCase[name]).padEnd(12)}${meaning}`;
  });
  return [head, ...rows];
}

function valueText(figure: Figure | undefined): string {
  return figure === undefined ? '–' : figure.value.toFixed(2);
}

function intervalText(figure: Figure | undefined): string {
  return figure === undefined ? '–' : `${figure.low.toFixed(2)} to ${figure.high.toFixed(2)}`;
}

function leftOutLines({ labels, judged, cannotTell, errored, leftOut }: CalibrationReport): string[] {
  if (judged === labels) return ['Every label was judged.'];
  const share = Math.round(((labels - judged) / labels) * 100);
  const told = leftOut
    .slice(0, MOST_NAMED)
    .map(({ id, verdict, problem }) => `  ${id} (${verdict.replace('_', ' ')}): ${problem}`);
  const more = leftOut.length - told.length;
  return [
    `Not judged, and not in the values: ${labels - judged} of ${labels} (${share} %), ${cannotTell} cannot tell and ${errored} errored.`,
    'The worst case counts them as judged wrong.',
    ...told,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function mistakeLines({ mistakes }: CalibrationReport): string[] {
  if (mistakes.length === 0) return [];
  const told = mistakes
    .slice(0, MOST_NAMED)
    .map(({ id, label }) => `${id} (${label === 'met' ? 'is met, judged not met' : 'is not met, judged met'})`);
  const more = mistakes.length - told.length;
  return [`Judged wrong: ${listText([...told, ...(more > 0 ? [`${more} more`] : [])])}.`];
}

function warningLines({ warnings }: CalibrationReport): string[] {
  return warnings.map((warning) => `warning: ${warning}`);
}
