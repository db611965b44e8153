import { describe, expect, test } from 'vitest';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { callScores } from '../trajectory/explanation/told.ts';

const tools = started({ tools: [toolOf('lookup'), toolOf('search'), toolOf('refund', 'write')] });
const made = (name: string, args: object = {}) => [call(name, args), result({ ok: true })];
const talk = transcriptOf(tools, user('Go.'), ...made('lookup', { id: 1 }), ...made('search'), agent('Done.'));
const wanted = [{ tool: 'lookup', arguments: { id: 1 } }, { tool: 'refund' }];

describe('a share in place of the three questions', () => {
  test('it is one score, whose value is that number', () => {
    const [score, ...others] = callScores(wanted, talk, { score: 'recall' });
    expect(others).toEqual([]);
    expect(score).toMatchObject({ id: 'calls', stage: 'selection', value: 0.5, passed: false });
    expect(score).toMatchObject({
      reason: '`recall` is 0.5, and 1 was asked for: missing refund',
      findings: [
        { code: 'missing_call', severity: 'failure' },
        { code: 'extra_call', severity: 'note' },
      ],
    });
  });

  test('from `atLeast` on it passes, and what is not as expected is a warning', () => {
    const [score] = callScores(wanted, talk, { score: 'recall', atLeast: 0.5 });
    expect(score).toMatchObject({
      value: 0.5,
      passed: true,
      reason: '`recall` is 0.5, and at least 0.5 was asked for: missing refund',
    });
    expect(score).toMatchObject({ findings: [{ code: 'missing_call', severity: 'warning' }, {}] });
    expect(callScores(wanted, talk, { score: 'recall', atLeast: 0.51 })[0]).toMatchObject({ passed: false });
  });

  test('all numbers are there, whichever decides', () => {
    const numbers = {
      expected: 2,
      made: 2,
      paired: 1,
      matched: 1,
      missing: 1,
      extra: 1,
      recall: 0.5,
      precision: 0.5,
      f1: 0.5,
      credit: 0.5,
      editSimilarity: 0.5,
    };
    for (const more of [{}, { score: 'precision' }, { score: 'f1' }, { score: 'credit' }]) {
      expect(callScores(wanted, talk, more)[0]).toMatchObject({ metrics: numbers });
    }
    expect(callScores(wanted, talk, { score: 'credit' })[0]).toMatchObject({ stage: 'arguments', value: 0.5 });
    expect(callScores(wanted, talk).map((score) => (score.status === 'scored' ? score.metrics : score.status))).toEqual(
      [numbers, numbers, numbers],
    );
  });

  test('a number that is too low only because of calls that are let pass has a finding all the same', () => {
    const [score] = callScores(wanted.slice(0, 1), talk, { score: 'precision' });
    expect(score).toMatchObject({ value: 0.5, passed: false });
    expect(
      score?.status === 'scored' ? score.findings.map(({ code, severity, message }) => [code, severity, message]) : [],
    ).toMatchInlineSnapshot(`
      [
        [
          "extra_call",
          "note",
          "\`search()\` was called, and nothing expected it",
        ],
        [
          "not_as_expected",
          "failure",
          "the calls come to 0.5, which is less than was asked for, though none of them is wrong by itself",
        ],
      ]
    `);
  });

  test('a share of turns is a share as well', () => {
    const turns = transcriptOf(tools, user('Go.'), ...made('lookup'), user('And?'), agent('No.'));
    const byTurn = [
      { tool: 'lookup', turn: 0 },
      { tool: 'refund', turn: 1 },
    ];
    const [score] = callScores(byTurn, turns, { unit: 'turn', atLeast: 0.5 });
    expect(score).toMatchObject({
      value: 0.5,
      passed: true,
      turns: [
        { turn: 0, value: 1 },
        { turn: 1, value: 0 },
      ],
    });
  });

  test('a share is rounded, unless that made it look like enough', () => {
    const turns = transcriptOf(tools, ...['a', 'b', 'c'].flatMap((text) => [user(text), ...made('lookup')]));
    const two = [0, 1].map((turn) => ({ tool: 'lookup', turn }));
    const reasonOf = (atLeast: number) => {
      const [score] = callScores(two, turns, { unit: 'turn', extra: 'forbid', atLeast });
      return score?.status === 'scored' ? [score.passed, score.reason.replace(/:.*/, '')] : [];
    };
    expect([0.6, 0.6667, 0.7].map(reasonOf)).toEqual([
      [true, 'the share of turns that are as expected is 0.667, and at least 0.6 was asked for'],
      [false, 'the share of turns that are as expected is 0.666, and 0.667 was asked for'],
      [false, 'the share of turns that are as expected is 0.667, and 0.7 was asked for'],
    ]);
  });

  test('a turn that never came is told where the share is enough', () => {
    const once = transcriptOf(tools, user('Go.'), ...made('lookup'));
    const two = [0, 1].map((turn) => ({ tool: 'lookup', turn }));
    const [score] = callScores(two, once, { unit: 'turn', atLeast: 0.5 });
    expect(score).toMatchObject({
      passed: false,
      value: 0.5,
      reason:
        'the share of turns that are as expected is 0.5, and at least 0.5 was asked for, but turn 1, in which calls were expected, never came: missing lookup; closest #1 lookup()',
    });
  });
});

