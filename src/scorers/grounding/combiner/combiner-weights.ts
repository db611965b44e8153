import type { Logistic } from './logistic.ts';

/**
 * Learned by `npm run train:grounding`, over all sets alike; do not edit. `answer` says by its sign whether an answer is
 * unfaithful, `calibration` how probable that is. Five folds, split by document and dialogue:
 * begin-wow: 467 answers, balanced accuracy 82.1 %, calibration error 0.049.
 * mtrag-human: 177 answers, balanced accuracy 92.3 %, calibration error 0.045.
 * halueval-qa: 402 answers, balanced accuracy 91.8 %, calibration error 0.080.
 * uhgeval: 298 answers, balanced accuracy 100.0 %, calibration error 0.020.
 * Features in order: coverage, bestCoverage, ledgerCoverage, pairCoverage, longestRun, novelWords, novelNames, novelNumbers, userCoverage, negationMismatch, ownOpinion, faults, leastPairCoverage, mostNovelWords, evidenceSize.
 */
export const COMBINER: { answer: Logistic; calibration: Logistic } = {
  answer: {
    weights: [
      0.812254, -0.101225, -0.943227, -0.419296, -1.43798, -1.02585, 0.0726233, 0.830137, -0.0914462, -0.176205,
      0.115033, 0.306276, 0.781292, 0.282607, -0.471815, -0.738784,
    ],
    means: [
      0.660483, 0.647613, 0.708426, 0.51228, 0.512928, 0.257703, 0.0535905, 0.0806935, 0.0394818, 0.152524, 0.0859237,
      0.17313, 0.455813, 0.342166, 1.81301,
    ],
    deviations: [
      0.347282, 0.355372, 0.332417, 0.371851, 0.354909, 0.417785, 0.199991, 0.263818, 0.112104, 0.338904, 0.264478,
      0.450641, 0.39596, 0.523645, 1.21189,
    ],
  },
  calibration: {
    weights: [0.784919, 3.80961, -0.343385, -0.464162],
    means: [0.792836, 1.81301, 0.895161],
    deviations: [3.95173, 1.21189, 0.471235],
  },
};
