import { expect, test } from 'vitest';
import { randomFrom } from '../../../src/domain/values/random.ts';
import { createEndpointLimiter } from '../../../src/llm/provider/policy/endpoint-limiter.ts';
import { openFaultServer } from '../../fixtures/fault-server.ts';
import { neverAnswer } from '../../fixtures/faults/answers.ts';
import { says } from '../../fixtures/faults/wire.ts';
import { modelAt, virtualRuntime } from './provider-under-test.ts';

const clock = { now: () => 0 };
const never = new AbortController().signal;

test('as many are in as there are places, and the next one enters when a place is given back', async () => {
  const limiter = createEndpointLimiter(clock, 2);
  const [first] = [await limiter.enter(never), await limiter.enter(never)];
  const entered: string[] = [];
  const third = limiter.enter(never).then(() => entered.push('third'));
  await new Promise(setImmediate);
  expect(entered).toEqual([]);
  first();
  await third;
  expect(entered).toEqual(['third']);
});

test('whoever aborts in the queue leaves it at once, and takes no place later', async () => {
  const limiter = createEndpointLimiter(clock, 1);
  const giveBack = await limiter.enter(never);
  const abort = new AbortController();
  const waiting = limiter.enter(abort.signal);
  const next = limiter.enter(never);
  abort.abort(new Error('the session is over'));
  await expect(waiting).rejects.toBe(abort.signal.reason);
  giveBack();
  await next;
});

test('the lowest number that any model asks for counts', async () => {
  const limiter = createEndpointLimiter(clock, 64);
  limiter.limitTo(2);
  limiter.limitTo(5);
  await limiter.enter(never);
  await limiter.enter(never);
  const third = limiter.enter(never).then(() => 'in');
  expect(await Promise.race([third, new Promise((resolve) => setImmediate(resolve, 'out'))])).toBe('out');
});

test('a hold is never shortened, and is spread by at most a quarter', () => {
  const limiter = createEndpointLimiter(clock, 1);
  expect(limiter.heldMs(randomFrom(1))).toBe(0);
  limiter.hold(2_000);
  limiter.hold(1_000);
  const held = Array.from({ length: 50 }, (_, seed) => limiter.heldMs(randomFrom(seed)));
  expect(Math.min(...held)).toBeGreaterThanOrEqual(2_000);
  expect(Math.max(...held)).toBeLessThanOrEqual(2_500);
  expect(new Set(held).size).toBeGreaterThan(10);
});

test('an aborted request gives its place to the next one at once, whichever model asks', async () => {
  await using server = await openFaultServer([neverAnswer, says('Delivered.')]);
  const runtime = virtualRuntime();
  const abort = new AbortController();
  const stuck = modelAt({ baseURL: server.baseURL, concurrency: 1 }, { runtime }).ask({}, abort.signal);
  const next = modelAt({ baseURL: `${server.baseURL}/` }, { runtime }).ask();
  while (server.requests.length === 0) await new Promise(setImmediate);
  abort.abort(new Error('the session is over'));
  await expect(stuck).rejects.toBe(abort.signal.reason);
  expect((await next).text).toBe('Delivered.');
});

test('many requests under one signal make no warning of a leak', async () => {
  await using server = await openFaultServer([says('Delivered.')]);
  const warnings: unknown[] = [];
  const listen = (warning: unknown) => warnings.push(warning);
  process.on('warning', listen);
  const { ask } = modelAt({ baseURL: server.baseURL });
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 40 }, () => ask({}, signal)));
  await new Promise(setImmediate);
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});
