import { calibrationOf } from '../../domain/authoring/calibration.ts';
import type { Config } from '../../domain/authoring/config.ts';
import { pickModel } from '../../domain/authoring/pick-model.ts';
import type { OpenedJudge, ScoreOptions } from '../../domain/contracts/scorer.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import { seedOf } from '../../domain/values/hash.ts';
import { createBudgetBook } from '../../llm/budget/budget-book.ts';
import { createModelAccess } from '../../llm/model-access.ts';
import { calibrationPath, readCalibration } from '../read-calibration.ts';
import type { ScoreCassette } from './open-cassette.ts';

/** Opens the config's judges, within its budget for judges and before them what was recorded of them. */
export type JudgeOpener = {
  forSession(key: SessionKey): Pick<ScoreOptions, 'openJudge' | 'onNote'>;
  /** To be called once for each conversation when it was scored. */
  endSession(key: SessionKey, options: { wasCutOff: boolean }): Promise<void>;
  /** What a reader should know of the judges. */
  notes(): readonly string[];
};

export async function openJudges(
  { models = {}, budgets = {}, prices = {}, calibration: named, seed = 0 }: Config,
  { root, cwd, cassette }: { root: string; cwd: string; cassette: ScoreCassette | undefined },
): Promise<JudgeOpener> {
  const { judge } = budgets;
  const book = createBudgetBook({
    budgets: judge === undefined ? {} : { judge },
    prices,
    now: () => performance.now(),
  });
  const access = createModelAccess({ budgets: book, cassette: cassette?.cassette, prices });
  const calibration = await readCalibration(calibrationPath(root, named), cwd);
  const notes = new Set<string>();
  return {
    notes: () => [...notes],
    async endSession(key, options) {
      book.endSession(key);
      await cassette?.end(key, options);
    },
    forSession: (key) => ({
      onNote: (note) => void notes.add(note),
      openJudge(wanted): OpenedJudge | undefined {
        const found = pickModel(models, { role: 'judge', wanted });
        if (found === undefined) return undefined;
        const { model } = found;
        const session = access.open(model, { role: 'judge', key, seed: seedOf(seed, key.scenario, key.trial) });
        return {
          name: model.name,
          session,
          calibrationOf: (promptHash) =>
            calibration === undefined ? undefined : calibrationOf(calibration, { model: model.name, promptHash }),
        };
      },
    }),
  };
}
