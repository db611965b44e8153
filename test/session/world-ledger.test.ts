import { expect, test } from 'vitest';
import { worldByTurn } from '../../src/domain/transcript/world-by-turn.ts';
import { agentOf, play, userOf, worldOf } from '../fixtures/session-parts.ts';

const looking = agentOf(async function* (_message, tools) {
  await tools.call('look', {});
  yield { type: 'text', text: 'There.' };
});

test('what no call changed is recorded at the end of the turn, under no call', async () => {
  const world = worldOf(
    { look: { run: (_values, state) => Object.assign(state, { looks: Number(state.looks) + 1 }) } },
    { state: { looks: 0 } },
  );
  const { transcript } = await play({ world, agent: looking, user: userOf('Look.', 'Again.') });
  expect(transcript.filter(({ type }) => type === 'world_change')).toMatchObject([
    { turn: 0, callId: 'no_call', changes: [{ op: 'replace', pointer: '/looks', before: 0, after: 1 }] },
    { turn: 1, callId: 'no_call', changes: [{ op: 'replace', pointer: '/looks', before: 1, after: 2 }] },
  ]);
});

test('a world that cannot tell its state any more ends the session as before, and nothing is made up', async () => {
  let isBroken = false;
  const world = worldOf(
    {
      look: {
        run: () => {
          isBroken = true;
        },
      },
    },
    { state: { looks: 0 } },
  );
  const { transcript, end } = await play({
    agent: looking,
    world: {
      ...world,
      open: (context) => {
        const session = world.open(context);
        return {
          ...session,
          state: () => {
            if (isBroken) throw new Error('the books are burnt');
            return session.state();
          },
        };
      },
    },
  });
  expect(end.reason).toBe('user_done');
  expect(transcript.some(({ type }) => type === 'world_change')).toBe(false);
  expect(transcript.at(-1)).toMatchObject({ detail: expect.stringContaining('the books are burnt') });
});

test('what changed before a call began is none of its doing', async () => {
  const world = worldOf(
    {
      look: { run: (_values, state) => Object.assign(state, { count: 5 }) },
      write: { effect: 'write', run: (_values, state) => Object.assign(state, { count: Number(state.count) + 1 }) },
    },
    { state: { count: 0 } },
  );
  const agent = agentOf(async function* (_message, tools) {
    await tools.call('look', {});
    await tools.call('write', {});
    yield { type: 'text', text: 'Done.' };
  });
  const { transcript } = await play({ world, agent });
  expect(transcript.filter(({ type }) => type === 'world_change')).toMatchObject([
    { callId: 'no_call', changes: [{ before: 0, after: 5 }] },
    { callId: 'c1', changes: [{ before: 5, after: 6 }] },
  ]);
});

test('changes of calls that overtake each other add up all the same, each under its own call', async () => {
  const waits: (() => void)[] = [];
  const add = (_values: unknown, state: Record<string, unknown>) => {
    state.count = Number(state.count) + 1;
  };
  const world = worldOf(
    {
      slow: {
        effect: 'write',
        concurrent: true,
        run: async (values, state) => {
          await new Promise<void>((resolve) => waits.push(resolve));
          add(values, state);
        },
      },
      fast: {
        effect: 'write',
        concurrent: true,
        run: async (values, state) => {
          add(values, state);
          // The slow one goes on when this one is over.
          setImmediate(() => waits.forEach((go) => void go()));
        },
      },
    },
    { state: { count: 0 } },
  );
  const agent = agentOf(async function* (_message, tools) {
    await Promise.all([tools.call('slow', {}), tools.call('fast', {})]);
    yield { type: 'text', text: 'Done.' };
  });
  const { transcript } = await play({ world, agent });
  const history = worldByTurn(transcript);
  expect(history?.sum).toEqual({ addsUp: 'yes' });
  expect(history?.turns[0]?.changes.map(({ call, before, after }) => [call?.name, before, after])).toEqual([
    ['fast', 0, 1],
    ['slow', 1, 2],
  ]);
});
