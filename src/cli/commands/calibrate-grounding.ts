import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { UsageError } from '../../domain/errors.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { figuresText } from '../../scorers/grounding/calibration/figures-text.ts';
import { groundingFigures, measureAnswers } from '../../scorers/grounding/calibration/grounding-figures.ts';
import { readGroundingLabels } from '../../scorers/grounding/calibration/read-grounding-labels.ts';
import { storeError } from '../../store/store-error.ts';
import type { Terminal } from '../terminal.ts';

export type CalibrateGroundingOptions = {
  json?: boolean;
  /** The least kappa. */
  minKappa?: number;
};

/** Measures the rules of grounding by answers that people labelled; asks no model. Returns the exit code. */
export async function calibrateGrounding(
  file: string,
  { json = false, minKappa }: CalibrateGroundingOptions,
  terminal: Terminal,
): Promise<number> {
  const text = await readFile(resolve(terminal.cwd, file), 'utf8').catch((cause: unknown) => {
    throw new UsageError(`\`${file}\`: ${storeError('read', file, cause).message}`);
  });
  const { labels, problems } = readGroundingLabels(text, file);
  if (problems.length > 0) throw new UsageError(`${file} cannot be used:`, problems);
  const figures = groundingFigures(measureAnswers(labels));
  terminal.out(json ? `${forJson(figures, { indent: 2 })}\n` : `${forTerminal(figuresText(figures))}\n`);
  if (minKappa === undefined) return EXIT.ok;
  const kappa = figures.whole.kappa?.value;
  if (kappa !== undefined && kappa >= minKappa) return EXIT.ok;
  terminal.err(
    kappa === undefined
      ? `Kappa cannot be told, since all labels are of one kind, and ${minKappa} is asked for.\n`
      : `Kappa is ${kappa.toFixed(2)}, and at least ${minKappa} is asked for.\n`,
  );
  return EXIT.lost;
}
