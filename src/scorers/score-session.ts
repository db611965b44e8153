import type { ScoreInput, ScoreOptions, Scorer } from '../domain/contracts/scorer.ts';
import { endOf, startOf } from '../domain/transcript/endings.ts';
import type { EventOf } from '../domain/transcript/transcript-event.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import type { Score, ScoreOutcome } from '../domain/verdicts/score.ts';
import { readOutcome } from './read-outcome.ts';

type DeterministicScorer = Extract<Scorer, { deterministic: true }>;

/**
 * Asks every scorer, in order. Never throws: a scorer that throws, or answers with something that is no score (NaN, 1.2,
 * `"0.9"`), is `errored`; one that cannot see what it needs, or is stopped by the signal, is `unscored`.
 */
export async function scoreSession(
  input: ScoreInput,
  scorers: readonly Scorer[],
  { signal, ...asking }: Partial<ScoreOptions> = {},
): Promise<Score[]> {
  if (scorers.every((scorer) => scorer.deterministic)) return scoreSessionSync(input, scorers);
  const options = { ...asking, signal: signal ?? new AbortController().signal };
  return Promise.all(
    scorers.map(async (scorer) => {
      if (scorer.deterministic) return scoreOne(input, scorer);
      const blind = blindness(input, scorer);
      const outcome = blind === undefined ? await judge(input, scorer, options) : unscored(blind);
      return nameScore(scorer, outcome);
    }),
  );
}

/** As `scoreSession`, at once; a scorer that has to wait is `unscored`. */
export function scoreSessionSync(input: ScoreInput, scorers: readonly Scorer[]): Score[] {
  return scorers.map((scorer) => {
    if (scorer.deterministic) return scoreOne(input, scorer);
    return nameScore(scorer, unscored('this check asks a model and cannot be made here'));
  });
}

function scoreOne(input: ScoreInput, scorer: DeterministicScorer): Score {
  const blind = blindness(input, scorer);
  if (blind !== undefined) return nameScore(scorer, unscored(blind));
  try {
    return nameScore(scorer, readOutcome(scorer.score(input)));
  } catch (error) {
    return nameScore(scorer, errored(error));
  }
}

type WaitingScorer = Extract<Scorer, { deterministic: false }>;

/** A judge that ignores the signal is not waited for. */
async function judge(input: ScoreInput, scorer: WaitingScorer, options: ScoreOptions): Promise<ScoreOutcome> {
  const { signal } = options;
  const stopped = unscored('the run was stopped before this check was made');
  if (signal.aborted) return stopped;
  const { promise, stop } = whenAborted(signal, stopped);
  try {
    const answer = Promise.resolve(scorer.score(input, options)).then(readOutcome, (error: unknown) =>
      signal.aborted ? stopped : errored(error),
    );
    return await Promise.race([answer, promise]);
  } catch (error) {
    return errored(error);
  } finally {
    stop();
  }
}

function whenAborted<T>(signal: AbortSignal, value: T): { promise: Promise<T>; stop: () => void } {
  let stop = (): void => {};
  const promise = new Promise<T>((resolve) => {
    const settle = (): void => resolve(value);
    signal.addEventListener('abort', settle, { once: true });
    stop = () => signal.removeEventListener('abort', settle);
  });
  return { promise, stop };
}

/** Why this scorer cannot tell anything from this transcript; undefined when it can. */
function blindness({ transcript, trajectory, turns }: ScoreInput, { needs }: Scorer): string | undefined {
  if (transcript.length === 0) return 'the transcript is empty';
  const started = startOf(transcript);
  if (started === undefined) return 'the transcript does not begin with `session_started`';
  if (endOf(transcript) === undefined) return 'the transcript is cut off: it does not say how the session ended';
  if (turns.length === 0) return 'nobody spoke or acted in this session';
  if (!needs.toolCalls) return undefined;
  if (!started.agent.toolCallsVisible) return hiddenCalls(started.agent);
  if (started.tools === 'unknown' && trajectory.calls.length === 0)
    return 'the log neither holds a call nor says which tools the agent had';
  return undefined;
}

function hiddenCalls({ name, adapter }: EventOf<'session_started'>['agent']): string {
  const remedy = Object.hasOwn(REMEDIES, adapter) ? `; ${REMEDIES[adapter]}` : '';
  return `the tool calls of agent \`${name}\` are not visible${remedy}`;
}

/** How calls come to be seen, by the way the agent is reached. */
const REMEDIES: Readonly<Record<string, string>> = {
  http: 'say where its answers hold them, by `reply.calls`',
  command: "have the program tell of them, with `toolCalls: 'reported'`",
  endpoint: 'if its replies hold every call, say `toolCallsVisible: true`',
  function: 'have it call the tools of its context, or report its own, without `toolCallsVisible: false`',
};

function nameScore({ id, scorer, stage, required }: Scorer, outcome: ScoreOutcome): Score {
  return { id, scorer, stage, required, ...outcome };
}

function unscored(reason: string): ScoreOutcome {
  return { status: 'unscored', reason };
}

function errored(error: unknown): ScoreOutcome {
  return { status: 'errored', message: `the scorer broke: ${safeErrorText(error).message}` };
}
