import { NO_TOOL } from '../domain/authoring/routing.ts';
import { compareKeys } from '../domain/transcript/session-key.ts';
import { assertNever } from '../domain/values/assert-never.ts';
import type { Misroute, Rate, RoutingChoice, RoutingResult } from '../domain/verdicts/routing-result.ts';
import type { Verdict } from '../domain/verdicts/verdict.ts';
import { confusionShares } from '../statistics/confusion-table.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import { groupOf, type PlannedSession } from './plan-run.ts';

/** A session as a table knows it. */
type PlannedRow = Pick<PlannedSession, 'key' | 'row'>;

/** What came of one session of a row. Without a choice, nobody could tell what the agent did. */
export type Routed = { verdict: Verdict; choice?: RoutingChoice | undefined; name?: string | undefined };

/** Adds up, for each table of messages, which tool was called for what. */
export type RoutingFold = {
  /** Takes in a session; one that belongs to no table changes nothing. */
  add(planned: PlannedRow, routed: Routed): void;
  /** Tables of which at least one session came to a result, ordered by scenario and variant. */
  results(): RoutingResult[];
};

type RowTally = RoutingResult['rows'][number];
type Table = {
  scenario: string;
  variant: string;
  rows: Map<string, RowTally>;
  /** Line, then the name of the column → sessions. */
  cells: Map<string, Map<string, number>>;
  columns: Map<string, RoutingChoice>;
  misroutes: Misroute[];
};

export function createRoutingFold(sessions: readonly PlannedRow[]): RoutingFold {
  const tables = new Map<string, Table>();
  const ofRows = sessions.filter(({ row }) => row !== undefined);
  for (const planned of ofRows.toSorted((a, b) => (a.row?.position ?? 0) - (b.row?.position ?? 0))) {
    const { rows } = tableOf(tables, planned);
    const { id, say, wanted } = planned.row as Row;
    if (!rows.has(id)) rows.set(id, { row: id, say, wanted: [...wanted], sessions: 0, right: 0, invalid: 0 });
  }
  return {
    add(planned, routed) {
      if (planned.row !== undefined) addTo(tableOf(tables, planned), planned, { ...planned.row, ...routed });
    },
    results: () =>
      [...tables.values()]
        .filter(({ cells }) => cells.size > 0)
        .sort((a, b) => compareKeys({ ...a, trial: 0 }, { ...b, trial: 0 }))
        .map(resultOf),
  };
}

function tableOf(tables: Map<string, Table>, planned: PlannedRow): Table {
  const { scenario, variant } = groupOf(planned);
  const name = `${scenario}/${variant}`;
  const known = tables.get(name);
  if (known !== undefined) return known;
  const table: Table = { scenario, variant, rows: new Map(), cells: new Map(), columns: new Map(), misroutes: [] };
  tables.set(name, table);
  return table;
}

type Row = NonNullable<PlannedRow['row']>;

function addTo(table: Table, { key }: PlannedRow, { id, say, wanted, verdict, choice, name }: Row & Routed): void {
  // What an invalid session shows of the agent is not known to be the agent's doing.
  const called: RoutingChoice = verdict === 'invalid' || choice === undefined ? { kind: 'invalid' } : choice;
  const label = labelOf(called);
  const isRight = label !== undefined && wanted.includes(label);
  const line = isRight ? label : (wanted[0] ?? NO_TOOL);
  const column = columnName(called);
  table.columns.set(column, called);
  const cells = table.cells.get(line) ?? new Map<string, number>();
  table.cells.set(line, cells);
  cells.set(column, (cells.get(column) ?? 0) + 1);
  const tally = table.rows.get(id);
  if (tally !== undefined) {
    tally.sessions += 1;
    tally.right += isRight ? 1 : 0;
    tally.invalid += called.kind === 'invalid' ? 1 : 0;
  }
  if (isRight || called.kind === 'invalid') return;
  table.misroutes.push({ key, row: id, say, wanted: [...wanted], called, ...(name === undefined ? {} : { name }) });
}

/** The name of a choice among the lines; undefined for one that no message can want. */
function labelOf(choice: RoutingChoice): string | undefined {
  switch (choice.kind) {
    case 'tool':
      return choice.tool === NO_TOOL ? undefined : choice.tool;
    case 'none':
      return NO_TOOL;
    case 'unknown_tool':
    case 'no_answer':
    case 'invalid':
      return undefined;
    default:
      return assertNever(choice);
  }
}

/** A tool may have any name, also that of a column which is no tool. */
function columnName(choice: RoutingChoice): string {
  return choice.kind === 'tool' ? `tool:${choice.tool}` : choice.kind;
}

function resultOf({ scenario, variant, rows, cells, columns, misroutes }: Table): RoutingResult {
  const wanted = linesOf([...rows.values()]);
  const called = columnsOf(wanted, [...columns.values()]);
  const counts = wanted.map((line) => called.map((column) => cells.get(line)?.get(columnName(column)) ?? 0));
  const tallies = [...rows.values()];
  const places = new Map(tallies.map(({ row }, index) => [row, index]));
  const place = ({ row }: Misroute): number => places.get(row) ?? 0;
  const sum = (part: 'sessions' | 'right' | 'invalid'): number => tallies.reduce((total, row) => total + row[part], 0);
  const [sessions, right, invalid] = [sum('sessions'), sum('right'), sum('invalid')];
  const leftOut = called.flatMap(({ kind }, index) => (kind === 'invalid' ? [index] : []));
  const shares = confusionShares(counts, { leftOut });
  return {
    scenario,
    variant,
    sessions,
    invalid,
    accuracy: rateOf({ right, of: sessions - invalid }),
    wanted,
    called,
    counts,
    tools: shares.map(({ recall, precision }, index) => ({
      tool: wanted[index] ?? NO_TOOL,
      recall: rateOf(recall),
      precision: rateOf(precision),
    })),
    rows: tallies,
    misroutes: misroutes.toSorted((a, b) => place(a) - place(b) || compareKeys(a.key, b.key)),
  };
}

/** The tools in the order of the table, and `none` last. */
function linesOf(rows: readonly RowTally[]): string[] {
  const names = [...new Set(rows.flatMap(({ wanted }) => wanted))];
  const tools = names.filter((name) => name !== NO_TOOL);
  return names.includes(NO_TOOL) ? [...tools, NO_TOOL] : tools;
}

const LAST: readonly RoutingChoice['kind'][] = ['unknown_tool', 'no_answer', 'invalid'];

/** A column for each line, `none`, the other tools that were called, and what is no choice, as far as it happened. */
function columnsOf(wanted: readonly string[], seen: readonly RoutingChoice[]): RoutingChoice[] {
  const own = wanted.map((name): RoutingChoice => (name === NO_TOOL ? { kind: 'none' } : { kind: 'tool', tool: name }));
  const none: RoutingChoice[] = wanted.includes(NO_TOOL) ? [] : [{ kind: 'none' }];
  const others = seen
    .flatMap((choice) =>
      choice.kind === 'tool' && (choice.tool === NO_TOOL || !wanted.includes(choice.tool)) ? [choice.tool] : [],
    )
    .sort()
    .map((tool): RoutingChoice => ({ kind: 'tool', tool }));
  const last = LAST.flatMap((kind) => seen.filter((choice) => choice.kind === kind));
  return [...own, ...none, ...others, ...last];
}

function rateOf({ right, of }: { right: number; of: number }): Rate {
  return { right, of, ...(of === 0 ? {} : { rate: right / of, interval: wilsonInterval(right, of) }) };
}
