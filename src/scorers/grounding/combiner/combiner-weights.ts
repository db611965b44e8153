import type { Logistic } from './logistic.ts';

/**
 * Learned by `npm run train:grounding`, over all sets alike; do not edit. `answer` says by its sign whether an answer is
 * unfaithful, `calibration` how probable that is. Five folds, split by document and dialogue:
 * begin-wow: 467 answers, balanced accuracy 82.2 %, calibration error 0.051.
 * mtrag-human: 177 answers, balanced accuracy 92.3 %, calibration error 0.050.
 * halueval-qa: 402 answers, balanced accuracy 92.3 %, calibration error 0.081.
 * uhgeval: 298 answers, balanced accuracy 100.0 %, calibration error 0.020.
 * Features in order: coverage, bestCoverage, ledgerCoverage, pairCoverage, longestRun, novelWords, novelNames, novelNumbers, userCoverage, negationMismatch, ownOpinion, faults, leastPairCoverage, mostNovelWords, evidenceSize.
 */
export const COMBINER: { answer: Logistic; calibration: Logistic } = {
  answer: {
    weights: [
      0.792953, -0.180136, -0.962168, -0.383955, -1.39818, -1.02803, 0.0968249, 0.816849, -0.119811, -0.187755,
      0.114754, 0.304236, 0.78216, 0.274146, -0.47552, -0.750122,
    ],
    means: [
      0.659094, 0.6462, 0.708185, 0.512797, 0.513275, 0.260346, 0.0537077, 0.0806935, 0.0400262, 0.152524, 0.0859237,
      0.143097, 0.456707, 0.345577, 1.81301,
    ],
    deviations: [
      0.347269, 0.355334, 0.331964, 0.372029, 0.355024, 0.419532, 0.200137, 0.263818, 0.112278, 0.338904, 0.264478,
      0.432485, 0.395606, 0.525372, 1.21189,
    ],
  },
  calibration: {
    weights: [0.769999, 3.79913, -0.340021, -0.471948],
    means: [0.773045, 1.81301, 0.895161],
    deviations: [3.92815, 1.21189, 0.471235],
  },
};
