import { expect, test } from 'vitest';
import { watchSilence } from '../../../src/llm/provider/policy/silence-watch.ts';
import { manualClock } from '../../fixtures/session-parts.ts';

const session = new AbortController().signal;
const timeouts = { requestMs: 1_000, idleMs: 100 };

function start(given = session) {
  const { now, setTimer, advance } = manualClock();
  const clock = { now, setTimer, wallMs: now, wait: () => Promise.reject(new Error('nobody waits')) };
  const watch = watchSilence(given, { clock, timeouts });
  return { watch, advance, why: () => (watch.signal.reason as Error | undefined)?.message };
}

test('an answer has as long as a request may take, whatever events without content come', () => {
  const { watch, advance, why } = start();
  advance(600);
  watch.beat(false);
  advance(399);
  expect(watch.signal.aborted).toBe(false);
  advance(1);
  expect(why()).toBe('no answer came within 1000 ms');
});

test('from the first content on, only a pause counts, and every event ends it', () => {
  const { watch, advance, why } = start();
  watch.beat(true);
  for (let ms = 1; ms <= 5_000; ms += 1) {
    advance(1);
    if (ms % 99 === 0) watch.beat(false);
  }
  expect(watch.signal.aborted).toBe(false);
  for (let ms = 1; ms <= 100; ms += 1) advance(1);
  expect(why()).toBe('the stream paused for longer than 100 ms');
});

test('a process that stood still has a moment to read what arrived meanwhile', () => {
  const { watch, advance, why } = start();
  watch.beat(true);
  advance(5_000);
  expect(watch.signal.aborted).toBe(false);
  watch.beat(true);
  advance(99);
  expect(watch.signal.aborted).toBe(false);
  advance(5_000);
  advance(250);
  expect(why()).toBe('the stream paused for longer than 100 ms');
});

test('a whole answer waits for its epilogue no longer than it is told', () => {
  const { watch, advance } = start();
  watch.hurry(50);
  advance(49);
  expect(watch.signal.aborted).toBe(false);
  advance(1);
  expect(watch.signal.aborted).toBe(true);
});

test('the end of the session ends it with its reason, also when it came before', () => {
  const abort = new AbortController();
  const { watch, advance } = start(abort.signal);
  const stopped = start(abort.signal);
  stopped.watch.stop();
  abort.abort(new Error('the session is over'));
  expect(watch.signal.reason).toBe(abort.signal.reason);
  expect(start(abort.signal).watch.signal.reason).toBe(abort.signal.reason);
  stopped.advance(9_000);
  advance(9_000);
  expect(stopped.watch.signal.aborted).toBe(false);
});
