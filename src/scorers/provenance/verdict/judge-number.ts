import { baseAmount, unitOfWords } from '../../grounding/values/units.ts';
import { placesFor } from '../index/evidence.ts';
import type { Place } from '../index/evidence-index.ts';
import { isAmount, isKeyOfRecord, isPaging } from './argument-names.ts';
import { conversionOf } from './conversion.ts';
import { derivationOf } from './derivation.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict } from './leaf-verdict.ts';
import { lookUpNumber, lookUpText } from './look-up.ts';
import { whyUngrounded } from './why-ungrounded.ts';

/** Numbers this small are counts and choices: they stand everywhere by chance, and nobody has to say them. */
const smallBelow = 10;

/** A number, and the text where a text was given for it. */
export function judgeNumber(value: number, text: string | undefined, context: LeafContext): LeafVerdict {
  const { evidence, accepted, key } = context;
  const isRecord = isKeyOfRecord(key);
  if (isPaging(key) && context.isRead) return { verdict: 'exempt', why: 'paging', parts: [] };
  const accepts = known(context);
  // A count or an amount does not come from the digits of an id.
  const isCount = !isRecord && (text === undefined || isAmount(key));
  const fits = isCount ? (place: Place) => !isInsideId(place) : () => true;
  const seen = text === undefined ? [] : lookUpText(text, evidence, accepts).filter(fits);
  const direct = seen.length > 0 ? seen : lookUpNumber(value, evidence, accepts, fits);
  const origins = originsOf(direct.length > 0 ? direct : inUnitOfKey(value, context));
  const isSmall = Math.abs(value) < smallBelow;
  if (isSmall && (!isRecord || origins.length > 0)) return { verdict: 'weak', why: 'small_number', parts: [origins] };
  if (origins.length > 0) return { verdict: 'grounded', parts: [origins] };
  const derived = isRecord ? undefined : (derivationOf(value, context) ?? conversionOf(value, context));
  if (derived !== undefined) return { verdict: 'weak', why: 'derived', parts: derived.map((one) => originsOf([one])) };
  const ofIds = isCount ? lookUpNumber(value, evidence, accepts) : [];
  if (ofIds.length > 0) return { verdict: 'weak', why: 'digits_only', parts: [originsOf(ofIds)] };
  const proposed = lookUpNumber(value, evidence, accepted);
  if (proposed.length > 0) return { verdict: 'weak', why: 'accepted_proposal', parts: [originsOf(proposed)] };
  return whyUngrounded(text ?? String(value), context);
}

/** Whether the digits are those of an id, as in `A-1001` and `#1001`. */
function isInsideId({ spot, start }: Place): boolean {
  return /(?:\p{L}[-_]|#)$/u.test(spot.text.slice(Math.max(0, start - 2), start));
}

/** `duration_minutes: 120` after "two hours": the argument's name tells the unit. */
function inUnitOfKey(value: number, context: LeafContext): readonly Place[] {
  const { evidence, key } = context;
  const unit = unitOfWords(
    key
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .split(/[_-]/),
  );
  const base = unit === undefined ? undefined : baseAmount(String(Math.abs(value)), unit);
  return base === undefined ? [] : placesFor(evidence.measures([`b:${base}`]), known(context));
}
