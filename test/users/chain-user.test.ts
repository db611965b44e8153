import { expect, test } from 'vitest';
import { chainUser } from '../../src/users/chain-user.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { machineOf } from './machine/machines.ts';
import { linesOf, talkWith } from './talk-with.ts';

function askOnce(say: string, end: 'done' | 'gave_up' = 'done'): ReturnType<typeof machineUser> {
  return machineUser(machineOf({ initial: 'ask', states: { ask: { say, on: [{ go: 'leave' }] }, leave: { end } } }));
}

test('the next part takes over in the same turn, and the trace says why', async () => {
  const moves = await talkWith(
    chainUser([scriptedUser(['One.']), askOnce('Two.', 'gave_up'), scriptedUser(['Three.'])]),
  );
  expect(linesOf(moves)).toEqual(['One.', 'Two.', 'Three.', '(end: user_done)']);
  expect(
    moves.map(({ trace: { part, driver, handover = '' } }) => `${part} ${driver}: ${handover}`),
  ).toMatchInlineSnapshot(`
    [
      "0 scripted: ",
      "1 machine: part 0 (scripted) ended: user_done, every line of the script was said",
      "2 scripted: part 1 (machine) ended: user_gave_up, state \`leave\`",
      "2 scripted: ",
    ]
  `);
  expect(moves[2]!.trace).toMatchObject({ left: ['1/ask'], entered: ['1/leave'], transitions: ['1/ask.on[0]'] });
});

test('after a last word the agent answers, and then the next part takes over', async () => {
  const moves = await talkWith(chainUser([scriptedUser(['One.\nEND']), scriptedUser(['Two.\nEND'])]));
  expect(linesOf(moves)).toEqual(['One.', 'Two. (end: user_done)']);
});

test('parts that have nothing to say are passed through', async () => {
  const silent = machineUser(machineOf({ initial: 'a', states: { a: { end: 'done' } } }));
  const moves = await talkWith(chainUser([silent, silent, scriptedUser(['Hello.'])]));
  expect(linesOf(moves)).toEqual(['Hello.', '(end: user_done)']);
  expect(moves[0]!.trace).toMatchObject({ part: 2, entered: ['0/a', '1/a'] });
});

test('the graph joins the graphs of its machines under their parts, and a part that is broken breaks the chain', async () => {
  const broken = {
    ...scriptedUser(['x']),
    open: () => ({
      ...scriptedUser(['x']).open({} as never),
      next: () => ({
        kind: 'broken' as const,
        problem: 'no',
        trace: {
          driver: 'x',
          part: 0,
          left: [],
          entered: [],
          transitions: [],
          guards: [],
          captures: [],
          disclosed: [],
        },
      }),
    }),
  };
  const chain = chainUser([askOnce('One.'), broken, scriptedUser(['Never.'])]);
  expect(chain.graph?.transitions).toEqual([{ id: '0/ask.on[0]', from: '0/ask', to: '0/leave' }]);
  expect(linesOf(await talkWith(chain))).toEqual(['One.', '(broken: no)']);
});

test('a chain without parts is refused', () => {
  expect(() => chainUser([])).toThrow('a chain of users needs at least one part');
});
