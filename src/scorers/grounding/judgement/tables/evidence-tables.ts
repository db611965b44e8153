import { pointerTo } from '../../../../domain/values/pointer-to.ts';
import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { wordsOf } from '../../evidence/words.ts';
import { amountOf } from '../../values/typed-value.ts';
import { baseAmount } from '../../values/units.ts';
import { isMoment, momentOf } from './moments.ts';
import { spanOf } from './record-spans.ts';

/** One record of a table: its leaves by field. A field is the path inside the record, without indexes. */
export type TableRecord = {
  /** The list that it is a member of; records of one list have the same. */
  list: string;
  cells: ReadonlyMap<string, LedgerEntry>;
  /** Stems that its short texts hold. */
  words: ReadonlySet<string>;
};

/** Records of one shape that stand side by side: the members of a list, or the results of one tool. */
export type EvidenceTable = {
  name: string;
  records: readonly TableRecord[];
  /** Fields that two records or more have, in the order of the first. */
  fields: readonly string[];
};

/** Larger tables are not reckoned with. */
const MAX_RECORDS = 400;
const MAX_TABLES = 60;
const MAX_NAME = 80;

const known = new WeakMap<EvidenceLedger, Map<string, readonly EvidenceTable[]>>();

/** The tables that live results make for an answer at `seq`; computed once for each state of the ledger. */
export function evidenceTables(ledger: EvidenceLedger, seq: number): readonly EvidenceTable[] {
  const states = known.get(ledger) ?? new Map<string, readonly EvidenceTable[]>();
  known.set(ledger, states);
  const key = ledger.calls.filter(({ seenAt }) => seenAt !== undefined && seenAt < seq).length.toString();
  const tables = states.get(key) ?? buildTables(ledger, seq);
  states.set(key, tables);
  return tables;
}

type Row = { list: string; cells: Map<string, LedgerEntry> };

function buildTables(ledger: EvidenceLedger, seq: number): readonly EvidenceTable[] {
  const tables = new Map<string, Map<string, Row>>();
  for (const [call, entries] of ledger.byCall) {
    const tool = ledger.calls[call]?.tool ?? '';
    for (const entry of entries) {
      if (stateAt(entry, seq) !== 'live' || entry.leaf === 'count' || entry.leaf === 'key' || entry.leaf === 'text')
        continue;
      const { table, list, row, field } = placeOf(entry, { ledger, call, tool });
      const rows = tables.get(table) ?? new Map<string, Row>();
      tables.set(table, rows);
      const known = rows.get(row) ?? { list, cells: new Map<string, LedgerEntry>() };
      rows.set(row, known);
      if (!known.cells.has(field)) known.cells.set(field, entry);
    }
  }
  return [...tables]
    .slice(0, MAX_TABLES)
    .filter(([, rows]) => rows.size <= MAX_RECORDS)
    .map(([name, rows]) => tableOf(name.replace(/^\d+:/, ''), [...rows.values()].map(withSpan)));
}

/** The innermost list that a leaf stands in is its table; outside of lists, the results of one tool make one. */
function placeOf(
  { path }: LedgerEntry,
  { ledger, call, tool }: { ledger: EvidenceLedger; call: number; tool: string },
): { table: string; list: string; row: string; field: string } {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const list = pointerTo(path.slice(0, length));
    if (!ledger.collections.has(`${call}:${list}`)) continue;
    const shape = path.slice(0, length).filter((part) => !/^\d+$/.test(part));
    return {
      table: `${tool}/${shape.join('/')}`,
      list: `${call}:${list}`,
      row: `${call}:${list}/${path[length] ?? ''}`,
      field: path.slice(length + 1).join('/'),
    };
  }
  return { table: tool, list: tool, row: String(call), field: path.join('/') };
}

/** A record that starts and ends has a length too. */
function withSpan(row: Row): Row {
  const span = row.cells.has('duration') ? undefined : spanOf([...row.cells.values()]);
  return span === undefined ? row : { ...row, cells: new Map([...row.cells, ['duration', span]]) };
}

function tableOf(name: string, rows: readonly Row[]): EvidenceTable {
  const counts = new Map<string, number>();
  for (const { cells } of rows) for (const field of cells.keys()) counts.set(field, (counts.get(field) ?? 0) + 1);
  return {
    name,
    records: rows.map(({ list, cells }) => ({ list, cells, words: wordsOfRow(cells) })),
    fields: [...counts].filter(([, count]) => count > 1 || rows.length === 1).map(([field]) => field),
  };
}

function wordsOfRow(cells: Row['cells']): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text, leaf } of cells.values())
    if (leaf === 'string' && text.length <= MAX_NAME) for (const word of wordsOf(text)) words.add(word);
  return words;
}

/** A cell as a number: an amount, or a moment in minutes. Undefined for texts, flags and what is several values. */
export function measureOf(entry: LedgerEntry | undefined): number | undefined {
  if (
    entry === undefined ||
    entry.leaf === 'boolean' ||
    entry.leaf === 'null' ||
    (entry.isIdentity && entry.leaf === 'string' && !isMoment(entry.text))
  )
    return undefined;
  const moment = momentOf(entry.text);
  if (moment !== undefined) return moment;
  const [only] = entry.values;
  if (only === undefined || entry.values.length > 1) return undefined;
  const rest = entry.text.length - (only.end - only.start);
  const amount = rest > 6 ? undefined : amountOf(only.value);
  if (amount === undefined) return undefined;
  // Hours and minutes of one column are compared in one measure.
  const base = only.value.kind === 'quantity' ? baseAmount(amount, only.value.unit) : undefined;
  const number = Number(base === undefined ? amount : /[\d.]+$/.exec(base)?.[0]);
  return entry.text.trim().startsWith('-') ? -number : number;
}
