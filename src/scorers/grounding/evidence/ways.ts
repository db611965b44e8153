import type { TypedValue } from '../values/typed-value.ts';
import type { EvidenceLedger } from './evidence-ledger.ts';
import { type LedgerEntry, stateAt } from './ledger-entry.ts';
import { beginningAt, identityKey, push } from './ledger-indexes.ts';
import { type RoleReader, roleReader } from './roles.ts';

/** What a record says of a direction: where something starts and where it ends. */
export type Way = { from: string; to: string; start: LedgerEntry; end: LedgerEntry };

/** Every way that results and arguments tell. Ends are keys of texts, moments or days. */
export type Ways = {
  /** By where they start. */
  byStart: ReadonlyMap<string, readonly Way[]>;
  /** Texts that a way starts or ends at, as evidence writes them. */
  texts: ReadonlyMap<string, string>;
  /** Keys of `texts` by how they begin, longest first. */
  textsByStart: ReadonlyMap<string, readonly string[]>;
};

/** More starts or ends in one record describe no single way. */
const MAX_ENDS = 8;
const MAX_TEXT = 60;

const known = new WeakMap<EvidenceLedger, Ways>();

/** The ways of a ledger, read once. */
export function waysOf(ledger: EvidenceLedger): Ways {
  const ways = known.get(ledger) ?? readWays(ledger);
  known.set(ledger, ways);
  return ways;
}

function readWays(ledger: EvidenceLedger): Ways {
  const ways: Way[] = [];
  const groups = new Map<string, { starts: LedgerEntry[]; ends: LedgerEntry[] }>();
  const stops = new Map<string, LedgerEntry[]>();
  const roleOf = roleReader();
  for (const entry of ledger.entries) {
    if ((entry.source !== 'tool' && entry.source !== 'argument') || entry.state === 'error') continue;
    if (entry.leaf === 'string') ways.push(...writtenIn(entry));
    if (entry.leaf === 'string' && STOPS.test(entry.key) && /^\d+$/.test(entry.path.at(-1) ?? ''))
      push(stops, `${entry.call}:${entry.source}:${entry.path.slice(0, -1).join('/')}`, entry);
    addToGroup(groups, entry, roleOf);
  }
  for (const { starts, ends } of groups.values()) ways.push(...waysBetween(starts, ends));
  for (const list of stops.values()) {
    for (const [index, end] of list.entries())
      if (index > 0) ways.push(...waysBetween([list[index - 1] as LedgerEntry], [end]));
  }
  return indexOf(ways);
}

/** Lists in the order of travel. */
const STOPS = /route|stops?$|^path$|itinerary|waypoints?|stations?$|legs?$|路线|途经|站点|行程/i;

function addToGroup(
  groups: Map<string, { starts: LedgerEntry[]; ends: LedgerEntry[] }>,
  entry: LedgerEntry,
  roleOf: RoleReader,
): void {
  const found = roleIn(entry.path, roleOf);
  if (!found) return;
  const record = `${entry.call}:${entry.source}:${entry.path.slice(0, found.depth).join('/')}`;
  const group = groups.get(record) ?? { starts: [], ends: [] };
  groups.set(record, group);
  const list = found.role === 'start' ? group.starts : group.ends;
  if (list.length < MAX_ENDS) list.push(entry);
}

/** The innermost key that tells an end of a way, or the one around it: `from`, `from/city`. */
function roleIn(path: readonly string[], roleOf: RoleReader): { role: 'start' | 'end'; depth: number } | undefined {
  for (let depth = path.length - 1; depth >= 0 && depth >= path.length - 2; depth -= 1) {
    const role = roleOf(path[depth] as string);
    if (role) return { role, depth };
  }
  return undefined;
}

function waysBetween(starts: readonly LedgerEntry[], ends: readonly LedgerEntry[]): readonly Way[] {
  return starts.flatMap((start) =>
    ends.flatMap((end) => {
      const from = endKey(start, end);
      const to = endKey(end, start);
      return from === undefined || to === undefined || from === to || from[0] !== to[0]
        ? []
        : [{ from, to, start, end }];
    }),
  );
}

/** `x:` and a text, `d:` and a day, `t:` and a minute; a moment counts by its day where the other end is of another day. */
function endKey(entry: LedgerEntry, other: LedgerEntry): string | undefined {
  const day = dayOf(entry);
  const otherDay = dayOf(other);
  if (day !== undefined && day !== otherDay) return otherDay === undefined ? undefined : day;
  const time = entry.values.find(({ value }) => value.kind === 'time')?.value;
  if (time?.kind === 'time') return `t:${time.minutes[0]}`;
  if (entry.leaf !== 'string' || entry.text.length > MAX_TEXT || !/\p{L}{2}/u.test(entry.text)) return undefined;
  return `x:${identityKey(entry.text)}`;
}

function dayOf(entry: LedgerEntry): string | undefined {
  const date = entry.values.find(({ value }) => value.kind === 'date')?.value;
  return date === undefined ? undefined : keyOfMoment(date)[0];
}

/** Keys that a moment told in an answer may have among the ends of ways. */
export function keyOfMoment(value: TypedValue): readonly string[] {
  if (value.kind === 'time') return value.minutes.map((minutes) => `t:${minutes}`);
  if (value.kind !== 'date' || value.date.month === undefined || value.date.day === undefined) return [];
  return [`d:${value.date.month}-${value.date.day}`];
}

const ARROW = /\s*(?:->|→|⇒|=>|➔|➜)\s*/;

/** `Faro → Beja`: a field that is a way by itself. */
function writtenIn(entry: LedgerEntry): readonly Way[] {
  if (entry.text.length > 2 * MAX_TEXT || !ARROW.test(entry.text)) return [];
  const ends = entry.text.split(ARROW).map((part) => `x:${identityKey(part)}`);
  return ends.slice(1).flatMap((to, index) => {
    const from = ends[index] as string;
    return from.length > 3 && to.length > 3 && from !== to ? [{ from, to, start: entry, end: entry }] : [];
  });
}

function indexOf(ways: readonly Way[]): Ways {
  const byStart = new Map<string, Way[]>();
  const texts = new Map<string, string>();
  for (const way of ways) {
    push(byStart, way.from, way);
    for (const [key, { text }] of [
      [way.from, way.start],
      [way.to, way.end],
    ] as const)
      if (key.startsWith('x:')) texts.set(key.slice(2), text);
  }
  const textsByStart = new Map<string, string[]>();
  for (const key of [...texts.keys()].sort((a, b) => b.length - a.length)) push(textsByStart, beginningAt(key, 0), key);
  return { byStart, texts, textsByStart };
}

/** The way from one end to the other among those that `isMeant` keeps, over at most `maxSteps` of them. */
export function wayBetween(
  { byStart }: Ways,
  { from, to }: { from: string; to: string },
  {
    seq,
    maxSteps,
    isMeant = () => true,
  }: { seq: number; maxSteps: number; isMeant?: ((way: Way) => boolean) | undefined },
): Way | undefined {
  const seen = new Set([from]);
  let reached = [{ at: from, first: undefined as Way | undefined }];
  for (let step = 0; step < maxSteps && reached.length > 0; step += 1) {
    const next: typeof reached = [];
    for (const { at, first } of reached) {
      for (const way of byStart.get(at) ?? []) {
        if (seen.has(way.to) && way.to !== to) continue;
        if (stateAt(way.start, seq) === undefined || !isMeant(way)) continue;
        if (way.to === to) return first ?? way;
        seen.add(way.to);
        next.push({ at: way.to, first: first ?? way });
      }
    }
    reached = next;
  }
  return undefined;
}
