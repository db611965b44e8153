import type { LedgerEntry } from '../../evidence/ledger-entry.ts';

/** How a value follows from others, and which evidence was used. `holds` is false for an equation that is wrong. */
export type Derivation = { formula: string; holds: boolean; entries: readonly LedgerEntry[] };
