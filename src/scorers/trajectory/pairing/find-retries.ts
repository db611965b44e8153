import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';

/**
 * Which of the unpaired calls are failed attempts of something that was tried again: the same tool was called in a later
 * step, or the call itself followed a failed and paired one. Calls of one step are no retries of each other, and what no
 * tool could have answered was never an attempt.
 */
export function findRetries(
  unpaired: readonly TrajectoryCall[],
  calls: readonly TrajectoryCall[],
  paired: ReadonlySet<TrajectoryCall | undefined>,
): TrajectoryCall[] {
  return unpaired.filter((call) => call.outcome === 'error' && !isUnknownTool(call) && isAttempt(call, calls, paired));
}

function isAttempt(
  call: TrajectoryCall,
  calls: readonly TrajectoryCall[],
  paired: ReadonlySet<TrajectoryCall | undefined>,
): boolean {
  const ofTool = calls.filter(({ name, step }) => name === call.name && step !== call.step);
  if (ofTool.some(({ step }) => step > call.step)) return true;
  for (const earlier of ofTool.toReversed()) {
    if (earlier.outcome !== 'error') return false;
    if (paired.has(earlier)) return true;
  }
  return false;
}

function isUnknownTool({ result }: TrajectoryCall): boolean {
  return result?.outcome.status === 'error' && result.outcome.kind === 'unknown_tool';
}
