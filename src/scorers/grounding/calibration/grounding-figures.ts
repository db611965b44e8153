import type { Figure } from '../../../domain/authoring/calibration.ts';
import { seedOf } from '../../../domain/values/hash.ts';
import {
  type AgreementTable,
  balancedAccuracy,
  balancedAccuracyInterval,
  sensitivity,
  specificity,
} from '../../../statistics/agreement-table.ts';
import { correctedRate } from '../../../statistics/corrected-rate.ts';
import { kappaInterval, kappaOf } from '../../../statistics/kappa-interval.ts';
import { wilsonInterval } from '../../../statistics/wilson-interval.ts';
import { checkGrounding } from '../check/check-grounding.ts';
import type { GroundedClaim } from '../check/grounded-claim.ts';
import type { GroundingLabel } from './read-grounding-labels.ts';

/** A labelled answer and what rules find in it. */
export type MeasuredAnswer = {
  id: string;
  label: GroundingLabel['label'];
  language: string;
  findings: readonly GroundedClaim[];
};

/** How far rules and people agree, unfaithful answers being what is looked for; absent where it cannot be said. */
export type GroundingAgreement = {
  name: string;
  answers: number;
  unfaithful: number;
  flagged: number;
  sensitivity?: Figure;
  specificity?: Figure;
  balancedAccuracy?: Figure;
  kappa?: Figure;
};

/** A kind of finding: how often it stands in an answer that people call unfaithful. */
export type ReasonAgreement = { reason: string; answers: number; unfaithful: number; precision: Figure };

export type GroundingFigures = {
  whole: GroundingAgreement;
  byLanguage: readonly GroundingAgreement[];
  byReason: readonly ReasonAgreement[];
  /** The rate of unfaithful answers, corrected for what is overlooked and for false alarms; absent where rules only guess. */
  correctedRate?: number;
  overlooked: readonly string[];
  alarms: readonly { id: string; reason: string; text: string }[];
};

/** Judges labelled answers by rules. */
export function measureAnswers(labels: readonly GroundingLabel[]): readonly MeasuredAnswer[] {
  return labels.map(({ id, label, language, input }) => ({
    id,
    label,
    language,
    findings: checkGrounding(input).claims.filter(
      ({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported',
    ),
  }));
}

/** What the answers say of the rules. The intervals of kappa are drawn from a fixed seed. */
export function groundingFigures(measured: readonly MeasuredAnswer[]): GroundingFigures {
  const whole = agreementOf('all', measured);
  const languages = [...new Set(measured.map(({ language }) => language))].sort();
  const found = { sensitivity: whole.sensitivity?.value, specificity: whole.specificity?.value };
  const corrected =
    found.sensitivity === undefined || found.specificity === undefined
      ? undefined
      : correctedRate(whole.flagged / whole.answers, {
          sensitivity: found.sensitivity,
          specificity: found.specificity,
        });
  return {
    whole,
    byLanguage: languages.map((language) =>
      agreementOf(
        language,
        measured.filter((one) => one.language === language),
      ),
    ),
    byReason: reasonsOf(measured),
    ...(corrected === undefined ? {} : { correctedRate: corrected }),
    overlooked: measured.flatMap(({ id, label, findings }) =>
      label === 'unfaithful' && findings.length === 0 ? [id] : [],
    ),
    alarms: measured.flatMap(({ id, label, findings: [first] }) =>
      label === 'faithful' && first !== undefined ? [{ id, reason: first.reason, text: first.text }] : [],
    ),
  };
}

function agreementOf(name: string, measured: readonly MeasuredAnswer[]): GroundingAgreement {
  const count = (label: GroundingLabel['label'], isFlagged: boolean): number =>
    measured.filter((one) => one.label === label && one.findings.length > 0 === isFlagged).length;
  const table: AgreementTable = {
    truePositives: count('unfaithful', true),
    falseNegatives: count('unfaithful', false),
    trueNegatives: count('faithful', false),
    falsePositives: count('faithful', true),
  };
  const unfaithful = table.truePositives + table.falseNegatives;
  return {
    name,
    answers: measured.length,
    unfaithful,
    flagged: table.truePositives + table.falsePositives,
    ...figure('sensitivity', sensitivity(table), wilsonInterval(table.truePositives, unfaithful)),
    ...figure('specificity', specificity(table), wilsonInterval(table.trueNegatives, measured.length - unfaithful)),
    ...figure('balancedAccuracy', balancedAccuracy(table), balancedAccuracyInterval(table)),
    ...figure('kappa', kappaOf(table), kappaInterval(table, { seed: seedOf('grounding', name) })),
  };
}

function figure<Name extends string>(
  name: Name,
  value: number | undefined,
  interval: { low: number; high: number } | undefined,
): Partial<Record<Name, Figure>> {
  if (value === undefined || interval === undefined) return {};
  return { [name]: { value, low: interval.low, high: interval.high } } as Partial<Record<Name, Figure>>;
}

function reasonsOf(measured: readonly MeasuredAnswer[]): ReasonAgreement[] {
  const reasons = [...new Set(measured.flatMap(({ findings }) => findings.map(({ reason }) => reason)))].sort();
  return reasons.map((reason) => {
    const flagged = measured.filter(({ findings }) => findings.some((finding) => finding.reason === reason));
    const unfaithful = flagged.filter(({ label }) => label === 'unfaithful').length;
    const { low, high } = wilsonInterval(unfaithful, flagged.length);
    return {
      reason,
      answers: flagged.length,
      unfaithful,
      precision: { value: unfaithful / flagged.length, low, high },
    };
  });
}
