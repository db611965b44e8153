import type { AnswerSentence } from '../../claims/answer.ts';
import type { EvidenceTable, TableRecord } from './evidence-tables.ts';
import type { Reference } from './references.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH_NAME =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|(十[一二]?|[一二三四五六七八九]|(?<!\d)1?\d)月(?!\d)/g;
const DAY_ALONE = /\bthe (\d{1,2})(?:st|nd|rd|th)\b/g;
const CHINESE = '一二三四五六七八九';

type Day = { month?: number | undefined; day?: number | undefined; weekday?: number | undefined };

/** The records that a sentence names by a day, a month or a day of the week that no other record of the table has. */
export function datedReferences(sentence: AnswerSentence, table: EvidenceTable): readonly Reference[] {
  const found: Reference[] = [];
  const add = (day: Day, start: number, end: number): void => {
    if (found.some((other) => other.start < end && start < other.end)) return;
    const records = table.records.filter((record) => hasDay(record, day));
    const [only] = records;
    if (only !== undefined && records.length === 1) found.push({ record: only, start, end });
  };
  for (const { value, start, end } of sentence.values)
    if (value.kind === 'date' && !(value.isRelative && value.date.weekday === undefined))
      add(value.date, start - sentence.start, end - sentence.start);
  for (const match of sentence.text.matchAll(MONTH_NAME)) {
    const [whole, english, chinese = ''] = match;
    const month = english
      ? MONTHS.indexOf(english.toLowerCase()) + 1
      : /\d/.test(chinese)
        ? Number(chinese)
        : (chinese.startsWith('十') ? 10 : 0) + CHINESE.indexOf(chinese.at(-1) ?? '') + 1;
    add({ month }, match.index, match.index + whole.length);
  }
  for (const match of sentence.text.matchAll(DAY_ALONE))
    add({ day: Number(match[1]) }, match.index, match.index + match[0].length);
  return found.sort((a, b) => a.start - b.start);
}

function hasDay({ cells }: TableRecord, { month, day, weekday }: Day): boolean {
  for (const { text } of cells.values()) {
    const match = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:$|[T ])/.exec(text);
    if (!match) continue;
    if (month !== undefined && Number(match[2]) !== month) continue;
    if (day !== undefined && Number(match[3]) !== day) continue;
    if (month !== undefined || day !== undefined) return true;
    if (weekday !== undefined && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDay() === weekday) return true;
  }
  return false;
}
