/**
 * The rate that is true, estimated from the rate that an imperfect test finds: (apparent + specificity - 1) / (sensitivity +
 * specificity - 1), held between 0 and 1. All are shares from 0 to 1. Undefined where the test tells nothing, that is where
 * sensitivity and specificity add up to 1 or less. Source: W. J. Rogan and B. Gladen, "Estimating prevalence from the
 * results of a screening test", American Journal of Epidemiology 107 (1978).
 */
export function correctedRate(
  apparent: number,
  { sensitivity, specificity }: { sensitivity: number; specificity: number },
): number | undefined {
  const power = sensitivity + specificity - 1;
  if (power <= 0) return undefined;
  return Math.min(1, Math.max(0, (apparent + specificity - 1) / power));
}
