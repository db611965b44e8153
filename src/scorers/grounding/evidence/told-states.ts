import { conceptsIn } from '../claims/concepts.ts';
import { statusesIn, statusOfField } from '../claims/statuses.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { identityRank } from './result-leaves.ts';

/** A field of a record that tells its status. */
export type KnownStatus = { entry: LedgerEntry; status: string; isNegated: boolean };

export type ToldStates = {
  /** Fields of results that tell a status, in order. */
  statuses(): readonly KnownStatus[];
  /** Evidence that tells a deed as done, in order. */
  deeds(concept: string): readonly LedgerEntry[];
};

/** What the evidence tells of states and deeds; read through once, when first asked. */
export function toldStates(entries: readonly LedgerEntry[]): ToldStates {
  let statuses: readonly KnownStatus[] | undefined;
  let deeds: ReadonlyMap<string, readonly LedgerEntry[]> | undefined;
  return {
    statuses: () => {
      statuses ??= entries.flatMap(statusOf);
      return statuses;
    },
    deeds: (concept) => {
      deeds ??= deedsOf(entries);
      return deeds.get(concept) ?? [];
    },
  };
}

function statusOf(entry: LedgerEntry): KnownStatus[] {
  const { source, leaf, text } = entry;
  if (source !== 'tool' || (leaf !== 'string' && leaf !== 'boolean' && leaf !== 'number') || text.length > 24)
    return [];
  const status = statusOfField(entry.key, text);
  return status ? [{ entry, ...status }] : [];
}

function deedsOf(entries: readonly LedgerEntry[]): ReadonlyMap<string, readonly LedgerEntry[]> {
  const deeds = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    for (const concept of conceptsTold(entry)) deeds.set(concept, [...(deeds.get(concept) ?? []), entry]);
  }
  return deeds;
}

/** Longer texts explain and advise; only what they tell in the perfect counts. */
const SHORT = 40;
const PERFECT = /\b(?:has|have|had|was|were|is|are|been|already|successful(?:ly)?)\b|已|了|成功/i;

function conceptsTold({ source, leaf, key, text }: LedgerEntry): ReadonlySet<string> {
  const told = new Set<string>();
  if (source !== 'tool' && source !== 'allowed' && source !== 'notice' && source !== 'user') return told;
  const isNothing = leaf === 'null' || text === 'false' || text === '' || /^0+(?:\.0+)?$/.test(text);
  if (source === 'tool' && leaf !== 'count' && !isNothing && !/^books?(?:$|[_-]|(?=[A-Z]))/.test(key))
    for (const { concept } of conceptsIn(key.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ')))
      told.add(concept);
  // That the world wrote to the user is told by the notice itself, whatever it says.
  if (source === 'notice') for (const concept of ['send', 'notify']) told.add(concept);
  if ((leaf !== 'string' && leaf !== 'text') || identityRank(key) === 1) return told;
  if (source !== 'tool' || text.length > SHORT) {
    if (!PERFECT.test(text)) return told;
  }
  if (statusesIn(text.slice(0, SHORT).replace(/[_-]/g, ' ')).some(({ isNegated }) => isNegated)) return told;
  const said = text.slice(0, 400).replace(/[_-]/g, ' ');
  for (const { concept, start, end } of conceptsIn(said)) {
    // "Is it there? Please reserve it." asks for a deed, and tells none.
    const isBase =
      /[a-z]$/i.test(said.slice(start, end)) && !/(?:ed|en|sent|paid|made|sold|ion)$/i.test(said.slice(start, end));
    if (source !== 'user' || !isBase) told.add(concept);
  }
  return told;
}
