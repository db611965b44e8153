import type { Logistic } from '../../src/scorers/grounding/combiner/logistic.ts';
import { logitOf } from '../../src/scorers/grounding/combiner/logistic.ts';
import { fitLogistic, predict, type Row } from './fit-logistic.ts';
import { type Example, foldOf } from './measure-answers.ts';

export type Combiner = { answer: Logistic; calibration: Logistic };

/** An example that no part of the model has seen, with what it says of it. */
export type Guess = { example: Example; isFlagged: boolean; probability: number };

const FOLDS = 5;
const ANSWER_PENALTY = 3;
const CALIBRATION_PENALTY = 1;

type Known = Example & { features: NonNullable<Example['features']> };

/** Learns from all examples. Every set counts the same, and in it faithful and unfaithful answers do. */
export function trainCombiner(examples: readonly Example[]): Combiner {
  const known = examples.filter(isKnown);
  const held = known.map((example) => ({ example, logit: Number.NaN }));
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const model = fitAnswer(known.filter(({ group }) => foldOf(group, FOLDS) !== fold));
    for (const one of held)
      if (foldOf(one.example.group, FOLDS) === fold) one.logit = logitOf(model, one.example.features.values);
  }
  // The calibration learns from what models said of groups that they had not seen.
  const weightOf = weigher(known, ({ set }) => set);
  const calibration = fitLogistic(
    held.map(({ example, logit }) => ({
      values: [logit, ...example.features.sizes],
      isPositive: example.isUnfaithful,
      weight: weightOf(example),
    })),
    { penalty: CALIBRATION_PENALTY },
  );
  return { answer: fitAnswer(known), calibration };
}

/** What models say of groups that neither their weights nor their calibration have seen. */
export function crossValidate(examples: readonly Example[]): readonly Guess[] {
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isHeld = ({ group }: Example): boolean => foldOf(`outer ${group}`, FOLDS) === fold;
    const { answer, calibration } = trainCombiner(examples.filter((example) => !isHeld(example)));
    return examples.filter(isHeld).map((example): Guess => {
      if (!isKnown(example)) return { example, isFlagged: false, probability: 0 };
      const logit = logitOf(answer, example.features.values);
      return { example, isFlagged: logit > 0, probability: predict(calibration, [logit, ...example.features.sizes]) };
    });
  });
}

function isKnown(example: Example): example is Known {
  return example.features !== undefined;
}

function fitAnswer(known: readonly Known[]): Logistic {
  const weightOf = weigher(known, ({ set, isUnfaithful }) => `${set}:${isUnfaithful}`);
  const rows: Row[] = known.map((example) => ({
    values: example.features.values,
    isPositive: example.isUnfaithful,
    weight: weightOf(example),
  }));
  return fitLogistic(rows, { penalty: ANSWER_PENALTY });
}

/** Weights by which every kind counts the same, 1 on average. */
function weigher(known: readonly Known[], kindOf: (example: Example) => string): (example: Example) => number {
  const counts = new Map<string, number>();
  for (const example of known) counts.set(kindOf(example), (counts.get(kindOf(example)) ?? 0) + 1);
  return (example) => known.length / (counts.size * (counts.get(kindOf(example)) ?? 1));
}
