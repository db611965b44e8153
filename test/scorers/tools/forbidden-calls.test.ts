import { describe, expect, test } from 'vitest';
import { agent, call, failed, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

const tools = started({ tools: [toolOf('lookup'), toolOf('refund', 'write')] });
const transcript = transcriptOf(
  tools,
  user('Hi'),
  call('lookup', { id: 'A-1' }),
  result(1),
  agent('Hello.'),
  user('And?'),
  call('refund', { id: 'A-1' }),
  failed('no'),
);

describe('forbidden-calls', () => {
  test('an attempt that failed was made', () => {
    const score = scoreOf({ type: 'forbidden-calls', tools: ['refund'] }, transcript);
    expect(score).toMatchObject({ passed: false, value: 0, stage: 'selection' });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "1 selection failure forbidden_call: \`refund(id="A-1")\` was called (tool_error: no); \`refund\` is forbidden",
      ]
    `);
  });

  test('arguments and turn narrow what is forbidden', () => {
    const passes = (more: object) => scoreOf({ type: 'forbidden-calls', ...more }, transcript);
    expect(passes({ tools: [{ tool: 'refund', arguments: { id: 'A-2' } }] })).toMatchObject({ passed: true });
    expect(passes({ tools: [{ tool: 'refund', arguments: { id: { pattern: '^A-' } } }] })).toMatchObject({
      passed: false,
    });
    expect(passes({ tools: ['refund'], turn: 0 })).toMatchObject({ passed: true });
    expect(passes({ tools: ['refund'], turn: 7 })).toMatchObject({ status: 'not_applicable' });
  });

  test('a forbidden tool is forbidden with arguments that are no JSON as well', () => {
    const broken = transcriptOf(tools, user('?'), call('refund', '{'), failed('no JSON', 'invalid_arguments'));
    expect(scoreOf({ type: 'forbidden-calls', tools: ['refund'] }, broken)).toMatchObject({ passed: false });
  });

  test('where only some arguments are forbidden, those that are no JSON are a warning', () => {
    const broken = transcriptOf(tools, user('?'), call('refund', '{'), failed('no JSON', 'invalid_arguments'));
    const score = scoreOf({ type: 'forbidden-calls', tools: [{ tool: 'refund', arguments: { id: 'A-1' } }] }, broken);
    expect(score).toMatchObject({ passed: true, metrics: { forbidden: 0 } });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 selection warning unreadable_call: \`refund({)\` was called with arguments that are no JSON; it may have been meant as \`refund(id="A-1")\`, which is forbidden",
      ]
    `);
  });

  test('an argument that the tool does not have makes no forbidden call an allowed one', () => {
    const parameters = { type: 'object', properties: { id: { type: 'string' } } };
    const known = started({ tools: [toolOf('refund', 'write', { parameters })] });
    const talk = transcriptOf(known, user('?'), call('refund', { id: 'A-1', extra: 1 }), result(1));
    const check = { type: 'forbidden-calls', tools: [{ tool: 'refund', arguments: { id: 'A-1' } }] };
    expect(scoreOf(check, talk)).toMatchObject({ passed: false });
  });

  describe('a value that a condition cannot read', () => {
    const refund = (values: object) => transcriptOf(tools, user('?'), call('refund', values), result(1));
    const check = (values: object, more: object = {}) => ({
      type: 'forbidden-calls',
      tools: [{ tool: 'refund', arguments: values }],
      ...more,
    });

    test.each([
      [{ amount: { gt: 100 } }, { amount: '120.00' }],
      [{ amount: { gt: 100 } }, { amount: '120.00 EUR' }],
      [{ amount: { gt: 100 } }, { amount: { value: 120 } }],
      [{ amount: { near: 120 } }, { amount: '120' }],
      [{ amount: { not: { lte: 100 } } }, { amount: '120 EUR' }],
      [{ amount: { oneOf: [120, 130] } }, { amount: '120' }],
      [{ amount: 120 }, { amount: '120' }],
      [{ amount: { money: '120.00' } }, { amount: '120 EUR' }],
      [{ on: { date: '2026-03-04' } }, { on: '04/03/2026' }],
      [{ on: { date: '2026-03-04' } }, { on: 'tomorrow' }],
    ])('%j leaves %j open', (wanted, given) => {
      expect(scoreOf(check(wanted), refund({ id: 'A-1', ...given }))).toMatchObject({ status: 'unscored' });
    });

    test.each([
      [{ amount: { gt: 100 } }, { amount: '20.00' }],
      [{ amount: { gt: 100 } }, { amount: 20 }],
      [{ amount: { gt: 100 } }, { amount: null }],
      [{ amount: { gt: 100 } }, {}],
      [{ amount: { gt: 100 }, id: 'A-2' }, { amount: '120.00' }],
      [{ amount: { money: '120.00' } }, { amount: '119.00' }],
      [{ on: { date: '2026-03-04' } }, { on: '05/06/2026' }],
      [{ on: { date: '2026-03-04' } }, { on: '2026-03-05' }],
    ])('%j is plainly not what was done with %j', (wanted, given) => {
      expect(scoreOf(check(wanted), refund({ id: 'A-1', ...given }))).toMatchObject({ status: 'scored', passed: true });
    });

    test('why, and what to write, is told', () => {
      const score = scoreOf(check({ amount: { gt: 100 } }), refund({ amount: '120.00' }));
      expect(score).toMatchObject({ status: 'unscored' });
      expect('reason' in score ? score.reason : '').toMatchInlineSnapshot(
        `"\`refund(amount="120.00")\` was called (ok) and may be \`refund(amount=a number more than 100)\`, which is forbidden: \`amount\` is "120.00", held against a number more than 100 (this is a text; say \`coerce: true\` or \`money: true\`)"`,
      );
    });

    test('beside a forbidden call, or where the tool refused it, it is a warning', () => {
      const both = transcriptOf(
        tools,
        user('?'),
        call('refund', { amount: '120.00' }),
        result(1),
        call('refund', { amount: 130 }),
        result(1),
      );
      const score = scoreOf(check({ amount: { gt: 100 } }), both);
      expect(score).toMatchObject({ passed: false, metrics: { forbidden: 1 } });
      expect(findingsOf(score)).toMatchInlineSnapshot(`
        [
          "0 selection failure forbidden_call: \`refund(amount=130)\` was called (ok); \`refund(amount=a number more than 100)\` is forbidden",
          "0 selection warning unreadable_call: \`refund(amount="120.00")\` was called (ok) and may be \`refund(amount=a number more than 100)\`, which is forbidden: \`amount\` is "120.00", held against a number more than 100 (this is a text; say \`coerce: true\` or \`money: true\`)",
        ]
      `);
      const refused = transcriptOf(
        tools,
        user('?'),
        call('refund', { amount: '120.00' }),
        failed('amount must be a number', 'invalid_arguments'),
      );
      expect(scoreOf(check({ amount: { gt: 100 } }), refused)).toMatchObject({ passed: true });
    });

    test.each(['coerce', 'money'])('`%s` lets limits read texts, for all tools or for one', (word) => {
      const wanted = { amount: { gt: 100 } };
      const one = { type: 'forbidden-calls', tools: [{ tool: 'refund', arguments: wanted, [word]: true }] };
      for (const rule of [check(wanted, { [word]: true }), one]) {
        expect(scoreOf(rule, refund({ amount: '120.00' }))).toMatchObject({ status: 'scored', passed: false });
        expect(scoreOf(rule, refund({ amount: '20.00' }))).toMatchObject({ status: 'scored', passed: true });
      }
    });
  });

  test('what is said for all tools holds where a tool says nothing of it', () => {
    const made = transcriptOf(tools, user('?'), call('refund', { id: 'A-1', more: 1 }), result(1));
    const rule = (more: object) => ({
      type: 'forbidden-calls',
      match: 'exact',
      tools: [{ tool: 'refund', arguments: { id: 'A-1' }, ...more }],
    });
    expect(scoreOf(rule({}), made)).toMatchObject({ passed: true });
    expect(scoreOf(rule({ match: 'partial' }), made)).toMatchObject({ passed: false });
  });
});

