import type { EvidenceLedger } from '../../evidence/evidence-ledger.ts';
import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import { type RuleClause, ruleClausesIn } from './rule-clause.ts';

/** A rule that the agent was told, and where. */
export type Rule = RuleClause & { entry: LedgerEntry; weight: number };

export type RuleIndex = {
  weightOf(keys: ReadonlySet<string>): number;
  /** The rules that share a key, with the weight of all that they share. */
  sharing(keys: ReadonlySet<string>): ReadonlyMap<Rule, number>;
};

/** Shorter texts of results are states and names. */
const SENTENCE = 24;
const MAX_RULES = 4000;
/** A word in more rules than this tells none of them. */
const MAX_HOLDERS = 400;

const known = new WeakMap<EvidenceLedger, RuleIndex>();

/** Reads the rules of a ledger once, when first asked. */
export function rulesOf(ledger: EvidenceLedger): RuleIndex {
  const index = known.get(ledger) ?? indexOf(ledger.entries);
  known.set(ledger, index);
  return index;
}

function indexOf(entries: readonly LedgerEntry[]): RuleIndex {
  const found: { entry: LedgerEntry; clause: RuleClause }[] = [];
  for (const entry of entries) {
    if (found.length > MAX_RULES) break;
    if (isToldRule(entry)) for (const clause of ruleClausesIn(entry.text)) found.push({ entry, clause });
  }
  const counts = new Map<string, number>();
  for (const { clause } of found) for (const key of clause.keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const rarity = (key: string): number => Math.log(1 + found.length / (counts.get(key) ?? 1));
  const weightOf = (keys: ReadonlySet<string>): number => [...keys].reduce((sum, key) => sum + rarity(key), 0);
  const holders = new Map<string, Rule[]>();
  for (const { entry, clause } of found) {
    const rule = { ...clause, entry, weight: weightOf(clause.keys) };
    for (const key of rule.keys) holders.set(key, [...(holders.get(key)?.slice(0, MAX_HOLDERS) ?? []), rule]);
  }
  return {
    weightOf,
    sharing: (keys) => {
      const shared = new Map<Rule, number>();
      for (const key of keys)
        for (const rule of holders.get(key) ?? []) shared.set(rule, (shared.get(rule) ?? 0) + rarity(key));
      return shared;
    },
  };
}

function isToldRule({ source, leaf, text }: LedgerEntry): boolean {
  if (source === 'policy' || source === 'document' || source === 'notice' || source === 'allowed') return true;
  return source === 'tool' && (leaf === 'string' || leaf === 'text') && text.length >= SENTENCE;
}
