import { count, countOf } from './relative-days.ts';

const later = 'later|after(?:wards)?|forward|out|ahead|further';
const earlier = 'earlier|before|sooner|prior|back(?:ward)?s?';
const counted = new RegExp(
  `(?<![\\w-])(by )?${count} (?:more |extra |full )?(day|night|week)s?(?: (${later}|${earlier}))?\\b`,
  'g',
);
const chinese = /(\d{1,2}|[一二两三四五六七八九十]{1,3})个?(天|日|晚|周|星期|礼拜)/g;
const beside =
  /\b(?:(?:the )?(?:next|following) (?:day|morning)|(?:the )?day (?:after|before)|(?:the )?(?:previous|prior) day|overnight|red-?eye)\b|次日|第二天|翌日|隔天|前一天|后一天/;

/** By how many days words of the user may move a day, to either side: `delay it by one day`, `a week earlier`, 推迟两天. */
export function dayShiftsIn(original: string): readonly number[] {
  const text = original.toLowerCase().replaceAll(/[\u2010-\u2015]/g, '-');
  const shifts = new Set<number>();
  for (const [, , amount, unit, side] of text.matchAll(counted)) {
    const size = (countOf(amount ?? '') ?? 0) * (unit === 'week' ? 7 : 1);
    const isLater = side !== undefined && new RegExp(`^(?:${later})$`).test(side);
    const isEarlier = side !== undefined && new RegExp(`^(?:${earlier})$`).test(side);
    if (!isEarlier) shifts.add(size);
    if (!isLater) shifts.add(-size);
  }
  for (const [, amount, unit] of text.matchAll(chinese)) {
    const size = (countOf(amount ?? '') ?? 0) * (/周|星期|礼拜/.test(unit ?? '') ? 7 : 1);
    shifts.add(size).add(-size);
  }
  if (beside.test(text)) shifts.add(1).add(-1);

  shifts.delete(0);
  return [...shifts];
}
