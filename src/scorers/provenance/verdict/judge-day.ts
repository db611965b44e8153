import { isoOfDay } from '../days/named-days.ts';
import { placesFor } from '../index/evidence.ts';
import { known, type LeafContext, originsOf } from './leaf-context.ts';
import type { LeafVerdict, WeakReason } from './leaf-verdict.ts';
import { daysOfLeaf, isoTime, lookUpText, placesOfDays } from './look-up.ts';
import { whyUngrounded } from './why-ungrounded.ts';

/** Why a date that nobody named may still be meant; undefined for texts that are none, and for dates from nowhere. */
export function weakDay(leaf: string, context: LeafContext): LeafVerdict | undefined {
  const { evidence } = context;
  const days = /^\d+$/.test(leaf.trim()) ? undefined : daysOfLeaf(leaf, evidence.today);
  if (days === undefined) return undefined;
  const weak = (why: WeakReason, places: Parameters<typeof originsOf>[0]): LeafVerdict | undefined =>
    places.length === 0 ? undefined : { verdict: 'weak', why, parts: [originsOf(places)] };
  const accepts = known(context);
  const monthDays = days.map((day) => isoOfDay(day).slice(5));
  const yearless = evidence.yearless().filter(({ monthDay }) => monthDays.includes(monthDay));
  const about = evidence.days().filter(({ from, to, exact }) => !exact && days.some((day) => from <= day && day <= to));
  return (
    weak('year_unknown', placesFor(yearless, accepts)) ??
    weak('shifted_date', shiftedPlaces(days, context)) ??
    weak('about_then', placesFor(about, accepts)) ??
    (evidence.today !== undefined && days.includes(evidence.today)
      ? { verdict: 'weak', why: 'today', parts: [] }
      : undefined)
  );
}

/** Days from which words of the user lead to this one: `delay it by one day`. */
function shiftedPlaces(days: readonly number[], context: LeafContext) {
  const { evidence, seen } = context;
  const shifts = new Set(evidence.shifts().flatMap(({ source, shift }) => (seen(source) ? [shift] : [])));
  if (shifts.size === 0) return [];
  return placesOfDays(
    days.flatMap((day) => [...shifts].map((shift) => day - shift)),
    evidence,
    known(context),
  );
}

const openTimes = /^(?:00:00|23:59|12:00)$/;

/** A date with a time of day: both must come from somewhere. Midnight and noon only fill the form. */
export function judgeMoment(leaf: string, context: LeafContext): LeafVerdict {
  const [, date = '', time = ''] = isoTime.exec(leaf) ?? [];
  const { evidence, accepted } = context;
  const days = lookUpText(date, evidence, known(context));
  const times = openTimes.test(time) ? undefined : lookUpText(time, evidence, known(context));
  if (times?.length === 0) {
    const proposed = lookUpText(time, evidence, accepted);
    if (proposed.length === 0) return whyUngrounded(time, context, leaf);
    return { verdict: 'weak', why: 'accepted_proposal', parts: [originsOf(proposed)] };
  }
  const ofTime = times === undefined ? [] : [originsOf(times)];
  if (days.length > 0) return { verdict: 'grounded', parts: [originsOf(days), ...ofTime] };
  const weak = weakDay(date, context);
  if (weak !== undefined) return weak;
  const proposed = lookUpText(date, evidence, accepted);
  if (proposed.length > 0) return { verdict: 'weak', why: 'accepted_proposal', parts: [originsOf(proposed)] };
  return whyUngrounded(date, context, leaf);
}
