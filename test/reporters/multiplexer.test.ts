import { expect, test } from 'vitest';
import type { Reporter } from '../../src/domain/contracts/reporter.ts';
import { combineReporters } from '../../src/reporters/multiplexer.ts';
import { keyOf, planOf, resultOf, runOf } from '../fixtures/results.ts';
import { manualClock } from '../fixtures/session-parts.ts';

const result = resultOf(keyOf('a'));

test('reporters are called in the order of the list, each after the one before is done', async () => {
  const log: string[] = [];
  const slow: Reporter = {
    name: 'slow',
    async onRunStart() {
      await Promise.resolve();
      log.push('slow');
    },
  };
  const fast: Reporter = { name: 'fast', onRunStart: () => void log.push('fast') };
  await combineReporters([slow, fast], () => {}).onRunStart?.(planOf([result]));
  expect(log).toEqual(['slow', 'fast']);
});

test('what a reporter throws, at once or later, becomes a problem and reaches nobody else', async () => {
  const problems: string[] = [];
  const heard: string[] = [];
  const angry: Reporter = {
    name: 'angry',
    onRunStart: () => Promise.reject(new Error('no plan')),
    onSessionStart() {
      throw new Error('no start');
    },
    onSessionEnd() {
      throw 'no end';
    },
    onRunEnd() {
      throw undefined;
    },
  };
  const calm: Reporter = {
    name: 'calm',
    onRunStart: () => void heard.push('plan'),
    onSessionStart: () => void heard.push('start'),
    onSessionEnd: () => void heard.push('end'),
    onRunEnd: () => void heard.push('result'),
  };
  const all = combineReporters([angry, calm], (problem) => problems.push(problem));
  await all.onRunStart?.(planOf([result]));
  all.onSessionStart?.(result.key);
  await all.onSessionEnd?.(result);
  await all.onRunEnd?.(runOf([result]));
  expect(heard).toEqual(['plan', 'start', 'end', 'result']);
  expect(problems).toMatchInlineSnapshot(`
    [
      "the reporter \`angry\` failed in \`onRunStart\`: no plan",
      "the reporter \`angry\` failed in \`onSessionStart\`: no start",
      "the reporter \`angry\` failed in \`onSessionEnd\`: no end",
      "the reporter \`angry\` failed in \`onRunEnd\`: undefined was thrown",
    ]
  `);
});

test('a hook that returns a promise where none is waited for cannot end the process', async () => {
  const problems: string[] = [];
  const sloppy = { name: 'sloppy', onEvent: (): unknown => Promise.reject(new Error('late')) } as Reporter;
  combineReporters([sloppy], (problem) => problems.push(problem)).onEvent?.(result.key, result.transcript[0]!);
  await Promise.resolve();
  await Promise.resolve();
  expect(problems).toEqual(['the reporter `sloppy` failed in `onEvent`: late']);
});

test('a reporter that fails at every event is told once', () => {
  const problems: string[] = [];
  const broken: Reporter = {
    name: 'broken',
    onEvent() {
      throw new Error('again');
    },
  };
  const all = combineReporters([broken, broken], (problem) => problems.push(problem));
  for (const event of result.transcript) all.onEvent?.(result.key, event);
  expect(problems.length).toBe(2);
});

test('a hook that nobody has is absent, so that events cost nothing', () => {
  const all = combineReporters(
    [
      { name: 'a', onRunEnd: () => {} },
      { name: 'b', onSessionEnd: () => {} },
    ],
    () => {},
  );
  expect(Object.keys(all)).toEqual(['name', 'onSessionEnd', 'onRunEnd']);
});

test('hooks may use `this`', () => {
  const log: string[] = [];
  const own: Reporter & { word: string } = {
    name: 'own',
    word: 'mine',
    onSessionStart() {
      log.push(this.word);
    },
  };
  combineReporters([own], (problem) => log.push(problem)).onSessionStart?.(result.key);
  expect(log).toEqual(['mine']);
});

test('a reporter that never finishes is given up after its time, and the next one still has its turn', async () => {
  const clock = manualClock();
  const log: string[] = [];
  const all = combineReporters(
    [
      { name: 'stuck', onRunEnd: () => new Promise(() => {}) },
      { name: 'next', onRunEnd: () => void log.push('told') },
    ],
    (problem) => log.push(problem),
    { clock, deadlineMs: 30_000 },
  );
  const done = all.onRunEnd?.(runOf([result]));
  clock.advance(30_000);
  await done;
  expect(log).toEqual(['the reporter `stuck` failed in `onRunEnd`: it did not finish within 30 s', 'told']);
});
