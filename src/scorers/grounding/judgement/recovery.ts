import { conceptsIn } from '../claims/concepts.ts';
import type { LedgerCall } from '../evidence/ledger-entry.ts';
import { sharesWord } from '../evidence/words.ts';

/** Calls that failed and that no later success made good. */
export function unrecoveredFailures(calls: readonly LedgerCall[]): readonly LedgerCall[] {
  return calls.filter(
    (call) => call.outcome === 'error' && !calls.some((later) => later.index > call.index && makesGood(later, call)),
  );
}

/**
 * A retry of the same tool about the same record; or another tool, where the first one was not there, was asked in a
 * wrong form, or only read: then what matters is that the same question was answered.
 */
function makesGood(later: LedgerCall, failed: LedgerCall): boolean {
  if (later.outcome !== 'ok' && later.outcome !== 'empty') return false;
  if (later.tool === failed.tool) return isSameMatter(failed, later) || isMalformed(failed);
  if (!isMalformed(failed) && failed.effect !== 'read') return false;
  const isLike =
    sharesWord([...failed.nameWords], later.nameWords) ||
    [...conceptsOf(failed)].some((concept) => conceptsOf(later).has(concept));
  const hasSameIds = isSameMatter(failed, later);
  return hasSameIds && (isLike || failed.ids.some((id) => later.ids.includes(id)));
}

/** It never reached what it asked for: no such tool, or arguments that do not fit. */
function isMalformed({ errorKind }: LedgerCall): boolean {
  return errorKind === 'unknown_tool' || errorKind === 'invalid_arguments';
}

function conceptsOf({ tool }: LedgerCall): ReadonlySet<string> {
  return new Set(
    conceptsIn(tool.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')).map(({ concept }) => concept),
  );
}

/** About the same record: an id in common, however it is punctuated, or no ids to tell them apart. */
function isSameMatter(a: LedgerCall, b: LedgerCall): boolean {
  const ids = idsOf(a);
  const others = idsOf(b);
  return ids.length === 0 || others.length === 0 || ids.some((id) => others.includes(id));
}

function idsOf({ ids }: LedgerCall): readonly string[] {
  return ids.filter((id) => /\d/.test(id) && id.length > 2).map((id) => id.replace(/[^a-z0-9\u3400-\u9fff]/g, ''));
}
