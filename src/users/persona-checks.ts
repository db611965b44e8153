import { Persona } from '../domain/authoring/persona.ts';
import { pickModelName } from '../domain/authoring/pick-model.ts';
import type { Problem } from '../domain/authoring/problem.ts';
import type { Expectation } from '../domain/authoring/scenario.ts';
import { hasPersonaPart } from '../domain/authoring/tier.ts';
import type { UserDefinition } from '../domain/authoring/user-definition.ts';
import { error } from './author-problems.ts';

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

/** The mistake that no model of the project can make that check. `models` are the names of the config's models. */
export function checkPersonaJudge(
  user: UserDefinition,
  { persona, models, path }: { persona: unknown; models: readonly string[]; path: string },
): Problem[] {
  const { success, data } = Persona.safeParse(persona);
  if (!success || models.length === 0 || !hasPersonaPart(user)) return [];
  const judged = data.behaviours.find(({ check }) => 'judge' in check);
  if (judged === undefined || pickModelName(models, { role: 'judge' }) !== undefined) return [];
  const message = `a judge has to see whether the persona keeps to "${judged.instruction}", and nothing says which model judges`;
  return [
    error('which-judge', path, message, 'name a model `judge` or `default` under `models` in rehearsal.config.ts'),
  ];
}

/** What is true of a talk in which the behaviour was kept, whether it is written as a question, a wish or a rule. */
function statementOf(judge: string): string {
  const text = judge.trim();
  return /[?？]$/.test(text)
    ? `The answer to the question “${text}” is yes.`
    : `What the user writes keeps to this: “${text}”`;
}
