import { expect, test } from 'vitest';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { scriptedModel } from '../../src/llm/scripted-model.ts';
import { chainUser } from '../../src/users/chain-user.ts';
import { machineUser } from '../../src/users/machine-user.ts';
import { personaUser } from '../../src/users/persona-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { machineOf } from './machine/machines.ts';
import { linesOf, openSession, talkWith } from './talk-with.ts';

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

const persona = (model: ChatModel) =>
  personaUser({ model, persona: { id: 'a', name: 'A', description: 'Somebody.' }, goal: 'Order A-1001 is found.' });

test('a persona that takes over has heard and said all that was heard and said before', async () => {
  const model = scriptedModel(['And when does it come?', 'END']);
  const chain = chainUser([scriptedUser(['Hello.', 'Where is order A-1001?']), persona(model)]);
  const moves = await talkWith(chain, ['Hi.', 'It was sent.', 'On Monday.']);
  expect(linesOf(moves)).toEqual(['Hello.', 'Where is order A-1001?', 'And when does it come?', '(end: user_done)']);
  const seen = model.calls[0]!.messages.slice(1).map(({ role, content }) => `${role}: ${content}`);
  expect(seen.map((text) => text.replaceAll(/heard-[0-9a-f]{8}/g, 'heard'))).toMatchInlineSnapshot(`
    [
      "user: (Nothing has been said yet. Write your first message.)",
      "assistant: Hello.",
      "user: <heard>
    Hi.
    </heard>",
      "assistant: Where is order A-1001?",
      "user: <heard>
    It was sent.
    </heard>",
    ]
  `);
  expect(moves[2]!.trace).toMatchObject({
    driver: 'persona',
    part: 1,
    handover: 'part 0 (scripted) ended: user_done, every line of the script was said',
  });
});

test('a machine takes over from a persona, and the requests of the persona stay with the move', async () => {
  const chain = chainUser([persona(scriptedModel(['Where is order A-1001?', 'END'])), askOnce('And now?')]);
  const moves = await talkWith(chain, ['It was sent.']);
  expect(linesOf(moves)).toEqual(['Where is order A-1001?', 'And now?', '(end: user_done)']);
  expect(moves.map(({ modelCalls = [] }) => modelCalls.length)).toEqual([1, 1, 0]);
  expect(moves[1]!.trace).toMatchObject({
    driver: 'machine',
    handover: 'part 0 (persona) ended: user_done, the persona said END',
  });
});

test('requests and notes of all parts that were asked for one move are joined', async () => {
  const chain = chainUser([
    persona(scriptedModel(['Where is order A-1001?', 'END'])),
    persona(scriptedModel(['And when does it come?', 'END'])),
  ]);
  const moves = await talkWith(chain, ['It was sent.', 'Soon.']);
  expect(moves.map(({ modelCalls = [] }) => modelCalls.length)).toEqual([1, 2, 1]);
  expect(moves[1]!.trace.notes).toHaveLength(1);
});

test('a restored chain hands over the talk from before it was stored', async () => {
  const model = functionModel(
    ({ messages }) => `I have said ${messages.filter(({ role }) => role === 'assistant').length}.`,
  );
  const chain = chainUser([scriptedUser(['One.', 'Two.']), persona(model)]);
  const session = openSession(chain);
  await session.next({ turn: -1, texts: [], notices: [] });
  const restored = openSession(chain);
  restored.restore(JSON.parse(JSON.stringify(session.snapshot())));
  await restored.next({ turn: 0, texts: ['OK.'], notices: [] });
  expect(await restored.next({ turn: 1, texts: ['OK.'], notices: [] })).toMatchObject({ text: 'I have said 2.' });
});
