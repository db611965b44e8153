/**
 * Chance that `k` fresh trials all pass, estimated without bias from `passes` out of `trials`: C(passes, k) / C(trials, k).
 * Source: tau-bench (arXiv 2406.12045), "pass^k". Throws RangeError unless 0 <= passes <= trials and 1 <= k <= trials.
 */
export function passHatK(passes: number, trials: number, k: number): number {
  checkTrials(passes, trials, k);
  return shareOfDraws(passes, trials, { k });
}

/**
 * Chance that at least one of `k` fresh trials passes, estimated without bias from `passes` out of `trials`:
 * 1 - C(trials - passes, k) / C(trials, k). Source: Chen et al., "Evaluating Large Language Models Trained on Code"
 * (arXiv 2107.03374), "pass@k". Throws RangeError unless 0 <= passes <= trials and 1 <= k <= trials.
 */
export function passAtK(passes: number, trials: number, k: number): number {
  checkTrials(passes, trials, k);
  return shareOfDraws(trials - passes, trials, { k, isComplement: true });
}

/** Draws up to which the share is worked out in whole numbers; beyond, the last digits are nothing that anybody needs. */
const MAX_EXACT = 200;

/** C(chosen, k) / C(trials, k), or what it lacks to 1, rounded once. */
function shareOfDraws(
  chosen: number,
  trials: number,
  { k, isComplement = false }: { k: number; isComplement?: boolean },
): number {
  if (chosen < k) return isComplement ? 1 : 0;
  if (k > MAX_EXACT) {
    const share = shareByFactors(chosen, trials, k);
    return isComplement ? 1 - share : share;
  }
  let [part, whole] = [1n, 1n];
  for (let drawn = 0; drawn < k; drawn += 1) {
    part *= BigInt(chosen - drawn);
    whole *= BigInt(trials - drawn);
  }
  return quotient(isComplement ? whole - part : part, whole);
}

/** `part / whole`, from 0 to 1, to the nearest number there is. */
function quotient(part: bigint, whole: bigint): number {
  // 64 digits after the first one leave room for the rounding; what is cut off beyond them counts as a last digit.
  const shift = BigInt(Math.max(0, whole.toString(2).length - part.toString(2).length) + 64);
  const scaled = part << shift;
  const digits = scaled / whole;
  return Number(scaled % whole === 0n ? digits : digits | 1n) / 2 ** Number(shift);
}

/** Factor by factor, so that large numbers do not overflow. */
function shareByFactors(chosen: number, trials: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn += 1) share *= (chosen - drawn) / (trials - drawn);
  return share;
}

function checkTrials(passes: number, trials: number, k: number): void {
  const areWhole = [passes, trials, k].every((count) => Number.isSafeInteger(count));
  if (areWhole && passes >= 0 && passes <= trials && k >= 1 && k <= trials) return;
  throw new RangeError(
    `${passes} of ${trials} passed, ${k} drawn: whole numbers are needed, with 0 <= passes <= trials and 1 <= k <= trials.`,
  );
}
