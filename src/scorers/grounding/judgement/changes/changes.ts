import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';

/** A field of a record that was read again, or written, and holds something else since. */
export type Change = { old: LedgerEntry; now: LedgerEntry };

/** A result that is another one throughout is no change of fields. */
const MAX_CHANGES = 80;

const known = new WeakMap<EvidenceLedger, readonly Change[]>();

/** The fields whose earlier value an answer at `seq` must not tell as current. */
export function changesAt(ledger: EvidenceLedger, seq: number): readonly Change[] {
  const all = known.get(ledger) ?? changesOf(ledger);
  known.set(ledger, all);
  const seen = all.filter(({ old, now }) => stateAt(old, seq) === 'superseded' && stateAt(now, seq) === 'live');
  return seen.length > MAX_CHANGES ? [] : seen;
}

function changesOf({ entries }: EvidenceLedger): readonly Change[] {
  const latest = latestOf(entries);
  return entries.flatMap((old) => {
    if (old.source !== 'tool' || old.supersededBy === undefined || old.isIdentity) return [];
    if (old.leaf === 'count' || old.leaf === 'key' || old.leaf === 'null') return [];
    const now = latest[old.id];
    return now === undefined || now.text === old.text || now.isIdentity ? [] : [{ old, now }];
  });
}

/** What replaced each entry, and what replaced that: later ones stand later in the ledger, so the last are known first. */
function latestOf(entries: readonly LedgerEntry[]): readonly (LedgerEntry | undefined)[] {
  const latest: (LedgerEntry | undefined)[] = [...entries];
  for (const { id, supersededBy } of entries.toReversed())
    if (supersededBy !== undefined && supersededBy > id) latest[id] = latest[supersededBy];
  return latest;
}
