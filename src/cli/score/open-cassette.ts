import type { Redactor } from '../../domain/redaction.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import { countOf } from '../../domain/values/quantities.ts';
import { type Cassette, createCassette } from '../../llm/cassette/cassette.ts';
import { describeUnusedSessions } from '../../llm/cassette/describe-unused.ts';
import { openCassetteFile } from '../../store/cassette-file.ts';
import { chooseCassette, isStrict } from '../run-models.ts';
import { scoreCommand } from './score-again.ts';
import type { ScoreFlags } from './score-flags.ts';

/** What judges answered, recorded by conversation. */
export type ScoreCassette = {
  cassette: Cassette;
  /** To be called once for each conversation when it was scored. */
  end(key: SessionKey, options: { wasCutOff: boolean }): Promise<void>;
  /** Writes what was recorded; `strange` makes the answer worthless. */
  finish(): Promise<{ strange: readonly string[]; notes: readonly string[] }>;
  /** Lets go of the recordings where `finish` was not reached. Never rejects. */
  letGo(): Promise<void>;
};

type Surroundings = {
  root: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  redactor: Redactor;
};

/**
 * Opens the recordings that the flags name; undefined where they name none. The config's cassette is that of its runs and
 * is left alone. Throws `UsageError` for recordings and flags that cannot be used.
 */
export async function openScoreCassette(
  given: readonly string[],
  flags: ScoreFlags,
  { root, cwd, env, redactor }: Surroundings,
): Promise<ScoreCassette | undefined> {
  const choice = chooseCassette(flags, { config: {}, root, cwd, env });
  if (choice === undefined) return undefined;
  const { mode, path, shown: place } = choice;
  const notes = new Set<string>();
  const onNote = (note: string): void => void notes.add(note);
  const again = scoreCommand(given, flags, ['--cassette-mode', 'record']);
  const cassette = createCassette({
    store: await openCassetteFile({ path, place, access: mode === 'replay' ? 'read' : 'write', onNote }),
    mode,
    redactor,
    recordCommand: () => again,
  });
  const strict = isStrict(flags, { env });
  const ended: SessionKey[] = [];
  const cutOff: SessionKey[] = [];
  const close = async (): Promise<{ strange: readonly string[]; notes: readonly string[] }> => {
    const others = flags.only === undefined ? await cassette.unusedSessions([...ended, ...cutOff]) : [];
    const unasked = others.length === 0 ? [] : [describeUnusedSessions(others, { place, isWhole: false })];
    await cassette.close();
    const idle = [...cassette.unused(ended), ...unasked];
    return {
      strange: [...cassette.problems(), ...(strict ? idle : [])],
      notes: [...notes, ...countsOf(cassette), ...cassette.notes(), ...(strict ? [] : idle)],
    };
  };
  let closing: ReturnType<typeof close> | undefined;
  const finish = (): ReturnType<typeof close> => {
    closing ??= close();
    return closing;
  };
  return {
    cassette,
    async end(key, { wasCutOff }) {
      (wasCutOff ? cutOff : ended).push(key);
      await cassette.endSession(key, { wasCutOff });
    },
    finish,
    letGo: () =>
      finish().then(
        () => undefined,
        () => undefined,
      ),
  };
}

function countsOf(cassette: Cassette): string[] {
  const { replayed, recorded } = cassette.counts();
  return [
    ...(replayed > 0 ? [`${countOf(replayed, 'answer')} of judges came from recordings, at no cost`] : []),
    ...(recorded > 0 ? [`${countOf(recorded, 'answer')} of judges ${recorded === 1 ? 'was' : 'were'} recorded`] : []),
  ];
}
