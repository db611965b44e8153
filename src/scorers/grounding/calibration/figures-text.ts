import type { Figure } from '../../../domain/authoring/calibration.ts';
import { countText } from '../../text/value-text.ts';
import type { GroundingAgreement, GroundingFigures } from './grounding-figures.ts';

const MOST_NAMED = 10;

/** The figures as people read them. Ids and texts come from files: not yet safe to show. */
export function figuresText({
  whole,
  byLanguage,
  byReason,
  correctedRate,
  overlooked,
  alarms,
}: GroundingFigures): string {
  const rate = whole.answers === 0 ? 0 : whole.flagged / whole.answers;
  return [
    `Rules of grounding: ${countText(whole.answers, 'answer')}, ${whole.unfaithful} of them unfaithful as people see them`,
    '',
    ...agreementLines(whole),
    ...byLanguage
      .filter(({ answers }) => byLanguage.length > 1 && answers > 0)
      .flatMap((one) => ['', ...agreementLines(one)]),
    '',
    `  ${'reason'.padEnd(24)}${'answers'.padEnd(9)}of them unfaithful`,
    ...byReason.map(
      ({ reason, answers, precision }) => `  ${reason.padEnd(24)}${String(answers).padEnd(9)}${figureText(precision)}`,
    ),
    '',
    `Found unfaithful: ${percent(rate)}. ${correctedRate === undefined ? 'Rules that agree no better than chance give no corrected rate.' : `Corrected for what is overlooked and for false alarms: ${percent(correctedRate)}.`}`,
    ...named('Overlooked', overlooked),
    ...named(
      'False alarms',
      alarms.map(({ id, reason, text }) => `${id} (${reason}: “${text.slice(0, 60)}”)`),
    ),
  ].join('\n');
}

const ROWS = [
  ['sensitivity', 'sensitivity', 'of unfaithful answers, found'],
  ['specificity', 'specificity', 'of faithful answers, left alone'],
  ['balancedAccuracy', 'balanced accuracy', 'mean of the two; guessing is 0.50'],
  ['kappa', "Cohen's kappa", 'agreement beyond chance'],
] as const;

function agreementLines(agreement: GroundingAgreement): string[] {
  const head = `  ${agreement.name} (${countText(agreement.answers, 'answer')})`;
  return [
    head,
    ...ROWS.map(([name, title, meaning]) => `  ${title.padEnd(24)}${figureText(agreement[name]).padEnd(24)}${meaning}`),
  ];
}

function figureText(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  return `${figure.value.toFixed(2)} (${figure.low.toFixed(2)} to ${figure.high.toFixed(2)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function named(title: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const more = items.length - MOST_NAMED;
  return [`${title}: ${items.slice(0, MOST_NAMED).join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
}
