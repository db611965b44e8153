import type { ProjectOptions } from '../files/project.ts';
import { checkExpectations } from '../scorers/create-scorers.ts';
import { checkUser } from '../users/check-user.ts';
import { checkPersonaJudge } from '../users/persona-checks.ts';
import { checkWorldDefinition } from '../worlds/check-world-definition.ts';
import { checkMentionedNames } from './check-mentioned-names.ts';

/** What the other rooms say of the parts of a scenario. */
export const projectChecks: ProjectOptions['checks'] = {
  user: (definition, { facts, limits, goal, persona }, config) => {
    const models = config === undefined ? undefined : Object.keys(config.models ?? {});
    return [
      ...checkUser(definition, { facts, minTurns: limits.minTurns, models, scenario: { goal, persona }, path: '' }),
      ...checkPersonaJudge(definition, { persona, models: models ?? [], path: '' }),
    ];
  },
  expectations: (expectations, scorers) => checkExpectations(expectations, scorers),
  world: (definition) => checkWorldDefinition(definition),
  mentions: checkMentionedNames,
  scorers: async () => (await import('../scorers/built-in-scorers.ts')).builtInScorers,
};
