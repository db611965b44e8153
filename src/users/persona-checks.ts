import type { Persona } from '../domain/authoring/persona.ts';
import type { Expectation } from '../domain/authoring/scenario.ts';

/** The name of the check in reports. */
const CHECK_ID = 'simulated-user';

/**
 * The check that a persona with behaviours of the kind `check: { judge: … }` needs when a model speaks for it: a judge finds
 * after the session that they were kept, and one that was not makes the session invalid. Empty for other personas.
 * `taken` holds the ids of a scenario's own checks.
 */
export function personaChecks(persona: Persona, { taken = [] }: { taken?: readonly string[] } = {}): Expectation[] {
  const criteria = persona.behaviours.flatMap(({ check }) =>
    'judge' in check ? [{ must: statementOf(check.judge), about: 'user' }] : [],
  );
  const unique = criteria.filter(({ must }, at) => criteria.findIndex((other) => other.must === must) === at);
  if (unique.length === 0) return [];
  const id = taken.includes(CHECK_ID) ? `${CHECK_ID}-of-the-persona` : CHECK_ID;
  return [{ type: 'judge', id, required: true, tests: 'user', criteria: unique }];
}

/** Behaviours may ask; a judge is asked whether something is true. */
function statementOf(question: string): string {
  const text = question.trim();
  return /[?？]$/.test(text) ? `The answer to the question "${text}" is yes.` : text;
}
