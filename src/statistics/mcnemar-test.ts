/**
 * How likely pairs differ at least so unevenly by chance alone: the two-sided exact test of McNemar. Of the pairs whose two
 * sides differ, `lost` went from good to bad and `won` from bad to good; without a true difference each way is as likely.
 * Returns a probability from 0 to 1, and 1 where no pair differs. It claims less than it could where few pairs differ: with
 * five, no outcome is below 0.0625. Source: Q. McNemar, Psychometrika 12 (1947), in its exact, binomial form. Throws
 * RangeError unless both are whole numbers from 0.
 */
export function mcnemarTest(lost: number, won: number): number {
  if (![lost, won].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError(`${lost} lost and ${won} won: whole numbers from 0 are needed.`);
  }
  const differ = lost + won;
  return Math.min(1, 2 * binomialTail(Math.min(lost, won), differ));
}

/** Chance of at most `most` heads in `tosses` of a fair coin; summed from the largest term down, so that none is lost. */
function binomialTail(most: number, tosses: number): number {
  let logTerm = logChoose(tosses, most) - tosses * Math.LN2;
  let sum = 0;
  for (let heads = most; heads >= 0; heads -= 1) {
    const term = Math.exp(logTerm);
    sum += term;
    // What is left cannot change the last digit any more.
    if (term < sum * Number.EPSILON) break;
    logTerm += Math.log(heads) - Math.log(tosses - heads + 1);
  }
  return sum;
}

function logChoose(of: number, chosen: number): number {
  let sum = 0;
  for (let index = 1; index <= chosen; index += 1) sum += Math.log(of - chosen + index) - Math.log(index);
  return sum;
}
