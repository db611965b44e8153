import type { LedgerCall, LedgerEntry } from './ledger-entry.ts';

/**
 * Marks what a later result replaced: the same tool with the same arguments replaces all of its earlier result; a later
 * result about the same record, by the same tool or by a write, replaces the field of the same shape. Errors replace
 * nothing. What a successful write was given is newer than what was read before, under the same key or `new_` before it.
 * Entries are in call order; a result counts from when the agent saw it.
 */
export function supersede(entries: readonly LedgerEntry[], calls: readonly LedgerCall[]): void {
  const byCall = new Map<number, LedgerEntry[]>();
  const given = new Map<number, LedgerEntry[]>();
  for (const entry of entries) {
    if (entry.call === undefined || (entry.source !== 'tool' && entry.source !== 'argument')) continue;
    if (entry.source === 'argument') {
      given.set(entry.call, [...(given.get(entry.call) ?? []), entry]);
      continue;
    }
    const list = byCall.get(entry.call);
    if (list) list.push(entry);
    else byCall.set(entry.call, [entry]);
  }
  const latest = new Map<string, number>();
  const fields = new Map<string, LedgerEntry>();
  const seen = calls.filter(({ outcome, seenAt }) => seenAt !== undefined && (outcome === 'ok' || outcome === 'empty'));
  for (const call of seen.sort((a, b) => (a.resultSeq ?? 0) - (b.resultSeq ?? 0))) {
    const fresh = byCall.get(call.index) ?? [];
    const earlier = latest.get(call.request);
    if (earlier !== undefined) replaceWhole(byCall.get(earlier) ?? [], fresh, call);
    latest.set(call.request, call.index);
    if (call.effect === 'write')
      for (const entry of given.get(call.index) ?? []) replaceByArgument(entry, call, fields);
    for (const entry of fresh) replaceField(entry, call, fields);
  }
}

function replaceWhole(old: readonly LedgerEntry[], fresh: readonly LedgerEntry[], call: LedgerCall): void {
  const byPath = new Map(fresh.map((entry) => [entry.path.join('/'), entry]));
  const byPlace = new Map<string, LedgerEntry | undefined>();
  for (const entry of fresh) {
    const place = placeOf(entry);
    if (place !== undefined) byPlace.set(place, byPlace.has(place) ? undefined : entry);
  }
  for (const entry of old) {
    const place = placeOf(entry);
    const beside = byPath.get(entry.path.join('/'));
    // Without a name of its own, a member is where it was.
    const isSame = place === undefined || byPlace.get(place) !== undefined || beside?.entity === entry.entity;
    mark(entry, ((place === undefined ? undefined : byPlace.get(place)) ?? (isSame ? beside : undefined))?.id, call);
  }
}

/** A list may be in another order when it is read again: its members are told apart by what they are, not where they stand. */
function placeOf({ path, entity }: LedgerEntry): string | undefined {
  const at = path.findLastIndex((part) => /^\d+$/.test(part));
  const isMember = at >= 0 && at < path.length - 1 && entity !== undefined;
  return isMember ? `${path.slice(0, at).join('/')}\n${entity}\n${path.slice(at + 1).join('/')}` : undefined;
}

function replaceField(entry: LedgerEntry, call: LedgerCall, fields: Map<string, LedgerEntry>): void {
  if (entry.entity === undefined || entry.leaf === 'key' || entry.isIdentity) return;
  const shape = entry.path.map((part) => (/\d/.test(part) ? '*' : part)).join('/');
  const entity = entry.entity.toLowerCase().replace(/^#/, '');
  const own = `${call.tool}\n${entity}\n${shape}`;
  const shared = `\n${entity}\n${shape}`;
  // Lists inside one record share a shape; only what an earlier call said is replaced.
  for (const slot of call.effect === 'read' || shape === '' ? [own] : [own, shared]) {
    const known = fields.get(slot);
    if (known && known.call !== entry.call && known.text !== entry.text && !shape.includes('*'))
      mark(known, entry.id, call);
  }
  fields.set(own, entry);
  fields.set(shared, entry);
}

function replaceByArgument(entry: LedgerEntry, call: LedgerCall, fields: Map<string, LedgerEntry>): void {
  const record = call.ids.find((id) => /\d/.test(id)) ?? call.ids[0];
  if (entry.path.length !== 1 || record === undefined) return;
  const key = entry.key.replace(/^new[_-]?/i, '');
  const known = fields.get(`\n${record}\n${key}`);
  if (known && known.call !== entry.call && known.text !== entry.text && !known.isIdentity) mark(known, entry.id, call);
}

function mark(entry: LedgerEntry, by: number | undefined, call: LedgerCall): void {
  if (entry.supersededAt !== undefined || call.seenAt === undefined) return;
  entry.supersededAt = call.seenAt;
  if (by !== undefined) entry.supersededBy = by;
}
