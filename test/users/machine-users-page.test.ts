import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { Scenario } from '../../src/domain/authoring/scenario.ts';
import { createUser } from '../../src/users/create-user.ts';
import { linesOf, talkWith } from './talk-with.ts';

const page = readFileSync(new URL('../../docs/machine-users.md', import.meta.url), 'utf8');
const scenario = Scenario.parse(parse(/```yaml\n(.*?)```/s.exec(page)![1]!));

test('the machine on the page about machine users talks as the page says', async () => {
  const user = createUser(scenario.user, { facts: scenario.facts });
  expect(linesOf(await talkWith(user, ['What is your order number?', 'It arrives on Friday.'])).slice(1)).toEqual([
    'It is A-1001.',
    'So it comes on Friday. Thank you. (end: user_done)',
  ]);
  expect(linesOf(await talkWith(user, ['Which order?', 'It has not shipped yet.', 'Sorry.'])).slice(1)).toEqual([
    'It is A-1001.',
    'I paid 49.90 EUR for it, and it has not even left?',
    '(end: user_gave_up)',
  ]);
});

test('every guard in the table of the page about machine users can be used as it is written', () => {
  const rows = Array.from(page.matchAll(/^\| `(.+?)` \| /gm), ([, code = '']) => code.replaceAll('\\|', '|')).filter(
    (code) => /^(?:heard|denied|asked|number|notice|silent|visits|turn|captured|not|any|all)/.test(code),
  );
  expect(rows.length).toBe(17);
  for (const row of rows) {
    const when: unknown = parse(`{ ${row} }`);
    const states = {
      ask: { say: 'Hi.', on: [{ when, capture: { day: 'x' }, go: 'leave' }, { go: 'leave' }] },
      leave: { end: 'done' },
    };
    const { user } = Scenario.parse({ id: 'x', title: 'x', user: { machine: { initial: 'ask', states } } });
    expect(() => createUser(user, { facts: { price: '5' } }), row).not.toThrow();
  }
});