describe('no-calls', () => {
  test('[A8] any call fails where none was expected', () => {
    expect(scoreOf({ type: 'no-calls' }, transcript)).toMatchObject({ passed: false, metrics: { calls: 2 } });
    expect(scoreOf({ type: 'no-calls', turn: 1 }, transcript)).toMatchObject({ passed: false, metrics: { calls: 1 } });
  });

  test('a turn without calls passes, and one that never came has nothing to judge', () => {
    const quiet = transcriptOf(tools, user('Hi'), agent('Hello.'));
    expect(scoreOf({ type: 'no-calls' }, quiet)).toMatchObject({ passed: true, value: 1 });
    expect(scoreOf({ type: 'no-calls', turn: 3 }, quiet)).toMatchObject({ status: 'not_applicable' });
  });
});

describe('no-repeated-writes', () => {
  test('arguments that are no JSON are the same where their text is', () => {
    const twice = (second: string) =>
      transcriptOf(tools, user('?'), call('refund', '{"a":'), result(1), call('refund', second), result(1));
    expect(scoreOf({ type: 'no-repeated-writes' }, twice('{"a":'))).toMatchObject({ passed: false });
    expect(scoreOf({ type: 'no-repeated-writes' }, twice('{"b":'))).toMatchObject({ passed: true });
  });

  const check = { type: 'no-repeated-writes' };
  const write = (args: object) => call('refund', args);

  test('the same write after it succeeded fails, in whatever order its keys come and however it ends', () => {
    const again = transcriptOf(
      tools,
      user('?'),
      write({ id: 'A-1', n: 1 }),
      result(1),
      write({ n: 1.0, id: 'A-1' }),
      failed('done already'),
    );
    const score = scoreOf(check, again);
    expect(score).toMatchObject({ passed: false, value: 0.5, stage: 'execution' });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 execution failure repeated_write: \`refund(n=1, id="A-1")\` was called again (tool_error: done already) after the same call had succeeded in turn 0",
      ]
    `);
  });

  test('the same amount as a number and as a text is the same write', () => {
    const again = (first: unknown, second: unknown) =>
      scoreOf(check, transcriptOf(tools, user('?'), write({ n: first }), result(1), write({ n: second }), result(1)));
    expect(again('5', 5)).toMatchObject({ passed: false });
    expect(again(5, '5.00')).toMatchObject({ passed: false });
    expect(again({ at: ['5'] }, { at: [5] })).toMatchObject({ passed: false });
    expect(again('005', 5)).toMatchObject({ passed: true });
    expect(again('5', '5.01')).toMatchObject({ passed: true });
    expect(again('true', true)).toMatchObject({ passed: true });
  });

  test('a retry after a failure, another write, a repeated read and a change back are no repetition', () => {
    const fine = transcriptOf(
      tools,
      user('?'),
      write({ id: 'A-1' }),
      failed('busy'),
      write({ id: 'A-1' }),
      result(1),
      write({ id: 'A-2', to: 'x' }),
      result(1),
      write({ id: 'A-2', to: 'y' }),
      result(1),
      write({ id: 'A-2', to: 'x' }),
      result(1),
      call('lookup'),
      result(1),
      call('lookup'),
      result(1),
    );
    expect(scoreOf(check, fine)).toMatchObject({ passed: true, value: 1 });
  });

  test('in a log that does not tell effects, only a call that was repeated leaves the question open', () => {
    const log = (...calls: readonly string[]) =>
      transcriptOf(
        started({
          tools: [toolOf('lookup', 'unknown'), toolOf('refund', 'write')],
          origin: { kind: 'import', format: 'openai', source: 'log.json' },
        }),
        user('?'),
        ...calls.flatMap((name) => [call(name, { id: 'A-1' }), result(1)]),
      );
    expect(scoreOf(check, log('lookup', 'refund'))).toMatchObject({ status: 'scored', passed: true });
    expect(scoreOf(check, log('lookup', 'lookup', 'refund'))).toMatchObject({ status: 'unscored' });
    const both = scoreOf(check, log('lookup', 'lookup', 'refund', 'refund'));
    expect(both).toMatchObject({ passed: false, metrics: { repeated: 1 } });
    expect(findingsOf(both).map((text) => text.split(':')[0])).toEqual([
      '0 execution warning repeated_write',
      '0 execution failure repeated_write',
    ]);
  });

  test('without a writing tool there is nothing to judge', () => {
    expect(scoreOf(check, transcriptOf(tools, user('?'), call('lookup'), result(1)))).toMatchObject({
      status: 'not_applicable',
    });
  });
});
