import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { truncate } from '../../../src/domain/values/text.ts';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { junitReport } from '../../../src/reporters/files/junit-report.ts';
import { hostileText } from '../../domain/display/hostile-texts.ts';
import { blindScore, findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';
import { elementsOf, readWithSaxes, readWithXmldom, type XmlNode } from './read-xml.ts';

const wrong = (message = 'It says `5`; the result says `7`.') =>
  scoreOf('amounts', [findingOf({ turn: 1, code: 'value_mismatch', message })], { scorer: 'grounded' });
const failing = (scenario: string, trial = 0) => resultOf(keyOf(scenario, trial), { scores: [wrong()] });
const broken = (scenario: string, trial = 0) =>
  resultOf(keyOf(scenario, trial), { endReason: 'world_error', scores: [blindScore('said', 'unscored', 'cut off')] });

test('[C3] quality is a failure of scorer and turn, what was no valid test is an error, and each points at its session', async () => {
  const results = [failing('refund'), broken('parcel'), resultOf(keyOf('status'))];
  const xml = await textOf(results, runOf(results), { directory: '.rehearsal/runs/run' });
  expect(xml).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="rehearsal" tests="3" failures="1" errors="1" skipped="0" time="3.210">
      <testsuite name="parcel" tests="1" failures="0" errors="1" skipped="0" time="0.120" timestamp="2026-01-15T09:00:00.000Z">
        <properties><property name="run" value="run"/><property name="seed" value="42"/></properties>
        <testcase name="parcel" classname="parcel" time="0.120">
          <error message="the session ended with \`world_error\`" type="world_error">! parcel
      Title of parcel
      invalid: world_error

      checks without a score
        said: unscored: cut off

      turn 0
      user     Where is A-1001?
      agent    It has been shipped.
      end      user_done

      replay   rehearsal run parcel --trial 0 --seed 42
      session  .rehearsal/runs/run/sessions/parcel/default/0.jsonl</error>
          <system-out>[[ATTACHMENT|.rehearsal/runs/run/sessions/parcel/default/0.jsonl]]</system-out>
        </testcase>
      </testsuite>
      <testsuite name="refund" tests="1" failures="1" errors="0" skipped="0" time="0.120" timestamp="2026-01-15T09:00:00.000Z">
        <properties><property name="run" value="run"/><property name="seed" value="42"/></properties>
        <testcase name="refund" classname="refund" time="0.120">
          <failure message="It says \`5\`; the result says \`7\`." type="grounded:1">✗ refund
      Title of refund

      turn 1, generation: value_mismatch (check amounts)
      It says \`5\`; the result says \`7\`.

      replay   rehearsal run refund --trial 0 --seed 42
      session  .rehearsal/runs/run/sessions/refund/default/0.jsonl</failure>
          <system-out>[[ATTACHMENT|.rehearsal/runs/run/sessions/refund/default/0.jsonl]]</system-out>
        </testcase>
      </testsuite>
      <testsuite name="status" tests="1" failures="0" errors="0" skipped="0" time="0.120" timestamp="2026-01-15T09:00:00.000Z">
        <properties><property name="run" value="run"/><property name="seed" value="42"/></properties>
        <testcase name="status" classname="status" time="0.120">
          <system-out>[[ATTACHMENT|.rehearsal/runs/run/sessions/status/default/0.jsonl]]</system-out>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test('[C3] a flaky scenario whose gate allows it passes, with an element for each trial that failed', async () => {
  const results = [failing('a', 0), resultOf(keyOf('a', 1)), failing('a', 2)];
  const scenarios = runOf(results).scenarios.map((totals) => ({ ...totals, minPassRate: 0.3 }));
  const suites = await readBoth(results, runOf(results, { scenarios, gate: { status: 'met', reasons: [] } }));
  expect(suites.attributes).toMatchObject({ tests: '1', failures: '0', errors: '0' });
  const [one] = elementsOf(suites, 'testcase');
  expect(one?.children.map(({ name }) => name)).toEqual(['flakyFailure', 'flakyFailure', 'system-out']);
  expect(one?.children.map(({ attributes }) => attributes.message)).toEqual([
    'It says `5`; the result says `7`.',
    'trial 2: It says `5`; the result says `7`.',
    undefined,
  ]);
  expect(one?.children[0]?.children.map(({ name }) => name)).toEqual(['stackTrace']);
});

test('[C3] a flaky scenario that lost its gate fails: the first failure decides, others are reruns', async () => {
  const results = [resultOf(keyOf('a', 0)), failing('a', 1), broken('a', 2), failing('a', 3)];
  const suites = await readBoth(results);
  expect(suites.attributes).toMatchObject({ tests: '1', failures: '1', errors: '0' });
  expect(elementsOf(suites, 'testcase')[0]?.children.map(({ name }) => name)).toEqual([
    'failure',
    'rerunFailure',
    'rerunError',
    'system-out',
  ]);
});

test('an invalid trial is never green, whatever the others did', async () => {
  const results = [resultOf(keyOf('a', 0)), broken('a', 1)];
  const suites = await readBoth(results);
  expect(suites.attributes).toMatchObject({ tests: '1', failures: '0', errors: '1' });
  expect(elementsOf(suites, 'error')[0]?.attributes).toMatchObject({ type: 'world_error' });
});

test('a row of a table that failed is a failure, also where the table as a whole is good enough', async () => {
  const results = [resultOf(keyOf('desk', 0, 'row-a')), failing('desk')].map((result, index) =>
    index === 0 ? result : { ...result, key: keyOf('desk', 0, 'row-b') },
  );
  const [first] = runOf(results).scenarios;
  const table = { ...first!, variant: 'default', sessions: 2, passed: 1, failed: 1, passRate: 0.5, minPassRate: 0.5 };
  const suites = await readBoth(results, runOf(results, { scenarios: [table], gate: { status: 'met', reasons: [] } }));
  expect(elementsOf(suites, 'testcase').map(({ attributes }) => attributes.name)).toEqual([
    'desk (row-a)',
    'desk (row-b)',
  ]);
  expect(suites.attributes).toMatchObject({ tests: '2', failures: '1' });
});

test('a run that was interrupted, or in which something broke, is an error of its own; what did not run is skipped', async () => {
  const results = [resultOf(keyOf('a'))];
  const run = runOf(results, {
    gate: { status: 'interrupted', reasons: [] },
    missing: ['b/default/0', 'b/default/1', 'a/default/1'],
    problems: ['the reporter `mine` failed'],
  });
  const suites = await readBoth(results, run);
  expect(suites.attributes).toMatchObject({ tests: '3', failures: '0', errors: '1', skipped: '1' });
  expect(elementsOf(suites, 'error')[0]?.text).toBe(
    'the run was interrupted\n3 sessions did not run: b/default/0, b/default/1, a/default/1\nthe reporter `mine` failed',
  );
});

test('a gate that is lost though each scenario is good enough is a failure of the run itself', async () => {
  const results = [resultOf(keyOf('a'))];
  const gate = { status: 'lost' as const, reasons: ['the mean of `grounded` is 0.80, and 0.90 is asked for'] };
  const suites = await readBoth(results, runOf(results, { gate }));
  expect(suites.attributes).toMatchObject({ tests: '2', failures: '1', errors: '0' });
  expect(elementsOf(suites, 'failure')[0]?.attributes).toEqual({ message: gate.reasons[0], type: 'gate' });
  const invalid = await readBoth(results, runOf(results, { gate: { ...gate, status: 'invalid' } }));
  expect(invalid.attributes).toMatchObject({ tests: '2', failures: '0', errors: '1' });
});

test('the numbers of each suite are those of its cases', async () => {
  const results = [failing('a'), broken('b'), resultOf(keyOf('b', 0, 'agent-x')), resultOf(keyOf('c'))];
  const suites = await readBoth(results, runOf(results, { missing: ['d/default/0'] }));
  for (const suite of [suites, ...elementsOf(suites, 'testsuite')]) {
    const { tests, failures, errors, skipped } = suite.attributes;
    expect([tests, failures, errors, skipped].map(Number)).toEqual(
      ['testcase', 'failure', 'error', 'skipped'].map((name) => elementsOf(suite, name).length),
    );
  }
});

test('the file and the line of the check that failed are attributes of the case', async () => {
  const results = [resultOf(keyOf('a'), { scores: [wrong()], place: { file: 'scenarios/a.yaml', line: 12 } })];
  const suites = await readBoth(results);
  expect(elementsOf(suites, 'testcase')[0]?.attributes).toMatchObject({ file: 'scenarios/a.yaml', line: '12' });
  expect(elementsOf(suites, 'testsuite')[0]?.attributes.file).toBe('scenarios/a.yaml');
});

test('a session that is not stored is told with what the run knows of it', async () => {
  const results = [failing('a'), failing('b')];
  const suites = readWithSaxes(await textOf([results[1]!], runOf(results)));
  expect(elementsOf(suites, 'failure').map(({ text }) => text.includes('replay   rehearsal run'))).toEqual([
    true,
    true,
  ]);
});

test('sessions are not read where all of them passed', async () => {
  const results = [resultOf(keyOf('a'))];
  let text = '';
  const never: AsyncIterable<SessionResult> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('nobody reads this')) }),
  };
  for await (const piece of junitReport().write(runOf(results), never)) text += piece;
  expect(elementsOf(readWithSaxes(text), 'testcase')).toHaveLength(1);
});

test('[F66] 1,000 hostile texts come back from both parsers as they may be shown', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, hostileText, async (message, directory) => {
      const results = [
        resultOf(keyOf('a'), {
          title: message,
          scores: [wrong(`x${message}`)],
          place: { file: `x${message}`, line: 1 },
        }),
      ];
      const xml = await textOf(results, runOf(results), { directory });
      const [one, other] = [readWithSaxes(xml), readWithXmldom(xml)];
      expect(other).toEqual(one);
      const shown = visibleText(truncate(`x${message}`, 1_000), { newlines: 'escape' });
      expect(elementsOf(one, 'failure')[0]?.attributes.message).toBe(shown);
      expect(elementsOf(one, 'testcase')[0]?.attributes.file).toBe(visibleText(`x${message}`));
      const path = visibleText(`${directory}/sessions/a/default/0.jsonl`, { newlines: 'escape' });
      expect(elementsOf(one, 'system-out')[0]?.text).toBe(`[[ATTACHMENT|${path}]]`);
    }),
    { numRuns: 1_000 },
  );
});

async function textOf(
  results: readonly SessionResult[],
  run = runOf(results),
  telling: { directory?: string } = { directory: 'runs/run' },
): Promise<string> {
  let text = '';
  for await (const piece of junitReport(telling).write(run, streamOf(results))) text += piece;
  return text;
}

async function readBoth(results: readonly SessionResult[], run: RunResult = runOf(results)): Promise<XmlNode> {
  const xml = await textOf(results, run);
  const read = readWithSaxes(xml);
  expect(readWithXmldom(xml)).toEqual(read);
  return read;
}
