import { expect, test } from 'vitest';
import { userFrames } from '../../../../src/reporters/terminal/failure/user-frames.ts';

const own = new URL('../../../../src/reporters/terminal-reporter.ts', import.meta.url);

test('of a stack are left the lines in the author’s own files', () => {
  const stack = [
    'TypeError: x is not a function at (nowhere:1:1)',
    '    at ask (file:///my%20project/agent.js:12:7)',
    '    at /project/tools.ts:3:1',
    '    at C:\\project\\agent.ts:4:2',
    `    at explain (${own}:3105:105)`,
    `    at explain (${own.pathname}:3105:105)`,
    '    at post (file:///project/node_modules/openai/client.mjs:1:1)',
    '    at Array.map (<anonymous>)',
    '    at node:internal/main:1:1',
    '    at odd (file://%zz:1:1)',
  ].join('\n');
  expect(userFrames(stack)).toEqual([
    'at ask (file:///my%20project/agent.js:12:7)',
    'at /project/tools.ts:3:1',
    'at C:\\project\\agent.ts:4:2',
  ]);
});

test('an author’s mistake needs no stack', () => {
  expect(userFrames('UsageError: no such tool\n    at ask (file:///project/agent.js:12:7)')).toEqual([]);
});
