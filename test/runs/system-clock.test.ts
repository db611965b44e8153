import { expect, test } from 'vitest';
import { planRun } from '../../src/runs/plan-run.ts';
import { runSuite } from '../../src/runs/run-suite.ts';
import { systemClock } from '../../src/runs/system-clock.ts';
import { agentOf, play, scenarioOf, userOf, worldOf } from '../fixtures/session-parts.ts';

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a short stop is left out of the time and told to nobody', async () => {
  const clock = systemClock();
  const before = clock.now();
  blockFor(500);
  expect(clock.now() - before).toBeLessThan(400);
  expect(clock.takeBlockedMs()).toBe(0);
  clock.stop();
});

test('never goes back, whenever a stop is noticed', () => {
  const clock = systemClock();
  const seen = [clock.now()];
  for (const ms of [100, 200, 260, 300, 150, 400]) {
    const until = performance.now() + ms;
    while (performance.now() < until) if (Math.random() < 0.001) seen.push(clock.now());
    seen.push(clock.now());
  }
  clock.stop();
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

test('time in which the event loop stood still does not count, and is claimed once', async () => {
  const clock = systemClock();
  const before = clock.now();
  await new Promise((resolve) => setTimeout(resolve, 60));
  blockFor(1_500);
  expect(clock.now() - before).toBeLessThan(1_000);
  expect(clock.takeBlockedMs()).toBeGreaterThan(1_200);
  expect(clock.takeBlockedMs()).toBe(0);
  clock.stop();
});

test('[F24] an agent that blocks the event loop is named, and its neighbours keep the whole of their time', async () => {
  const clock = systemClock();
  const quick = agentOf(async function* () {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield { type: 'text', text: 'Hi.' };
  });
  const blocking = agentOf(async function* () {
    await new Promise((resolve) => setTimeout(resolve, 5));
    blockFor(1_600);
    yield { type: 'text', text: 'Hi.' };
  });
  const common = { variant: 'default', scorers: [], gate: {} };
  const limits = { turnTimeoutMs: 400 };
  const sessions = planRun(
    ['blocks', 'one', 'two'].map((id) => ({
      ...common,
      scenario: scenarioOf({ id, title: id, limits }),
      user: userOf('Hello'),
      agent: id === 'blocks' ? blocking : quick,
    })),
    { seed: 0 },
  );
  const ends: string[] = [];
  const result = await runSuite({
    id: 'run',
    seed: 0,
    sessions,
    concurrency: 3,
    clock,
    signal: new AbortController().signal,
    reporter: { name: 'test', onSessionEnd: ({ key, endReason }) => void ends.push(`${key.scenario} ${endReason}`) },
    score: async () => ({ scores: [] }),
    groundingOf: () => [],
  });
  clock.stop();
  expect(ends.sort()).toEqual(['blocks timeout', 'one user_done', 'two user_done']);
  expect(result.notes).toEqual([
    expect.stringMatching(/^blocks\/default\/0: the agent's code stopped every other session for \d+ ms$/),
  ]);
});

test('a tool of the world that blocks the event loop breaks the test, not the agent', async () => {
  const clock = systemClock();
  const world = worldOf({ slow: { run: () => blockFor(1_600) } });
  const agent = agentOf(async function* (_message, tools) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const outcome = await tools.call('slow', {});
    yield { type: 'text', text: outcome.status };
  });
  const { end, breakages, blockedMs } = await play({
    agent,
    world,
    clock,
    scenario: { limits: { turnTimeoutMs: 400 } },
  });
  clock.stop();
  expect(end.reason).toBe('user_done');
  expect(breakages).toEqual([{ message: expect.stringMatching(/^tool `slow` stopped the event loop for [\d.]+ s$/) }]);
  expect(blockedMs).toBe(0);
});
