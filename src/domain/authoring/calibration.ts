import { z } from 'zod';
import type { JudgeCalibration } from '../contracts/scorer.ts';
import { safeErrorText } from '../values/safe-error.ts';

/** Version of the calibration file; a reader refuses another one. */
export const CALIBRATION_VERSION = 1;

/** An estimate with its 95 % interval. */
export const Figure = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
export type Figure = z.infer<typeof Figure>;

/** How well one judge agreed with people, by one version of the instructions. */
export const MeasuredJudge = z.strictObject({
  /** Name that the model gives itself. */
  model: z.string().min(1),
  /** What the config called it. */
  name: z.string(),
  promptVersion: z.int().min(1),
  promptHash: z.string().min(1),
  /** ISO 8601, UTC. */
  measuredAt: z.string(),
  /** Hash of the file of labels. */
  labelsHash: z.string(),
  /** Labels in the file, and of those the ones that the judge could not tell or that came to nothing. */
  labels: z.int().min(1),
  met: z.int().min(0),
  notMet: z.int().min(0),
  cannotTell: z.int().min(0),
  errored: z.int().min(0),
  /** Votes on each label. */
  votes: z.int().min(1),
  /** Of the labels that were judged. Rates from 0 to 1, kappa from -1 to 1. */
  sensitivity: Figure,
  specificity: Figure,
  balancedAccuracy: Figure,
  kappa: Figure,
});
export type MeasuredJudge = z.infer<typeof MeasuredJudge>;

/** What `rehearsal calibrate` writes and the config's `calibration` names: at most one entry a judge and prompt. */
export const Calibration = z.strictObject({ version: z.literal(CALIBRATION_VERSION), judges: z.array(MeasuredJudge) });
export type Calibration = z.infer<typeof Calibration>;

/** Reads the text of a calibration file; `problem` says in a few words why it is none. */
export function readCalibrationText(
  text: string,
): { status: 'read'; calibration: Calibration } | { status: 'unusable'; problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    return { status: 'unusable', problem: safeErrorText(cause, { plain: true }).message };
  }
  const parsed = Calibration.safeParse(value);
  if (parsed.success) return { status: 'read', calibration: parsed.data };
  const [issue] = parsed.error.issues;
  return { status: 'unusable', problem: `${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'unknown'}` };
}

/**
 * What is known of a judge by these instructions, whatever the config calls it. Undefined for one that was measured by
 * others, or not at all.
 */
export function calibrationOf(
  { judges }: Calibration,
  { model, promptHash }: { model: string; promptHash: string },
): JudgeCalibration | undefined {
  const found = judges.find((one) => one.model === model && one.promptHash === promptHash);
  if (found === undefined) return undefined;
  const { labels, cannotTell, errored, balancedAccuracy, kappa } = found;
  return { labels: labels - cannotTell - errored, balancedAccuracy: balancedAccuracy.value, kappa: kappa.value };
}

/** The same file with this judge in it; what was known of it by the same instructions is replaced. */
export function withMeasuredJudge(calibration: Calibration | undefined, measured: MeasuredJudge): Calibration {
  const others = (calibration?.judges ?? []).filter(
    ({ model, promptHash }) => model !== measured.model || promptHash !== measured.promptHash,
  );
  const judges = [...others, measured].toSorted((a, b) => (a.model < b.model ? -1 : a.model > b.model ? 1 : 0));
  return { version: CALIBRATION_VERSION, judges };
}
