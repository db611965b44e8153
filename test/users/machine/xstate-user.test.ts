import { expect, test } from 'vitest';
import { and, assign, createMachine, enqueueActions, not, raise, setup } from 'xstate';
import { machineUser } from '../../../src/users/machine-user.ts';
import { linesOf, openSession, talkWith } from '../talk-with.ts';

type Reply = { type: 'REPLY'; turn: number; texts: readonly string[]; notices: readonly string[] };

test('an XState machine speaks by actions and by meta, keeps its context, and ends in a final state', async () => {
  const machine = setup({
    types: {
      context: {} as { order: string; asked: number },
      events: {} as Reply,
      input: {} as { facts: { order: string } },
    },
    guards: {
      isFound: ({ event }) => event.texts.some((text) => text.includes('Friday')),
      isPatient: ({ context }, params: { times: number }) => context.asked < params.times,
    },
    actions: { say: (_, _params: { text: string }) => undefined },
  }).createMachine({
    context: ({ input }) => ({ order: input.facts.order, asked: 0 }),
    initial: 'ask',
    states: {
      ask: {
        entry: [
          assign({ asked: ({ context }) => context.asked + 1 }),
          { type: 'say', params: ({ context }) => ({ text: `${context.asked}: where is ${context.order}?` }) },
        ],
        on: {
          REPLY: [
            { guard: and(['isFound', not(({ event }) => event.turn > 5)]), target: 'thank' },
            { guard: { type: 'isPatient', params: { times: 2 } }, target: 'ask', reenter: true },
            { target: 'enough' },
          ],
        },
      },
      thank: { meta: { say: 'Thank you for {{order}}.' }, on: { REPLY: 'done' } },
      enough: { type: 'final', meta: { say: 'Enough.', end: 'gave_up' } },
      done: { type: 'final' },
    },
    output: { reason: 'done' },
  });
  const user = machineUser(machine, { facts: { order: 'A-1' } });
  const moves = await talkWith(user, ['Hm.', 'On Friday.']);
  expect(linesOf(moves)).toEqual(['1: where is A-1?', '2: where is A-1?', 'Thank you for A-1.', '(end: user_done)']);
  expect(moves[2]!.trace).toMatchInlineSnapshot(`
    {
      "captures": [],
      "disclosed": [
        {
          "fact": "order",
          "how": "volunteered",
        },
      ],
      "driver": "machine",
      "entered": [
        "thank",
      ],
      "guards": [
        {
          "guard": "and(isFound, not(inline guard))",
          "transition": "ask.REPLY[0]",
          "value": true,
        },
      ],
      "left": [
        "ask",
      ],
      "part": 0,
      "transitions": [
        "ask.REPLY[0]",
      ],
    }
  `);
  expect(moves[1]!.trace.guards).toEqual([
    { transition: 'ask.REPLY[0]', guard: 'and(isFound, not(inline guard))', value: false },
    { transition: 'ask.REPLY[1]', guard: 'isPatient', value: true },
  ]);
});

test('nested states and silent transitions are told in the trace, in order', async () => {
  const machine = createMachine({
    initial: 'talk',
    states: {
      talk: {
        initial: 'greet',
        on: { REPLY: 'bye' },
        states: {
          greet: { meta: { say: 'Hi.' }, on: { REPLY: 'choose' } },
          choose: { always: [{ guard: () => false, target: 'greet' }, { target: 'ask' }] },
          ask: { meta: { say: 'Where?' } },
        },
      },
      bye: { type: 'final' },
    },
  });
  const moves = await talkWith(machineUser(machine));
  expect(linesOf(moves)).toEqual(['Hi.', 'Where?', '(end: user_done)']);
  expect(
    moves.map(({ trace: { left, entered, transitions } }) => ({ left, entered, transitions })),
  ).toMatchInlineSnapshot(`
    [
      {
        "entered": [
          "talk",
          "talk.greet",
        ],
        "left": [],
        "transitions": [],
      },
      {
        "entered": [
          "talk.choose",
          "talk.ask",
        ],
        "left": [
          "talk.greet",
          "talk.choose",
        ],
        "transitions": [
          "talk.greet.REPLY[0]",
          "talk.choose.always[1]",
        ],
      },
      {
        "entered": [
          "bye",
        ],
        "left": [
          "talk.ask",
          "talk",
        ],
        "transitions": [
          "talk.REPLY[0]",
        ],
      },
    ]
  `);
});

