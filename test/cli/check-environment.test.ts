import { expect, test } from 'vitest';
import { checkEnvironment } from '../../src/cli/check-environment.ts';
import { formatProblem } from '../../src/domain/authoring/problem.ts';

const fitting = { node: '20.19.0', zod: '4.0.0', xstate: '5.19.0' };

test('[S1.32] versions that fit have nothing against them, and openai may be missing', () => {
  expect(checkEnvironment(fitting)).toEqual([]);
  expect(checkEnvironment({ node: '26.1.0', zod: '4.6.7', xstate: '5.33.3', openai: '7.1.0' })).toEqual([]);
});

test('[S1.32] Node 18 and zod 3.24 are refused, each with its remedy', () => {
  const problems = checkEnvironment({ ...fitting, node: 'v18.20.8', zod: '3.24.1' });
  expect(problems.map(formatProblem).join('\n')).toMatchInlineSnapshot(`
    "node v18.20.8 is too old; 20.19.0 or newer is needed
      Hint: install Node.js 20.19 or newer, such as the current LTS
    zod 3.24.1 is too old; 4.0.0 or newer is needed
      Hint: run \`npm install zod@^4\`"
  `);
});

test.each([
  ['a missing package', { ...fitting, zod: undefined }, 'zod is not installed; 4.0.0 or newer is needed'],
  [
    'a pre-release of the minimum',
    { ...fitting, zod: '4.0.0-beta.1' },
    'zod 4.0.0-beta.1 is too old; 4.0.0 or newer is needed',
  ],
  ['an old optional package', { ...fitting, openai: '4.104.0' }, 'openai 4.104.0 is too old; 6.0.0 or newer is needed'],
  [
    'a version that is none',
    { ...fitting, xstate: 'workspace' },
    'xstate workspace is too old; 5.19.0 or newer is needed',
  ],
  ['the release before', { ...fitting, node: '20.18.3' }, 'node 20.18.3 is too old; 20.19.0 or newer is needed'],
])('%s is named', (_name, environment, message) => {
  expect(checkEnvironment(environment).map((problem) => problem.message)).toEqual([message]);
});
