import { isFlaky } from '../../../domain/verdicts/flaky.ts';
import { wilsonInterval } from '../../../statistics/wilson-interval.ts';
import { formatCount, formatShare } from '../numbers.ts';

/**
 * `4/5 passed (80 %, 95 % interval 38–96 %), flaky`: how often the trials of a scenario passed, where the true rate
 * plausibly lies, and whether some passed and some failed. Two lines where `columns` are too few for one.
 */
export function trialRate(
  { passed, failed, ended }: { passed: number; failed: number; ended: number },
  columns: number,
): string[] {
  const { low, high } = wilsonInterval(passed, ended);
  const counts = `${formatCount(passed)}/${formatCount(ended)} passed`;
  const flaky = isFlaky({ passed, failed }) ? ', flaky' : '';
  const from = formatShare(low, 1).replace(' %', '');
  const share = `${formatShare(passed, ended)}, 95 % interval ${from}–${formatShare(high, 1)}`;
  const line = `${counts} (${share})${flaky}`;
  return line.length <= columns ? [line] : [`${counts}${flaky}`, share];
}
