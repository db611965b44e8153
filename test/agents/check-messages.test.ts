import { expect, test } from 'vitest';
import { checkMessages } from '../../src/agents/check-messages.ts';
import type { ChatMessage } from '../../src/domain/contracts/chat-model.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const calls = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: '',
  toolCalls: ids.map((id) => ({ id, name: 'lookup_order', rawArguments: '{}' })),
});
const result = (toolCallId: string, content = 'shipped'): ChatMessage => ({
  role: 'tool',
  toolCallId,
  name: 'lookup_order',
  content,
  isError: false,
});

test('[S1.25] `[object Object]` and a result without a call are reported with the index of their message', () => {
  expect(checkMessages([user('Hi'), calls('a'), result('a', 'Found [object Object]'), result('zzz')])).toEqual([
    {
      kind: 'unreadable_content',
      index: 2,
      message: 'the tool message holds `[object Object]`, an object that was made a text by mistake',
    },
    { kind: 'orphan_tool_message', index: 3, message: 'a result for `zzz`, which no open call has as its id' },
  ]);
});

test('a call without a result, in the middle or at the end, is reported where it was made', () => {
  expect(checkMessages([calls('a', 'b'), result('b'), user('And?'), calls('c')])).toEqual([
    { kind: 'call_without_result', index: 0, message: 'call `a` of `lookup_order` has no result' },
    { kind: 'call_without_result', index: 3, message: 'call `c` of `lookup_order` has no result' },
  ]);
});

test('a result that comes after other words belongs to no call any more', () => {
  expect(checkMessages([calls('a'), user('Well?'), result('a')]).map(({ kind, index }) => `${index} ${kind}`)).toEqual([
    '0 call_without_result',
    '2 orphan_tool_message',
  ]);
});

test('ids that are used twice or missing, and results without words, are reported', () => {
  const problems = checkMessages([
    calls('a', 'a', ''),
    result('a'),
    result('a', ' '),
    result(''),
    calls('a'),
    result('a'),
    result('a'),
  ]);
  expect(problems.map(({ kind, index }) => `${index} ${kind}`)).toEqual([
    '0 duplicate_call_id',
    '0 missing_call_id',
    '2 empty_tool_content',
    '4 duplicate_call_id',
    '6 orphan_tool_message',
  ]);
});

test('[S1.26] a conversation in order has nothing to report, and neither has an empty one', () => {
  expect(checkMessages([])).toEqual([]);
  expect(
    checkMessages([
      { role: 'system', content: '' },
      user('Hi'),
      calls('a', 'b'),
      result('b'),
      result('a'),
      { role: 'assistant', content: '' },
    ]),
  ).toEqual([]);
});
