import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { annotationsReport } from '../../../src/reporters/files/annotations-report.ts';
import { hostileText } from '../../domain/display/hostile-texts.ts';
import { findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';

const failing = (scenario: string, { trial = 0, message = 'It says `5`; the result says `7`.' } = {}): SessionResult =>
  resultOf(keyOf(scenario, trial), {
    scores: [scoreOf('grounded', [findingOf({ turn: 1, code: 'value_mismatch', message })])],
    place: { file: `scenarios/${scenario}.yaml`, line: 12 },
  });

test('[C4] of 30 scenarios that failed ten are marked, each at its own line, and the last one says how many are not', async () => {
  const results = Array.from({ length: 30 }, (_, index) => failing(`s-${String(index).padStart(2, '0')}`));
  const commands = await commandsOf(results);
  expect(commands).toHaveLength(10);
  expect(commands.map(({ level }) => new Set([level]))).toEqual(commands.map(() => new Set(['error'])));
  expect(commands.map(({ properties }) => `${properties.file}:${properties.line}`)).toEqual(
    results.slice(0, 10).map(({ key }) => `scenarios/${key.scenario}.yaml:12`),
  );
  expect(commands.map(({ message }) => message.includes('more scenario'))).toEqual([...Array(9).fill(false), true]);
  expect(commands.at(-1)?.message.split('\n').at(-1)).toBe('… and 20 more scenarios did not pass, not shown here');
});

test('a scenario with many trials is marked once', async () => {
  const results = [failing('a'), failing('a', { trial: 1 }), resultOf(keyOf('a', 2))];
  expect(await textOf(results)).toMatchInlineSnapshot(`
    "::error file=scenarios/a.yaml,line=12,title=a%3A turn 1%2C generation%3A value_mismatch::It says \`5\`; the result says \`7\`.%0A1 of 3 trials passed%0Areplay: rehearsal run a --trial 0 --seed 42
    "
  `);
});

test('a table of which several rows failed is marked once, and names the others', async () => {
  const results = ['row-a', 'row-b', 'row-c'].map((variant) => ({
    ...failing('desk'),
    key: keyOf('desk', 0, variant),
  }));
  const [only, ...others] = await commandsOf(results);
  expect(others).toEqual([]);
  expect(only?.message.split('\n').at(-1)).toBe('also in this scenario: row-b, row-c');
});

test('what a gate allows is a warning', async () => {
  const results = [failing('a'), resultOf(keyOf('a', 1))];
  const scenarios = runOf(results).scenarios.map((totals) => ({ ...totals, minPassRate: 0.5 }));
  const run = runOf(results, { scenarios, gate: { status: 'met', reasons: [] } });
  const commands = await commandsOf(results, run);
  expect(commands.map(({ level }) => level)).toEqual(['warning']);
});

test('a run in which something broke outside the sessions is an error without a file, and takes one of the ten places', async () => {
  const results = Array.from({ length: 30 }, (_, index) => failing(`s-${index}`));
  const commands = await commandsOf(results, runOf(results, { missing: ['x/default/0'] }));
  expect(commands).toHaveLength(10);
  expect(commands[0]).toEqual({
    level: 'error',
    properties: { title: 'the run itself' },
    message: '1 session did not run: x/default/0',
  });
});

test('a gate that is lost though each scenario is good enough is an error of the run itself', async () => {
  const results = [resultOf(keyOf('a'))];
  const run = runOf(results, { gate: { status: 'lost', reasons: ['it costs $2.10, and $1 is allowed'] } });
  expect(await textOf(results, run)).toBe('::error title=the run itself::it costs $2.10, and $1 is allowed\n');
});

test('a run in which all passed says nothing', async () => {
  expect(await textOf([resultOf(keyOf('a'))])).toBe('');
});

test('[F67] 1,000 hostile texts stay in their message, and start no command of their own', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, async (text) => {
      const message = `x${text}`;
      const results = [{ ...failing('a', { message }), place: { file: message, line: 1 } }];
      const written = await textOf(results);
      expect(written.split('\n')).toHaveLength(2);
      const [command] = await commandsOf(results);
      expect(command?.properties.file).toBe(visibleText(message));
      expect(command?.message.startsWith(visibleText(message))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

type Command = { level: string; properties: Record<string, string>; message: string };

async function textOf(results: readonly SessionResult[], run: RunResult = runOf(results)): Promise<string> {
  let text = '';
  for await (const piece of annotationsReport().write(run, streamOf(results))) text += piece;
  return text;
}

/** As actions/runner reads a line: name, properties at commas and the first `=`, `%25` last. */
async function commandsOf(results: readonly SessionResult[], run?: RunResult): Promise<Command[]> {
  const lines = (await textOf(results, run)).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, level = '', list = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
    const properties = list.split(',').map((one): [string, string] => {
      const [name = '', ...value] = one.split('=');
      return [name, decode(value.join('='))];
    });
    return { level, properties: Object.fromEntries(properties), message: decode(message) };
  });
}

function decode(text: string): string {
  const plain = text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',');
  return plain.replaceAll('%25', '%');
}
