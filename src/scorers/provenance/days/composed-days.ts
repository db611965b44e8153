import type { NamedDays } from './named-days.ts';
import { count, countOf } from './relative-days.ts';

/** A longer span is two dates that stand beside each other. */
export const longestSpan = 62;

/** Days that follow from named ones and the words around them: from one to another, so long after one, the end of a month. */
export function composedDays(days: readonly NamedDays[], text: string): NamedDays[] {
  const exact = days.filter((one) => one.exact).sort((a, b) => a.start - b.start);
  return [
    ...spansBetween(exact, text),
    ...exact.flatMap((day) => daysAway(day, text)),
    ...days.flatMap((span) => (span.exact ? [] : edgesOf(span, text))),
  ];
}

/** From one date to another: `2026-01-10 through 2026-01-18`. */
function spansBetween(exact: readonly NamedDays[], text: string): NamedDays[] {
  return exact.flatMap((first, index) => {
    const spans: NamedDays[] = [];
    for (let next = index + 1; next < exact.length; next += 1) {
      const last = exact[next] as NamedDays;
      if (last.start > first.end + longestGap) break;
      const length = last.from - first.from;
      const gap = text.slice(first.end, last.start);
      const isSpan = spanning.test(gap) || (gap === ' and ' && text.slice(0, first.start).endsWith('between '));
      if (isSpan && length > 0 && length <= longestSpan) {
        spans.push({ from: first.from, to: last.from, exact: true, start: first.start, end: last.end });
      }
    }
    return spans;
  });
}

const longestGap = 12;
const spanning = /^ ?(?:-|to|through|thru|until|till|up to|~|\u301c|至|到) ?(?:the )?$/;

const away = new RegExp(`(?<![\\w-])${count} (day|week)s? (from|after|before) (?:the |this )?$`);
const longestWords = 40;

/** `Two weeks from Friday`. */
function daysAway({ from, to, start, end }: NamedDays, text: string): NamedDays[] {
  const [words, amount, unit, side] = away.exec(text.slice(Math.max(0, start - longestWords), start)) ?? [];
  const size = amount === undefined || from !== to ? undefined : countOf(amount);
  if (words === undefined || size === undefined) return [];
  const day = from + size * (unit === 'week' ? 7 : 1) * (side === 'before' ? -1 : 1);
  return [{ from: day, to: day, exact: true, start: start - words.length, end }];
}

/** `The end of May`: its last day. */
function edgesOf({ from, to, start, end }: NamedDays, text: string): NamedDays[] {
  if (to - from < shortestMonth) return [];
  const before = text.slice(Math.max(0, start - longestWords), start);
  const day = /\b(?:end|last day) of $/.test(before)
    ? to
    : /\b(?:beginning|start|first day) of $/.test(before)
      ? from
      : undefined;
  return day === undefined ? [] : [{ from: day, to: day, exact: true, start, end }];
}

const shortestMonth = 27;
