import { baseAmount, unitOfWords } from '../../grounding/values/units.ts';
import { placesFor } from '../index/evidence.ts';
import type { Place } from '../index/evidence-index.ts';
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
  const seen = text === undefined ? [] : lookUpText(text, evidence, known(context));
  const direct = seen.length > 0 ? seen : lookUpNumber(value, evidence, known(context));
  const places = direct.length > 0 ? direct : inUnitOfKey(value, context);
  const origins = originsOf(places);
  if (Math.abs(value) < smallBelow) return { verdict: 'weak', why: 'small_number', parts: [origins] };
  if (origins.length > 0) return { verdict: 'grounded', parts: [origins] };
  const derived = isKeyOfRecord(key) ? undefined : derivationOf(value, context);
  if (derived !== undefined) return { verdict: 'weak', why: 'derived', parts: derived.map((one) => originsOf([one])) };
  const proposed = lookUpNumber(value, evidence, accepted);
  if (proposed.length > 0) return { verdict: 'weak', why: 'accepted_proposal', parts: [originsOf(proposed)] };
  return whyUngrounded(text ?? String(value), context);
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

/** Nobody reckons an id, a number to call or a postal code. */
function isKeyOfRecord(key: string): boolean {
  return /(?:^|[_-])(?:ids?|zip|zipcode|postcode|phone|code|sku|uuid)$|[a-z](?:Ids?|Zip|Phone|Code|Sku)$/.test(key);
}
