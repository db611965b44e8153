import type { SeenNumber } from '../index/evidence.ts';
import { isAmount } from './argument-names.ts';
import { known, type LeafContext } from './leaf-context.ts';

/** The number that this one is in another unit of measurement: 20 of "68°F", rounded as it is written. */
export function conversionOf(value: number, context: LeafContext): readonly SeenNumber[] | undefined {
  if (isAmount(context.key)) return undefined;
  const accepts = known(context);
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  const slack = 0.5 * 10 ** -decimals + 1e-9;
  const found = context.evidence
    .conversions()
    .find(
      ({ seen, values }) =>
        accepts(seen.source) && values.some((one) => Math.abs(Math.abs(one) - Math.abs(value)) <= slack),
    );
  return found === undefined ? undefined : [found.seen];
}
