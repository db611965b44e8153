import type { Logistic } from './logistic.ts';

/**
 * Learned by `npm run train:grounding`, over all sets alike; do not edit. `answer` says by its sign whether an answer is
 * unfaithful, `calibration` how probable that is. Five folds, split by document and dialogue:
 * begin-wow: 467 answers, balanced accuracy 82.2 %, calibration error 0.048.
 * mtrag-human: 177 answers, balanced accuracy 92.6 %, calibration error 0.045.
 * halueval-qa: 402 answers, balanced accuracy 92.0 %, calibration error 0.082.
 * uhgeval: 298 answers, balanced accuracy 100.0 %, calibration error 0.020.
 * Features in order: coverage, bestCoverage, ledgerCoverage, pairCoverage, longestRun, novelWords, novelNames, novelNumbers, userCoverage, negationMismatch, ownOpinion, faults, leastPairCoverage, mostNovelWords, evidenceSize.
 */
export const COMBINER: { answer: Logistic; calibration: Logistic } = {
  answer: {
    weights: [
      0.781294, -0.123571, -0.938213, -0.433166, -1.43885, -1.01797, 0.0808586, 0.815724, -0.0770145, -0.167616,
      0.107556, 0.30148, 0.703775, 0.292087, -0.461377, -0.74263,
    ],
    means: [
      0.660108, 0.647277, 0.708545, 0.512433, 0.512993, 0.259076, 0.0537077, 0.0806935, 0.0400159, 0.152524, 0.0859237,
      0.144537, 0.45603, 0.344308, 1.81301,
    ],
    deviations: [
      0.347223, 0.355322, 0.331964, 0.371866, 0.354888, 0.418802, 0.200137, 0.263818, 0.112284, 0.338904, 0.264478,
      0.433513, 0.395789, 0.524996, 1.21189,
    ],
  },
  calibration: {
    weights: [0.760297, 3.7601, -0.332609, -0.481101],
    means: [0.764571, 1.81301, 0.895161],
    deviations: [3.90097, 1.21189, 0.471235],
  },
};
