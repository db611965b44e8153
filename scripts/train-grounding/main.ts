import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ANSWER_FEATURES } from '../../src/scorers/grounding/combiner/answer-features.ts';
import { balancedAccuracy } from '../../src/statistics/agreement-table.ts';
import { readItems } from '../conformance/grounding/read-items.ts';
import { measureAnswer } from './measure-answers.ts';
import { type Combiner, crossValidate, type Guess, trainCombiner } from './train-combiner.ts';

/**
 * Learns the combiner from the labelled answers of a folder in the shared format, and prints what it reaches on groups that
 * it has not seen: `npm run train:grounding -- DIR`. With `--write` the weights replace those of the source.
 */
const FILES = ['labelled-begin', 'labelled-mtrag', 'labelled-halueval', 'labelled-uhgeval'];
const TARGET = fileURLToPath(new URL('../../src/scorers/grounding/combiner/combiner-weights.ts', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('which folder? `npm run train:grounding -- DIR`');
  process.exitCode = 2;
} else {
  const examples = FILES.flatMap((file) => readItems(folder, `${file}.jsonl`)).map(measureAnswer);
  const figures = figuresOf(crossValidate(examples));
  for (const figure of figures) console.log(figure);
  if (values.write) writeFileSync(TARGET, sourceOf(trainCombiner(examples), figures));
}

function figuresOf(guesses: readonly Guess[]): string[] {
  const sets = [...new Set(guesses.map(({ example }) => example.set))];
  return sets.map((set) => {
    const own = guesses.filter(({ example }) => example.set === set);
    const count = (isUnfaithful: boolean, isFlagged: boolean): number =>
      own.filter((guess) => guess.example.isUnfaithful === isUnfaithful && guess.isFlagged === isFlagged).length;
    const accuracy = balancedAccuracy({
      truePositives: count(true, true),
      falseNegatives: count(true, false),
      falsePositives: count(false, true),
      trueNegatives: count(false, false),
    });
    return `${set}: ${own.length} answers, balanced accuracy ${((accuracy ?? 0) * 100).toFixed(1)} %, calibration error ${calibrationError(own).toFixed(3)}`;
  });
}

/** Expected calibration error over ten bins of equal width. */
function calibrationError(guesses: readonly Guess[]): number {
  const bins = Array.from({ length: 10 }, (_, bin) =>
    guesses.filter(({ probability }) => Math.min(9, Math.floor(probability * 10)) === bin),
  );
  const gaps = bins.map((bin) =>
    Math.abs(bin.reduce((sum, { example, probability }) => sum + probability - (example.isUnfaithful ? 1 : 0), 0)),
  );
  return gaps.reduce((sum, gap) => sum + gap, 0) / guesses.length;
}

function sourceOf(combiner: Combiner, figures: readonly string[]): string {
  const told = figures.map((figure) => ` * ${figure}.`).join('\n');
  const text = JSON.stringify(combiner, undefined, 2).replace(/"(\w+)":/g, '$1:');
  return [
    "import type { Logistic } from './logistic.ts';",
    '',
    '/**',
    ' * Learned by `npm run train:grounding`, over all sets alike; do not edit. `answer` says by its sign whether an answer is',
    ' * unfaithful, `calibration` how probable that is. Five folds, split by document and dialogue:',
    told,
    ` * Features in order: ${ANSWER_FEATURES.join(', ')}.`,
    ' */',
    `export const COMBINER: { answer: Logistic; calibration: Logistic } = ${text};`,
    '',
  ].join('\n');
}
