import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import { type LedgerEntry, stateAt } from '../../evidence/ledger-entry.ts';
import { identityKey } from '../../evidence/ledger-indexes.ts';
import { recordsOf } from '../../evidence/records.ts';
import { type Change, changesAt } from './changes.ts';

const BEFORE = /^(?:prev(?:ious)?|prior|old|before|former|was|原|旧)(?:[_-]|$)?/i;
const NEW = /^(?:new|now|after|current|新|现)(?:[_-]|$)?/i;
const MAX_PAIRS = 80;

const known = new WeakMap<EvidenceLedger, readonly Change[]>();

/**
 * What a field held before and after a change: read again, written over what was read, or told as `previous` beside what
 * the call was given.
 */
export function changePairs(ledger: EvidenceLedger, seq: number): readonly Change[] {
  const written = known.get(ledger) ?? [...writtenOver(ledger), ...toldAsPrevious(ledger)].slice(0, MAX_PAIRS);
  known.set(ledger, written);
  const isSeen = (entry: LedgerEntry): boolean => stateAt(entry, seq) !== undefined;
  return [...changesAt(ledger, seq), ...written.filter(({ old, now }) => isSeen(old) && isSeen(now))].filter(
    ({ old, now }) => isPlain(old) && isPlain(now) && old.text.toLowerCase() !== now.text.toLowerCase(),
  );
}

function isPlain({ leaf, text }: LedgerEntry): boolean {
  return (leaf === 'string' || leaf === 'number') && text.length >= 2 && text.length <= 80;
}

/** What a write that went well was given, and what an earlier result had of the same record under the same key. */
function writtenOver(ledger: EvidenceLedger): readonly Change[] {
  const records = recordsOf(ledger);
  const read = new Map<string, LedgerEntry[]>();
  for (const entry of ledger.entries) {
    if (entry.source !== 'tool' || entry.state === 'error') continue;
    read.set(entry.key, [...(read.get(entry.key) ?? []), entry]);
  }
  return ledger.calls.flatMap((call) => {
    if (call.outcome !== 'ok' || call.effect === 'read') return [];
    const given = ledger.entries.filter((entry) => entry.call === call.index && entry.source === 'argument');
    return given.flatMap((now) => {
      if (now.path.length !== 1 || now.isIdentity) return [];
      const before = (read.get(now.key.replace(NEW, '')) ?? []).filter((old) => (old.call ?? call.index) < call.index);
      const named = before.filter((old) => {
        const own = records.of(old)?.own ?? [];
        return own.some(({ text, isIdentity }) => isIdentity && call.ids.includes(identityKey(text)));
      });
      const meant = named.length > 0 ? named : call.ids.length === 0 && before.length === 1 ? before : [];
      return meant.filter((old) => !old.isIdentity && old.text !== now.text).map((old) => ({ old, now }));
    });
  });
}

/** `previous: {street}` beside the street that the call was given; `old` beside `new`. */
function toldAsPrevious({ entries, byCall }: EvidenceLedger): readonly Change[] {
  return entries.flatMap((old) => {
    if (old.source !== 'tool' || old.call === undefined || !old.path.some((part) => BEFORE.test(part))) return [];
    const key = old.key.replace(BEFORE, '');
    const beside = [...(byCall.get(old.call) ?? []), ...entries.filter(isGivenTo(old.call))];
    const now = beside.find(
      (entry) => entry !== old && !entry.path.some((part) => BEFORE.test(part)) && entry.key.replace(NEW, '') === key,
    );
    return now === undefined ? [] : [{ old, now }];
  });
}

function isGivenTo(index: number): (entry: LedgerEntry) => boolean {
  return ({ call, source }) => call === index && source === 'argument';
}
