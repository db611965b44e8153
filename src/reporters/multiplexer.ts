import type { Clock } from '../domain/contracts/clock.ts';
import type { Reporter } from '../domain/contracts/reporter.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';

type Hook = Exclude<keyof Reporter, 'name'>;

/**
 * Several reporters as one. Each hook calls them in the order of the list and waits for one before the next. What a
 * reporter throws, at once or later, is handed to `onProblem` as a sentence and reaches nobody else: once for each hook of
 * a reporter, since one that fails at every event would drown the rest. A hook that nobody has is absent.
 */
export function combineReporters(
  reporters: readonly Reporter[],
  onProblem: (problem: string) => void,
  { clock, deadlineMs = 30_000 }: { clock?: Pick<Clock, 'setTimer'>; deadlineMs?: number } = {},
): Reporter {
  const told = new Set<string>();
  const tell = (index: number, hook: Hook, thrown: unknown): void => {
    const mark = `${index}/${hook}`;
    if (told.has(mark)) return;
    told.add(mark);
    onProblem(`the reporter \`${reporters[index]?.name}\` failed in \`${hook}\`: ${safeErrorText(thrown).message}`);
  };

  /** Hooks that the session does not wait for. */
  const callAll = (hook: Hook, call: (reporter: Reporter) => unknown): void => {
    for (const [index, reporter] of reporters.entries()) {
      try {
        const returned = call(reporter);
        if (returned instanceof Promise) returned.catch((thrown: unknown) => tell(index, hook, thrown));
      } catch (thrown) {
        tell(index, hook, thrown);
      }
    }
  };
  const awaitAll = async (hook: Hook, call: (reporter: Reporter) => unknown): Promise<void> => {
    for (const [index, reporter] of reporters.entries()) {
      try {
        await inTime(call(reporter), { clock, deadlineMs });
      } catch (thrown) {
        tell(index, hook, thrown);
      }
    }
  };
  const has = (hook: Hook): boolean => reporters.some((reporter) => reporter[hook] !== undefined);

  return {
    name: reporters.map(({ name }) => name).join(', '),
    ...(has('onRunStart') && {
      onRunStart: (plan) => awaitAll('onRunStart', (reporter) => reporter.onRunStart?.(plan)),
    }),
    ...(has('onSessionStart') && {
      onSessionStart: (key) => callAll('onSessionStart', (reporter) => reporter.onSessionStart?.(key)),
    }),
    ...(has('onEvent') && {
      onEvent: (key, event) => callAll('onEvent', (reporter) => reporter.onEvent?.(key, event)),
    }),
    ...(has('onSessionEnd') && {
      onSessionEnd: (result) => awaitAll('onSessionEnd', (reporter) => reporter.onSessionEnd?.(result)),
    }),
    ...(has('onRunEnd') && { onRunEnd: (result) => awaitAll('onRunEnd', (reporter) => reporter.onRunEnd?.(result)) }),
  };
}

/** A reporter that never finishes must not keep the run from its result. */
async function inTime(
  work: unknown,
  { clock, deadlineMs }: { clock: Pick<Clock, 'setTimer'> | undefined; deadlineMs: number },
): Promise<void> {
  if (!(work instanceof Promise)) return;
  if (clock === undefined) {
    await work;
    return;
  }
  let disarm = (): void => {};
  const late = new Promise<never>((_resolve, reject) => {
    disarm = clock.setTimer(deadlineMs, () => reject(new Error(`it did not finish within ${deadlineMs / 1_000} s`)));
  });
  try {
    await Promise.race([work, late]);
  } finally {
    disarm();
  }
}
