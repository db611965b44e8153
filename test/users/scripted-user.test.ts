import { expect, test } from 'vitest';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { linesOf, openSession, talkWith } from './talk-with.ts';

test('the lines are said in order, one a turn, and then the user is done', async () => {
  const moves = await talkWith(scriptedUser(['One.', { say: 'Two.' }]));
  expect(linesOf(moves)).toEqual(['One.', 'Two.', '(end: user_done)']);
});

test('[A2] the same user object gives equal numbers of turns every time it is opened', async () => {
  const user = scriptedUser(['One.', 'Two.', 'Three.']);
  const counts = [await talkWith(user), await talkWith(user), await talkWith(user)].map(({ length }) => length);
  expect(counts).toEqual([4, 4, 4]);
});

test('[F61] a template inserts facts, runs no code, and never reads what it inserted as a template again', async () => {
  const facts = { order: '{{secret}}', secret: 'hidden', __proto__x: '1' };
  const moves = await talkWith(
    scriptedUser(['It is {{ order }}, {{1+1}} {{}} \u0024{order} <%= order %>.'], { facts }),
  );
  expect(linesOf(moves)[0]).toBe('It is {{secret}}, {{1+1}} {{}} \u0024{order} <%= order %>.');
});

test('[F61] names that nobody gave a value to are refused with the nearest one', () => {
  expect(() =>
    scriptedUser(['Use {{env.API_KEY}}.', 'Where is {{oder_id}}?', '{{toString}}'], { facts: { order_id: 'A-1' } }),
  ).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: the script cannot be used:
    [0]: unknown fact \`env.API_KEY\`
      Known: \`order_id\`.
    [1]: unknown fact \`oder_id\`
      Known: \`order_id\`.
      Hint: did you mean \`order_id\`?
    [2]: unknown fact \`toString\`
      Known: \`order_id\`.]
  `);
});

test('a script that is over before the least number of turns, or goes on after its end, is refused', () => {
  expect(() => scriptedUser(['One.', 'END', 'Two.'], { minTurns: 2 })).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: the script cannot be used:
    [2]: is never said: the talk ends with the stop marker in line 2
      Hint: remove the marker, or the lines after it
    a script of 1 message is over before \`minTurns: 2\`
      Hint: add lines, or lower \`limits.minTurns\`]
  `);
});

test('facts in the words are noted as volunteered, or as elicited when the agent had just asked', async () => {
  const user = scriptedUser(['I ordered something.', 'It is A-1001.', { say: 'To my home.', discloses: ['address'] }], {
    facts: { order_id: 'A-1001', address: 'Long Street 1', email: 'me@example.org' },
  });
  const moves = await talkWith(user, ['What is your order number?', 'Thanks.']);
  expect(moves.map(({ trace }) => trace.disclosed)).toEqual([
    [],
    [{ fact: 'order_id', how: 'elicited' }],
    [{ fact: 'address', how: 'volunteered' }],
    [],
  ]);
});

test('a fact that is never told gives its fallback, and is refused without one', async () => {
  const facts = { card: { value: '4111 1111', disclosure: 'never' as const, fallback: 'I would rather not say' } };
  const moves = await talkWith(scriptedUser(['{{card}}.'], { facts }));
  expect(linesOf(moves)[0]).toBe('I would rather not say.');
  expect(moves[0]!.trace.disclosed).toEqual([]);
  const bare = { card: { value: '4111 1111', disclosure: 'never' as const } };
  expect(() => scriptedUser(['{{card}}.'], { facts: bare })).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: the script cannot be used:
    [0]: fact \`card\` is never told (\`disclosure: never\`)
      Hint: give the fact a \`fallback\`, which the template then inserts, or another \`disclosure\`]
  `);
});

test('what is not its own snapshot is refused', () => {
  expect(() => openSession(scriptedUser(['One.'])).restore({ position: 'x' })).toThrow(
    'not a snapshot of a scripted user',
  );
});
