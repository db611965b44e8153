import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { identityRank } from '../../evidence/result-leaves.ts';
import { roleOf } from '../../evidence/roles.ts';
import { wordsOf } from '../../evidence/words.ts';
import { amountOf } from '../../values/typed-value.ts';

/** A number of a record that can be compared or added: an amount, or a moment in minutes. */
export type Cell = { entry: LedgerEntry; number: number };

/** One record among its like. */
export type Row = {
  /** What it is told apart by. */
  name: string;
  /** The list that it stands in: `call:path`. */
  home: string;
  entries: readonly LedgerEntry[];
  /** By column: the path below the record. */
  cells: ReadonlyMap<string, Cell>;
};

export type Column = {
  key: string;
  kind: 'amount' | 'moment' | 'span';
  words: ReadonlySet<string>;
  cells: readonly (Cell | undefined)[];
};

/** Records of one shape: the members of a list, or what several calls of one tool gave. */
export type Table = { rows: readonly Row[]; columns: readonly Column[] };

const MAX_ROWS = 300;
const cache = new WeakMap<EvidenceLedger, Map<number, readonly Table[]>>();

/** The tables that the agent had seen before `seq`. */
export function tablesOf(ledger: EvidenceLedger, seq: number): readonly Table[] {
  const known = cache.get(ledger) ?? new Map<number, readonly Table[]>();
  cache.set(ledger, known);
  const tables = known.get(seq) ?? readTables(ledger, seq);
  known.set(seq, tables);
  return tables;
}

function readTables(ledger: EvidenceLedger, seq: number): readonly Table[] {
  const groups = new Map<string, Map<string, LedgerEntry[]>>();
  for (const [call, entries] of ledger.byCall) {
    const tool = ledger.calls[call]?.tool ?? '';
    const splits = new Map<string, number>();
    for (const entry of entries) {
      if (entry.source !== 'tool' || entry.leaf === 'count' || stateAt(entry, seq) !== 'live') continue;
      const depth = depthOf(entry, { call, ledger, splits });
      const prefix = entry.path.slice(0, depth);
      const shape = `${tool}:${prefix.slice(0, -1).map(unnumbered).join('/')}`;
      const rows = groups.get(shape) ?? new Map<string, LedgerEntry[]>();
      groups.set(shape, rows);
      const id = `${call}:${prefix.join('/')}`;
      const row = rows.get(id);
      if (row) row.push(entry);
      else rows.set(id, [entry]);
    }
  }
  return [...groups.values()].map((rows) => tableOf([...rows].slice(0, MAX_ROWS)));
}

/** How many parts of the path lead to the record that holds the leaf: the innermost member of a list, else the whole result. */
function depthOf(
  { path }: LedgerEntry,
  { call, ledger, splits }: { call: number; ledger: EvidenceLedger; splits: Map<string, number> },
): number {
  const parent = path.slice(0, -1).join('/');
  const known = splits.get(parent);
  if (known !== undefined) return known;
  let depth = 0;
  let pointer = '';
  for (let index = 0; index < path.length; index += 1) {
    const isLeafOfList = index === path.length - 1;
    if (!isLeafOfList && ledger.collections.has(`${call}:${pointer}`)) depth = index + 1;
    pointer += `/${(path[index] ?? '').replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
  splits.set(parent, depth);
  return depth;
}

function unnumbered(part: string): string {
  return /\d/.test(part) ? '*' : part;
}

function tableOf(groups: readonly (readonly [string, readonly LedgerEntry[]])[]): Table {
  const rows = groups.map(([id, entries]) =>
    rowOf(entries, id.slice(0, Math.max(id.lastIndexOf('/'), id.indexOf(':')))),
  );
  const keys = new Set(rows.flatMap(({ cells }) => [...cells.keys()]));
  const columns = [...keys].flatMap((key): Column[] => {
    const cells = rows.map((row) => row.cells.get(key));
    const first = cells.find((cell) => cell !== undefined);
    if (!first) return [];
    const kind = key === SPAN ? 'span' : isMoment(first.entry.text) ? 'moment' : 'amount';
    const words = new Set(key === SPAN ? [] : [...wordsOf(key), ...first.entry.words]);
    return [{ key, kind, words, cells }];
  });
  return { rows, columns };
}

/** The column of how long something takes, from where it starts and ends. */
export const SPAN = '\u0000span';

function rowOf(entries: readonly LedgerEntry[], home: string): Row {
  const cells = new Map<string, Cell>();
  const shortest = Math.min(...entries.map(({ path }) => path.length));
  const ends: { start?: Cell; end?: Cell } = {};
  for (const entry of entries) {
    const number = entry.isIdentity && entry.leaf !== 'number' ? undefined : numberIn(entry);
    if (number === undefined || /(?:^|[_-])id$|Id$/.test(entry.key)) continue;
    const key = entry.path
      .slice(shortest - 1)
      .filter((part) => !/^\d+$/.test(part))
      .join('/');
    const cell = { entry, number };
    if (!cells.has(key)) cells.set(key, cell);
    const role = isMoment(entry.text) ? roleOf(entry.key) : undefined;
    if (role && !ends[role]) ends[role] = cell;
  }
  if (ends.start && ends.end && ends.end.number > ends.start.number)
    cells.set(SPAN, { entry: ends.end.entry, number: ends.end.number - ends.start.number });
  const identity = entries.reduce<LedgerEntry | undefined>(
    (best, entry) => (entry.isIdentity && rankOf(entry) > (best ? rankOf(best) : -1) ? entry : best),
    undefined,
  );
  const [first] = entries;
  return { name: identity?.text ?? `${first?.call}:${first?.pointer}`, home, entries, cells };
}

function rankOf({ leaf, key }: LedgerEntry): number {
  return leaf === 'key' ? 4 : identityRank(key);
}

const MOMENT =
  /^(?:(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?|(\d{1,2}):(\d{2})(?::\d{2})?)$/;

function isMoment(text: string): boolean {
  return MOMENT.test(text.trim());
}

/** A number with its sign, or minutes since 1970 or midnight. */
function numberIn({ leaf, text, values }: LedgerEntry): number | undefined {
  if (leaf === 'boolean' || leaf === 'null' || leaf === 'key' || text.length > 60) return undefined;
  const match = MOMENT.exec(text.trim());
  if (match) {
    const [, year, month, day, hour, minute, hours, minutes] = match;
    if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
    return Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1), Number(hour ?? 0), Number(minute ?? 0)) / 60_000;
  }
  if (leaf === 'number') return Number(text);
  const [only] = values;
  const amount = values.length === 1 && only ? amountOf(only.value) : undefined;
  if (amount === undefined || !only || text.length - (only.end - only.start) > 12) return undefined;
  return /^\s*[-−]/.test(text) ? -Number(amount) : Number(amount);
}
