import { expect, test } from 'vitest';
import { errorText } from '../../../src/domain/transcript/error-text.ts';

test.each([
  ['tool_error', 'Error: the bank is closed', 'Error: the bank is closed'],
  ['tool_error', 'BankError: closed', 'BankError: closed'],
  ['tool_error', 'bank.ClosedException: today', 'tool_error: bank.ClosedException: today'],
  ['tool_error', '{"error":"closed"}', '{"error":"closed"}'],
  ['tool_error', '  error closed', '  error closed'],
  ['tool_error', 'Tool error: closed', 'Tool error: closed'],
  ['tool_error', 'order A-9999 not found', 'tool_error: order A-9999 not found'],
  ['tool_error', 'errors are rare here', 'tool_error: errors are rare here'],
  ['tool_error', '', 'tool_error: '],
  ['blocked', 'blocked: ask first', 'blocked: ask first'],
  ['invalid_arguments', 'Error: amount is missing', 'invalid_arguments: Error: amount is missing'],
] as const)('%s with "%s" is told once', (kind, message, told) => {
  expect(errorText({ status: 'error', kind, message })).toBe(told);
});

test('a shortened message keeps what the whole one says', () => {
  const outcome = { status: 'error', kind: 'tool_error', message: 'Error: the bank is closed' } as const;
  expect(errorText(outcome, 'Err…')).toBe('Err…');
});
