import { expect, test } from 'vitest';
import { tierOf } from '../../src/domain/authoring/tier.ts';
import { scenarioOf } from '../fixtures/session-parts.ts';

test.each([
  ['a script', { user: ['Hello'] }, 'scripted'],
  ['a persona', { user: { persona: {} } }, 'live'],
  ['a script that hands over to a persona', { user: [{ script: ['Hello'] }, { persona: {} }] }, 'live'],
  [
    'a script whose talk is judged',
    { user: ['Hello'], expect: [{ type: 'judge', criteria: ['It is polite.'] }] },
    'live',
  ],
  ['a script with an agent that asks a model, as its author says', { user: ['Hello'], tier: 'live' as const }, 'live'],
])('%s is %o, so its tier is %s', (_name, scenario, tier) => {
  expect(tierOf(scenarioOf(scenario))).toBe(tier);
});