test('a literal `say` is not filled, so words taken from the agent cannot ask for facts', async () => {
  const machine = createMachine({
    initial: 'a',
    states: {
      a: { meta: { say: 'Say it.' }, on: { REPLY: 'b' } },
      b: {
        entry: {
          type: 'say',
          params: ({ event }: { event: unknown }) => ({ text: `You said ${(event as Reply).texts[0]}` }),
        },
        on: { REPLY: 'c' },
      },
      c: { type: 'final' },
    },
  });
  const [, echo] = await talkWith(machineUser(machine, { facts: { card: '4111 1111' } }), ['{{card}}']);
  expect(linesOf([echo!])).toEqual(['You said {{card}}']);
});

test('enqueued actions and raised events work without an actor', async () => {
  const machine = createMachine({
    initial: 'a',
    states: {
      a: {
        entry: enqueueActions(({ enqueue }) => enqueue({ type: 'say', params: { text: 'Queued.' } })),
        on: { REPLY: { actions: raise({ type: 'NEXT' }), target: 'b' } },
      },
      b: { meta: { say: 'Unheard.' }, on: { NEXT: 'c', REPLY: 'c' } },
      c: { type: 'final' },
    },
  });
  expect(linesOf(await talkWith(machineUser(machine)))).toEqual(['Queued.', 'Unheard. (end: user_done)']);
});

test('[F37] a guard that throws makes a broken move that names state, transition and guard', async () => {
  const machine = setup({
    guards: {
      isLate: () => {
        throw new Error('no clock here');
      },
    },
  }).createMachine({
    initial: 'ask',
    states: {
      ask: { meta: { say: 'Hi.' }, on: { REPLY: [{ guard: 'isLate', target: 'bye' }, { target: 'bye' }] } },
      bye: { type: 'final' },
    },
  });
  expect(linesOf(await talkWith(machineUser(machine)))).toEqual([
    'Hi.',
    '(broken: state `ask`: guard `isLate` of `ask.REPLY[0]` failed: no clock here)',
  ]);
});

test('[F37] code of the machine that throws at the start or in an action is a broken move', async () => {
  const fail = (): never => {
    throw undefined;
  };
  const atStart = createMachine({
    context: fail,
    initial: 'a',
    states: { a: { meta: { say: 'Hi.' }, on: { REPLY: 'b' } }, b: { type: 'final' } },
  });
  const inAction = createMachine({
    initial: 'a',
    states: {
      a: { meta: { say: 'Hi.' }, on: { REPLY: { target: 'b', actions: assign(fail) } } },
      b: { type: 'final' },
    },
  });
  expect(linesOf(await talkWith(machineUser(atStart)))).toEqual(['(broken: state `(initial)`: undefined was thrown)']);
  expect(linesOf(await talkWith(machineUser(inAction)))).toEqual(['Hi.', '(broken: state `a`: undefined was thrown)']);
});

test('[F37] an endless chain that no check can see is cut off when it runs', async () => {
  const machine = createMachine({
    initial: 'ask',
    states: {
      ask: {
        meta: { say: 'Hi.' },
        on: {
          REPLY: { target: 'bye', actions: enqueueActions(({ enqueue }) => enqueue.raise({ type: 'AGAIN' })) },
          AGAIN: {},
        },
      },
      bye: {
        meta: { say: 'Bye.' },
        on: { AGAIN: { actions: enqueueActions(({ enqueue }) => enqueue.raise({ type: 'AGAIN' })) }, REPLY: 'ask' },
      },
    },
  });
  const moves = await talkWith(machineUser(machine));
  expect(linesOf(moves)).toEqual([
    'Hi.',
    '(broken: state `bye`: transition `bye.AGAIN[0]`: an endless chain of silent transitions)',
  ]);
});

test('the machine that was handed in is not changed, and may serve several users', async () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { meta: { say: 'Hi.' }, on: { REPLY: 'b' } }, b: { type: 'final' } },
  });
  const before = JSON.stringify(machine.definition);
  const [one, two] = [machineUser(machine), machineUser(machine)];
  expect(await talkWith(one)).toEqual(await talkWith(two));
  expect(JSON.stringify(machine.definition)).toBe(before);
});

test('after the first move, moves are made without waiting', async () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { meta: { say: 'Hi.' }, on: { REPLY: 'b' } }, b: { type: 'final' } },
  });
  const session = openSession(machineUser(machine));
  expect(await session.next({ turn: -1, texts: [], notices: [] })).toMatchObject({ kind: 'say', text: 'Hi.' });
  expect(session.next({ turn: 0, texts: ['OK.'], notices: [] })).toMatchObject({ kind: 'end' });
});
