import type { Fact } from '../domain/authoring/scenario.ts';

/** What the user knows, by name; a bare text is an open fact. */
export type UserFacts = Readonly<Record<string, string | Fact>>;

/** Facts read once. */
export type KnownFacts = {
  /** All of them: name → value. */
  facts: Readonly<Record<string, string>>;
  /** Name → what a template inserts. */
  tellable: Readonly<Record<string, string>>;
};

/** Name → value, safe for any name. */
export function factValues(facts: UserFacts): Record<string, string> {
  return mapFacts(facts, (fact) => (typeof fact === 'string' ? fact : fact.value));
}

/** Name → what a template inserts: the value, and for a fact that is never told its fallback answer or nothing. */
export function tellableValues(facts: UserFacts): Record<string, string> {
  return mapFacts(facts, (fact) => {
    if (typeof fact === 'string') return fact;
    return fact.disclosure === 'never' ? fact.fallback : fact.value;
  });
}

function mapFacts(facts: UserFacts, read: (fact: UserFacts[string]) => string | undefined): Record<string, string> {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, fact] of Object.entries(facts)) {
    const value = read(fact);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
