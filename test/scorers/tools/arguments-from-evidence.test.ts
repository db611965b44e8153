import { describe, expect, test } from 'vitest';
import {
  agent,
  call,
  failed,
  parallel,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../fixtures/transcripts.ts';
import { findingsOf, scoreOf } from '../score-transcript.ts';

type Part = ReturnType<typeof user>;

const check = { type: 'arguments-from-evidence' };
const schema = {
  type: 'object',
  properties: {
    order_id: { type: 'string', description: 'Order number, such as C-7777' },
    reason: { enum: ['damaged', 'late'] },
    note: { type: 'string' },
  },
};
const tools = { tools: [toolOf('lookup_order'), toolOf('refund', 'write', { parameters: schema })] };
const session = (...parts: Part[]) => transcriptOf(started(tools), ...parts);
const refund = (args: object) => [call('refund', args), result(1)] as const;
const codes = (...parts: Part[]) => {
  const score = scoreOf(check, session(...parts));
  return score.status === 'scored' ? score.findings.map(({ code }) => code) : score.status;
};

describe('arguments-from-evidence', () => {
  test('[S1.19] the argument that nobody had said is marked as not from evidence', () => {
    const score = scoreOf(
      check,
      session(
        user('Refund A-1001.'),
        call('lookup_order', { order_id: 'A-1001' }),
        result({ total: 49.9 }),
        ...refund({ order_id: 'A-2002' }),
      ),
    );
    expect(score).toMatchObject({
      passed: false,
      value: 0.5,
      stage: 'arguments',
      metrics: { grounded: 1, ungrounded: 1 },
    });
    expect(findingsOf(score)).toMatchInlineSnapshot(`
      [
        "0 arguments failure not_from_evidence: \`order_id\` = "A-2002" of \`refund\` is not from evidence: nobody had said it and no result held it",
      ]
    `);
    expect(score).toMatchObject({ findings: [{ evidence: [{ kind: 'argument', seq: 6, pointer: '/order_id' }] }] });
  });

  test.each([
    ['the user’s words', [user('refund a 1001 please')]],
    ['the user’s words in full width', [user('请退款 Ａ－１００１')]],
    ['a result that was seen', [user('Refund it.'), call('lookup_order', {}), result([{ id: 'A-1001' }])]],
    ['an earlier turn', [user('A-1001'), agent('Yes?'), user('Refund it.')]],
  ])('%s are evidence', (_name, parts) => {
    expect(codes(...parts, ...refund({ order_id: 'A-1001' }))).toEqual([]);
  });

  test.each([
    ['not_from_evidence', [user('Refund it.')], 'A-1001'],
    ['not_from_evidence', [user('Refund BA-1001.')], 'A-1001'],
    ['self_only', [user('Refund it.'), agent('A-1001?'), user('no')], 'A-1001'],
    ['documentation_example', [user('Refund it.')], 'C-7777'],
    ['placeholder', [user('Refund it.')], 'A-0000'],
    ['echo_of_error', [user('Refund it.'), call('lookup_order', {}), failed('no A-1001')], 'A-1001'],
  ])('%s: %#', (code, parts, id) => {
    expect(codes(...parts, ...refund({ order_id: id }))).toEqual([code]);
  });

  test('a result of the same step has not been seen', () => {
    expect(
      codes(
        user('Refund it.'),
        parallel(['lookup_order', {}], ['refund', { order_id: 'A-1001' }]),
        result({ id: 'A-1001' }),
        result(1),
        agent('Done.'),
        user('It was A-1001.'),
      ),
    ).toEqual(['unseen_result']);
  });

  test('what only the call’s own result or a later one gives back was made up', () => {
    const echo = [call('refund', { order_id: 'A-1001' }), result({ order_id: 'A-1001' })];
    expect(codes(user('Refund it.'), ...echo)).toEqual(['not_from_evidence']);
    const later = [call('lookup_order', {}), result({ id: 'A-1001' })];
    expect(codes(user('Refund it.'), ...refund({ order_id: 'A-1001' }), ...later)).toEqual(['not_from_evidence']);
  });

  test.each([
    ['PT-1042', 'My number is 1042.', 'weak'],
    ['PT-10425', 'My number is 10425.', 'grounded'],
    ['PT-10425', 'My number is XPT-10425.', 'ungrounded'],
    ['PT-1042', '我的编号是１０４２', 'weak'],
    ['PT-1042', 'My number is 11042.', 'ungrounded'],
    ['PT-42', 'I am 42.', 'ungrounded'],
    ['WXYZ-1042', 'My number is 1042.', 'ungrounded'],
  ])('%s after "%s" is %s', (id, words, verdict) => {
    const score = scoreOf(check, session(user(words), user('Please.'), ...refund({ order_id: id, said: words })));
    const own =
      score.status === 'scored' ? (score.details as { arguments: { pointer: string; verdict: string }[] }) : undefined;
    expect(own?.arguments.find(({ pointer }) => pointer === '/order_id')?.verdict).toBe(verdict);
  });

  test('enum values, small numbers, booleans, nulls and what follows from seen numbers need no source', () => {
    const args = { reason: 'late', count: 2, all: true, note: null, total: 29.94 };
    expect(codes(user('I paid 9.98 three times, for A-1001'), ...refund({ order_id: 'A-1001', ...args }))).toEqual([]);
  });

  test('dates count by value, against the session’s clock', () => {
    expect(codes(user('Deliver it tomorrow.'), ...refund({ on: '2026-01-16' }))).toEqual([]);
    expect(codes(user('Deliver it on March 3rd.'), ...refund({ on: '2026-03-03' }))).toEqual([]);
    expect(codes(user('Deliver it on 3月3日。'), ...refund({ on: '2026-03-03' }))).toEqual([]);
    expect(codes(user('Deliver it on March 3rd.'), ...refund({ on: '2026-05-08' }))).toEqual(['not_from_evidence']);
  });

  test('a made-up value of a reading tool is a warning', () => {
    const score = scoreOf(check, session(user('Hi'), call('lookup_order', { order_id: 'A-1001' }), failed('unknown')));
    expect(score).toMatchObject({ passed: true, value: 0, findings: [{ severity: 'warning' }] });
  });

  test('free text is let pass, identifiers inside it are not', () => {
    const free = { ...check, freeText: ['refund.note'] };
    const of = (note: string) =>
      scoreOf(free, session(user('Refund A-1001.'), ...refund({ order_id: 'A-1001', note })));
    expect(of('Goodwill gesture')).toMatchObject({ passed: true });
    expect(of('Goodwill for A-2002')).toMatchObject({ passed: false });
  });

  test('ignored arguments and other tools are not looked at', () => {
    const transcript = session(user('Hi'), ...refund({ order_id: 'A-1001', deep: { id: 'Z-9' } }));
    expect(scoreOf({ ...check, ignore: ['order_id', 'refund.deep'] }, transcript)).toMatchObject({
      status: 'not_applicable',
    });
    expect(scoreOf({ ...check, tools: ['lookup_order'] }, transcript)).toMatchObject({ status: 'not_applicable' });
  });

  test('a log that does not tell the policy leaves a value without a source unscored', () => {
    const log = transcriptOf(started({ ...tools, policy: 'unknown' }), user('Hi'), ...refund({ order_id: 'A-1001' }));
    expect(scoreOf(check, log)).toMatchObject({ status: 'unscored' });
  });
});
