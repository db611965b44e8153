import type { Answer, AnswerSentence } from '../../claims/answer.ts';
import { wordsOf } from '../../evidence/words.ts';
import type { EvidenceTable, TableRecord } from './evidence-tables.ts';
import { referencesIn } from './references.ts';

/**
 * What a record may be compared with: the records named beside it, or else its list, all lists of the kind, the records of
 * which the sentence says a word that some of them hold (`the free ones`), and those that the answer speaks of.
 */
export function scopesOf(
  table: EvidenceTable,
  {
    aim,
    answer,
    sentence,
  }: { aim: { target: TableRecord; others: readonly TableRecord[] }; answer: Answer; sentence: AnswerSentence },
): readonly (readonly TableRecord[])[] {
  if (aim.others.length > 1) return [aim.others];
  const { target } = aim;
  const list = table.records.filter((record) => record.list === target.list);
  const narrowed = narrow(list.length > 1 ? list : table.records, { sentence, target });
  if (narrowed !== undefined) return narrowed.length > 1 ? [narrowed] : [];
  const spoken = new Set(
    answer.sentences
      .filter(({ index, layout }) => index < sentence.index && (layout === 'bullet' || layout === 'row'))
      .flatMap((other) => referencesIn(other, table).map(({ record }) => record)),
  );
  const told = table.records.filter((record) => record === target || spoken.has(record));
  return [list, table.records, ...(told.length > 2 ? [told] : [])].filter((scope) => scope.length > 1);
}

/**
 * The records that have every flag and every word of a few values that the sentence says: `in-stock green`, 储蓄卡. Undefined
 * where it says none.
 */
export function narrow(
  records: readonly TableRecord[],
  { sentence, target }: { sentence: AnswerSentence; target?: TableRecord | undefined },
): readonly TableRecord[] | undefined {
  const said = new Set(wordsOf(sentence.text));
  const fields = new Set(records.flatMap(({ cells }) => [...cells.keys()]));
  let narrowed = records;
  for (const field of fields) {
    const group = groupsOf(records, field).find(
      ({ text, members }) =>
        members.length < records.length &&
        (members.length > 1 || target === undefined) &&
        (target === undefined || members.includes(target)) &&
        isSaid(field, text, said),
    );
    if (group !== undefined) narrowed = narrowed.filter((record) => group.members.includes(record));
  }
  return narrowed.length === records.length || narrowed.length === 0 ? undefined : narrowed;
}

function groupsOf(
  records: readonly TableRecord[],
  field: string,
): readonly { text: string; members: readonly TableRecord[] }[] {
  const groups = new Map<string, TableRecord[]>();
  for (const record of records) {
    const cell = record.cells.get(field);
    if (cell === undefined || (cell.leaf !== 'string' && cell.leaf !== 'boolean') || cell.text.length > 24) continue;
    groups.set(cell.text, [...(groups.get(cell.text) ?? []), record]);
  }
  return [...groups].map(([text, members]) => ({ text, members }));
}

function isSaid(field: string, text: string, said: ReadonlySet<string>): boolean {
  const words = text === 'true' ? wordsOf(field) : text === 'false' ? [] : wordsOf(text);
  return words.length > 0 && words.every((word) => said.has(word));
}
