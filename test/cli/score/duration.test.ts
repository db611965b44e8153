import { expect, test } from 'vitest';
import { says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const CONFIG = `
const schema = { safeParse: (data) => ({ success: true, data }), _zod: { def: {} } };
const waits = () => {
  const until = performance.now() + 600;
  while (performance.now() < until);
  return { status: 'not_applicable', reason: 'slow' };
};
const parts = [{ stage: 'generation', needs: {}, deterministic: true, score: waits }];
export default { scorers: [{ type: 'slow', summary: 'Is slow.', stages: ['generation'], metrics: [], schema, create: () => parts }] };
`;

test('the summary says how long scoring took, also where it held up everything else', async () => {
  const { code, tookMs } = await score(['log.json', '--expect', 'rules.yaml'], {
    'rehearsal.config.ts': CONFIG,
    'log.json': JSON.stringify([user('Hi.'), says('Hello.')]),
    'rules.yaml': 'expect: [{ type: slow }, { type: answered }]',
  });
  expect(code).toBe(0);
  expect(tookMs).toBeGreaterThanOrEqual(600);
});
