import { expect, test } from 'vitest';
import { agentOf, manualClock, play, userOf, worldOf } from '../fixtures/session-parts.ts';

/** A clock on which a test can have the event loop stand still. */
function stallingClock() {
  let unclaimed = 0;
  return {
    ...manualClock(),
    takeBlockedMs() {
      const blocked = unclaimed;
      unclaimed = 0;
      return blocked;
    },
    stall(ms: number): void {
      unclaimed += ms;
    },
  };
}

const calling = (before: () => void = () => {}, between: () => void = () => {}) =>
  agentOf(async function* (_message, tools) {
    before();
    const called = tools.call('look_up', {});
    between();
    yield { type: 'text', text: (await called).status };
  });

test('what stood still before the session is nobody’s doing in it', async () => {
  const clock = stallingClock();
  clock.stall(2_500);
  const { breakages, blockedMs, end } = await play({ agent: calling(), world: worldOf({ look_up: {} }), clock });
  expect({ breakages, blockedMs, end: end.reason }).toEqual({ breakages: [], blockedMs: 0, end: 'user_done' });
});

test('what stood still while the user thought is not the agent’s doing', async () => {
  const clock = stallingClock();
  const user = userOf('Hello', 'And?');
  const slow = {
    ...user,
    open: (...given: Parameters<typeof user.open>) => {
      const session = user.open(...given);
      return {
        ...session,
        next: (...heard: Parameters<typeof session.next>) => {
          clock.stall(2_500);
          return session.next(...heard);
        },
      };
    },
  };
  const { breakages, blockedMs } = await play({ agent: calling(), user: slow, world: worldOf({ look_up: {} }), clock });
  expect({ breakages, blockedMs }).toEqual({ breakages: [], blockedMs: 0 });
});

test.each(['before', 'after'])(
  'an agent that blocks right %s it calls a tool is named, and the tool is not',
  async (when) => {
    const clock = stallingClock();
    const block = () => clock.stall(2_500);
    const agent = when === 'before' ? calling(block) : calling(undefined, block);
    const { breakages, blockedMs } = await play({ agent, world: worldOf({ look_up: {} }), clock });
    expect({ breakages, blockedMs }).toEqual({ breakages: [], blockedMs: 2_500 });
  },
);

test('a tool that blocks is named, and the agent is not', async () => {
  const clock = stallingClock();
  const world = worldOf({ look_up: { run: () => clock.stall(2_500) } });
  const { breakages, blockedMs } = await play({ agent: calling(), world, clock });
  expect(breakages).toEqual([{ message: 'tool `look_up` stopped the event loop for 2.5 s' }]);
  expect(blockedMs).toBe(0);
});
