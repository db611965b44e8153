import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const TOOLS = ['find_pitch', 'reserve_pitch', 'queue_mowing'];
const pitch = { kind: 'tool_result' as const, name: 'find_pitch', content: { pitches: [{ id: 'P-88', free: true }] } };
const missed = (content: string | { [key: string]: string | boolean | string[] }, isError: boolean) => [
  { kind: 'user' as const, content: 'Please reserve pitch P-88.' },
  pitch,
  { kind: 'tool_result' as const, name: 'reserve_pitch', args: { pitch: 'P-88' }, content, is_error: isError },
];
const codesOf = (answer: string, evidence: ReturnType<typeof missed>): readonly string[] =>
  checkGrounding({ evidence, answer, tools: TOOLS })
    .claims.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')
    .map(({ reason }) => reason);

describe('a failed deed that is told as a failure accuses nobody', () => {
  test.each([
    ['I tried to reserve P-88; the gate is shut by the warden.'],
    ['I attempted to reserve it, but the warden has the last word.'],
    ['P-88 was not reserved.'],
    ['There is no reservation for P-88 so far.'],
    ['I may not reserve P-88, as the warden holds it back.'],
    ['We could not secure P-88 for you.'],
    ['I came too late to reserve P-88.'],
    ['P-88 没有订成。'],
    ['我试过预订 P-88，没有订上。'],
  ])('`%s`', (answer) => {
    expect(codesOf(answer, missed('held back by warden', true))).toEqual([]);
  });
});

describe('the result of a write says in its content that nothing was done', () => {
  test.each([
    [{ reserved: false, reason: 'held back by warden' }],
    [{ done: [], failed: ['P-88'], reason: 'held back by warden' }],
    [{ 状态: '失败', 原因: '管理员保留' }],
  ])('%j', (content) => {
    expect(codesOf('I have reserved P-88 for you.', missed(content, false))).toContain('error_told_as_success');
  });
});

test('a denial of what may be done later does not admit that the deed failed', () => {
  const answer = 'P-88 is reserved. It cannot be reserved a second time.';
  expect(codesOf(answer, missed('held back by warden', true))).toContain('error_told_as_success');
});
