import { expect, test } from 'vitest';
import { call, launches, result, says, user } from '../../importers/told-import.ts';
import { score } from '../score-run.ts';

const MADE_UP = {
  id: 'made-up',
  messages: [
    user('Refund my order.'),
    launches(call('a', 'refund', { id: 'A-1' })),
    result('a', { ok: true }),
    says('Done.'),
  ],
};

/** The exit code with these words about the policy, where an argument stands nowhere in the log. */
async function codeWith(policy: string, args: readonly string[] = []): Promise<number> {
  const rules = `expect: [{ type: arguments-from-evidence }]\neffects: { refund: write }\n${policy}`;
  const files = { 'log.jsonl': `${JSON.stringify(MADE_UP)}\n`, 'rules.yaml': rules, 'policy.md': 'Refund A-1 only.' };
  return (await score(['log.jsonl', '-e', 'rules.yaml', ...args], files)).code;
}

test('without a word about the policy an argument may stand in it, and `none` says that there was none', async () => {
  expect(await codeWith('')).toBe(3);
  expect(await codeWith('policy: none\n')).toBe(1);
  expect(await codeWith('policy: []\n')).toBe(1);
  expect(await codeWith('policy: Refund A-1 only.\n')).toBe(0);
  expect(await codeWith('policy: [Be kind., Refund A-1 only.]\n')).toBe(0);
});

test('files with a policy add to what the rules say', async () => {
  expect(await codeWith('', ['--policy', 'policy.md'])).toBe(0);
  expect(await codeWith('policy: none\n', ['--policy', 'policy.md'])).toBe(0);
  expect(await codeWith('policy: Be kind.\n', ['--policy', 'policy.md'])).toBe(0);
});
