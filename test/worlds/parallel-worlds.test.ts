import { describe, expect, test } from 'vitest';
import type { World, WorldSession } from '../../src/domain/contracts/world.ts';
import { worldByTurn } from '../../src/domain/transcript/world-by-turn.ts';
import { defineTool } from '../../src/worlds/define-tool.ts';
import { defineWorld } from '../../src/worlds/define-world.ts';
import { stubWorld } from '../../src/worlds/stub-world.ts';
import { agentOf, play } from '../fixtures/session-parts.ts';

type Books = { refunds: string[]; counts: { tries: number } };

/** One object for all sessions: the mistake that worlds have to stand. */
const shared: Books = { refunds: [], counts: { tries: 0 } };

const coded = defineWorld<Books>({
  name: 'coded',
  state: () => shared,
  tools: [
    defineTool<{ type: 'object' }, Books>({
      name: 'refund',
      description: 'Pays back.',
      parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as never,
      effect: 'write',
      run: async ({ id }, { state }) => {
        const tries = state.counts.tries;
        // Others go on here, so that a shared count would be lost or doubled.
        await Promise.resolve();
        state.counts.tries = tries + 1;
        state.refunds.push(String(id));
        return { refunded: id };
      },
    }),
  ],
});

const written = stubWorld(
  {
    state: { refunds: [], counts: { tries: 0 } },
    tools: [
      {
        name: 'refund',
        description: 'Pays back.',
        effect: 'write',
        parameters: { id: { type: 'string' } },
        answers: [{ result: 'done', set: { '/refunds/-': '{{id}}', '/counts/tries': 1 } }],
      },
    ],
  },
  'written',
);

const refunding = (id: string) =>
  agentOf(async function* (_message, tools) {
    await tools.call('refund', { id });
    yield { type: 'text', text: 'Refunded.' };
  });

const write = async (session: WorldSession, id: string) => {
  const tool = session.tools[0];
  await tool?.run({ id }, { callId: 'c0', signal: new AbortController().signal });
};

describe.each([
  ['in code', coded],
  ['as data', written],
] satisfies [string, World][])('a world written %s', (_name, world) => {
  test('[S1.27] of twenty sessions at once, each with its own write, has exactly that write in each', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `A-${index}`);
    const runs = await Promise.all(ids.map((id) => play({ world, agent: refunding(id) })));
    for (const [index, { transcript }] of runs.entries()) {
      expect(transcript.at(-1)).toMatchObject({
        world: { state: { refunds: [ids[index]], counts: { tries: 1 } } },
      });
      expect(transcript.filter(({ type }) => type === 'world_change')).toHaveLength(1);
      expect(worldByTurn(transcript)).toMatchObject({
        start: { refunds: [], counts: { tries: 0 } },
        sum: { addsUp: 'yes' },
      });
    }
    expect(shared).toEqual({ refunds: [], counts: { tries: 0 } });
  });

  test('[S1.28] shares no state between sessions, whichever of them writes', async () => {
    const sessions = Array.from({ length: 20 }, () => world.open({ seed: 1, now: '2026-01-15T09:00:00Z' }));
    await Promise.all(sessions.slice(1).map((session, index) => write(session, `A-${index}`)));
    expect(sessions[0]?.state()).toEqual({ refunds: [], counts: { tries: 0 } });
    expect(sessions[0]?.writes()).toEqual([]);
    expect(sessions.slice(1).map((session) => session.writes().length)).toEqual(Array.from({ length: 19 }, () => 1));
  });

  test('[S1.29] keeps sessions apart that were restored from one snapshot', async () => {
    const origin = world.open({ seed: 1, now: '2026-01-15T09:00:00Z' });
    await write(origin, 'A-0');
    const snapshot = origin.snapshot();
    const copies = Array.from({ length: 20 }, () => {
      const session = world.open({ seed: 1, now: '2026-01-15T09:00:00Z' });
      session.restore(snapshot);
      return session;
    });
    await Promise.all(copies.slice(1).map((session, index) => write(session, `B-${index}`)));
    expect(copies[0]?.state()).toMatchObject({ refunds: ['A-0'] });
    expect(origin.state()).toMatchObject({ refunds: ['A-0'] });
    expect(copies.slice(1).map((session) => session.state())).toMatchObject(
      Array.from({ length: 19 }, (_, index) => ({ refunds: ['A-0', `B-${index}`] })),
    );
    expect(origin.writes()).toHaveLength(1);
  });
});