describe('what nobody can tell', () => {
  const log = (...calls: readonly string[]) =>
    transcriptOf(
      started({
        tools: [toolOf('lookup', 'unknown'), toolOf('refund', 'unknown')],
        origin: { kind: 'import', format: 'openai', source: 'log.json' },
      }),
      user('Go.'),
      ...calls.flatMap((name) => made(name)),
      agent('Done.'),
    );

  test('a surplus call of unknown effect leaves the selection open, where nothing else decides it', () => {
    const [selection, , execution] = callScores([{ tool: 'lookup' }], log('lookup', 'refund'));
    expect(selection).toMatchObject({ status: 'unscored' });
    expect(execution).toMatchObject({ passed: true, metrics: { recall: 1, precision: 0.5, extra: 1 } });
    const [failing] = callScores([{ tool: 'lookup' }, { tool: 'cancel' }], log('lookup', 'refund'));
    expect(failing).toMatchObject({
      passed: false,
      findings: [
        { code: 'missing_call', severity: 'failure' },
        { code: 'extra_call', severity: 'warning' },
      ],
    });
    expect(callScores([{ tool: 'lookup' }], log('lookup', 'refund'), { extra: 'forbid' })[0]).toMatchObject({
      passed: false,
    });
    expect(callScores([{ tool: 'lookup' }], log('lookup', 'refund'), { extra: 'allow' })[0]).toMatchObject({
      passed: true,
    });
  });

  test('recall does not depend on it', () => {
    expect(callScores([{ tool: 'lookup' }], log('lookup', 'refund'), { score: 'recall' })[0]).toMatchObject({
      passed: true,
    });
  });

  test('optional calls that were not made pass, and say so', () => {
    const quiet = transcriptOf(tools, user('Hi.'), agent('Hello.'));
    const scores = callScores([{ optional: { tool: 'lookup' } }], quiet);
    expect(scores.map((score) => score.status)).toEqual(['scored', 'not_applicable', 'not_applicable']);
    expect(scores[0]).toMatchObject({ passed: true, value: 1 });
  });
});

describe('a log without any result', () => {
  const log = (...names: readonly string[]) =>
    transcriptOf(
      started({ tools: 'unknown', origin: { kind: 'import', format: 'openai', source: 'log.json' } }),
      user('Go.'),
      ...names.map((name) => call(name)),
      agent('Done.'),
    );
  const both = [{ tool: 'lookup' }, { tool: 'refund' }];
  const open =
    'the log holds no result of any call, so nobody can tell whether they succeeded: with `outcome: any` that is not asked';

  test('is not held against the agent: whether calls succeeded cannot be told', () => {
    const [selection, , execution] = callScores(both, log('lookup', 'refund'));
    expect(selection).toMatchObject({ passed: true, metrics: { recall: 1, matched: 2 } });
    expect(execution).toMatchObject({ status: 'unscored', reason: open });
    expect(callScores([{ tool: 'lookup' }], log('lookup'))[2]).toMatchObject({ status: 'unscored', reason: open });
  });

  test('still tells a wrong order, and all there is where no outcome is asked', () => {
    expect(callScores(both, log('refund', 'lookup'))[2]).toMatchObject({
      passed: false,
      findings: [{ code: 'wrong_order' }],
    });
    expect(callScores(both, log('lookup', 'refund'), { outcome: 'any' })[2]).toMatchObject({ passed: true });
  });

  test('is told with a share, which counts calls as they were made', () => {
    expect(callScores(both, log('lookup', 'refund'), { score: 'recall' })[0]).toMatchObject({
      passed: true,
      findings: [{ code: 'outcome_unknown', severity: 'note' }],
    });
  });

  test('is another thing than a result that is missing among others', () => {
    const some = transcriptOf(
      started({ tools: 'unknown', origin: { kind: 'import', format: 'openai', source: 'log.json' } }),
      user('Go.'),
      ...made('lookup'),
      call('refund'),
    );
    expect(callScores(both, some)[2]).toMatchObject({ passed: false, findings: [{ code: 'no_result' }] });
  });
});

test('calls that can be looked at in too many ways are left open, and not held against the agent', () => {
  const many = Array.from({ length: 600 }, () => made('lookup')).flat();
  const rounds = { repeat: { anyOrder: [{ tool: 'lookup' }, { tool: 'search' }] }, min: 0 };
  for (const more of [{}, { score: 'precision' }]) {
    for (const score of callScores([rounds], transcriptOf(tools, user('Go.'), ...many), more)) {
      expect(score.status === 'unscored' ? score.reason : score.status).toMatch(/more than 256 ways/);
    }
  }
});
