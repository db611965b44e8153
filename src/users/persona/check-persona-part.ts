import { pickModelName } from '../../domain/authoring/pick-model.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { PersonaPart } from '../../domain/authoring/user-definition.ts';
import { error, unknownName, warning } from '../author-problems.ts';
import { saysValue } from '../checks/says-value.ts';
import type { UserFacts } from '../facts.ts';

/** What a persona user needs from outside its own part. */
export type PersonaSurroundings = {
  /** Names of the config's models; unchecked when undefined. */
  models?: readonly string[] | undefined;
  /** The scenario's own `goal` and `persona`, as far as they are there; unchecked when undefined. */
  scenario?: { goal?: string | undefined; persona?: unknown } | undefined;
};

/** Mistakes around `user: { persona: … }`, with paths below `path`. */
export function checkPersonaPart(
  { model }: PersonaPart['persona'],
  { models, scenario, facts, path }: PersonaSurroundings & { facts: UserFacts; path: string },
): Problem[] {
  return [
    ...(models === undefined ? [] : checkModel(model, { models, path })),
    ...(scenario === undefined ? [] : checkScenario(scenario, { facts, path })),
  ];
}

const CONFIGURE = 'name one in rehearsal.config.ts: `models: { user: openaiModel({ … }) }`';

function checkModel(
  wanted: string | undefined,
  { models, path }: { models: readonly string[]; path: string },
): Problem[] {
  if (wanted !== undefined && !models.includes(wanted)) {
    const unknown = unknownName('unknown-model', `${path}.model`, { what: 'model', name: wanted, known: models });
    return [models.length === 0 ? { ...unknown, hint: CONFIGURE } : unknown];
  }
  if (pickModelName(models, { role: 'user', wanted }) !== undefined) return [];
  if (models.length === 0) {
    return [error('persona-needs-model', path, 'a persona user needs a model to speak for it', CONFIGURE)];
  }
  const names = models.map((name) => `\`${name}\``).join(', ');
  const message = `several models could speak for the persona: ${names}`;
  return [error('which-model', path, message, 'say `persona: { model: … }`, or call one of them `user` or `default`')];
}

function checkScenario(
  { goal, persona }: NonNullable<PersonaSurroundings['scenario']>,
  { facts, path }: { facts: UserFacts; path: string },
): Problem[] {
  const problems: Problem[] = [];
  if (persona === undefined) {
    const hint = 'add `persona: rehearsal/terse`, another name, or a persona written in place';
    problems.push(error('persona-missing', path, 'the scenario does not say which persona speaks', hint));
  }
  if (goal === undefined) {
    const hint = 'add `goal: …` to the scenario: what the user wants to have reached when the talk ends';
    problems.push(error('goal-missing', path, 'a persona user without a goal does not know what to ask for', hint));
    return problems;
  }
  for (const [name, fact] of Object.entries(facts)) {
    if (typeof fact === 'string' || fact.disclosure !== 'never' || !saysValue(goal, fact.value)) continue;
    const message = `the goal tells the fact \`${name}\`, which is never told (\`disclosure: never\`)`;
    problems.push(warning('hidden-fact-in-goal', path, message, 'take the value out of `goal`, or tell the fact'));
  }
  return problems;
}
