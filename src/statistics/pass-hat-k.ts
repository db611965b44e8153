/**
 * Chance that `k` fresh trials all pass, estimated without bias from `passes` out of `trials`: C(passes, k) / C(trials, k).
 * Source: tau-bench (arXiv 2406.12045), "pass^k". Throws RangeError unless 0 <= passes <= trials and 1 <= k <= trials.
 */
export function passHatK(passes: number, trials: number, k: number): number {
  checkTrials(passes, trials, k);
  return shareOfDraws(passes, trials, k);
}

/**
 * Chance that at least one of `k` fresh trials passes, estimated without bias from `passes` out of `trials`:
 * 1 - C(trials - passes, k) / C(trials, k). Source: Chen et al., "Evaluating Large Language Models Trained on Code"
 * (arXiv 2107.03374), "pass@k". Throws RangeError unless 0 <= passes <= trials and 1 <= k <= trials.
 */
export function passAtK(passes: number, trials: number, k: number): number {
  checkTrials(passes, trials, k);
  return 1 - shareOfDraws(trials - passes, trials, k);
}

/** C(chosen, k) / C(trials, k), factor by factor, so that large numbers do not overflow. */
function shareOfDraws(chosen: number, trials: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= Math.max(0, chosen - drawn) / (trials - drawn);
  return share;
}

function checkTrials(passes: number, trials: number, k: number): void {
  const areWhole = [passes, trials, k].every((count) => Number.isSafeInteger(count));
  if (areWhole && passes >= 0 && passes <= trials && k >= 1 && k <= trials) return;
  throw new RangeError(
    `${passes} of ${trials} passed, ${k} drawn: whole numbers are needed, with 0 <= passes <= trials and 1 <= k <= trials.`,
  );
}
