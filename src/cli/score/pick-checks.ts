import type { Expectation } from '../../domain/authoring/scenario.ts';
import type { AnyScorerDefinition, Scorer } from '../../domain/contracts/scorer.ts';
import { fitsGlob } from '../../importers/fits-glob.ts';
import { createScorers } from '../../scorers/create-scorers.ts';
import type { Rules, RulesCase } from './rules.ts';

export type CheckPicker = {
  /** The scorers for the conversation of that name: those for all, and those of the cases it matches. */
  scorersFor(name: string): readonly Scorer[];
  /** Patterns of cases that no conversation has matched so far. */
  unmatched(): readonly string[];
};

export function checkPicker(rules: Rules, definitions: readonly AnyScorerDefinition[]): CheckPicker {
  const made = new Map<string, readonly Scorer[]>();
  const waiting = new Set(rules.cases.flatMap(patternsOf));
  return {
    scorersFor(name) {
      const matching = rules.cases.filter((one) => patternsOf(one).some((pattern) => fitsGlob(name, pattern)));
      for (const pattern of waiting) if (fitsGlob(name, pattern)) waiting.delete(pattern);
      const key = matching.map((one) => rules.cases.indexOf(one)).join(' ');
      const known = made.get(key) ?? createScorers(expectationsOf(rules, matching), definitions);
      made.set(key, known);
      return known;
    },
    unmatched: () => [...waiting],
  };
}

function patternsOf({ match }: RulesCase): readonly string[] {
  return typeof match === 'string' ? [match] : match;
}

/** Several cases may ask the same of a conversation: it is asked once. */
function expectationsOf({ expect }: Rules, matching: readonly RulesCase[]): readonly Expectation[] {
  const all = [...expect];
  const known = new Set(expect.map((one) => JSON.stringify(one)));
  for (const expectation of matching.flatMap((one) => one.expect)) {
    const text = JSON.stringify(expectation);
    if (!known.has(text)) all.push(expectation);
    known.add(text);
  }
  return all;
}
