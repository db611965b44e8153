import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';

const failed = {
  kind: 'tool_result' as const,
  name: 'move_visit',
  args: { visit: 'VS-31', time: '16:40' },
  is_error: true,
  content: 'calendar is locked',
};

function isUnsupported(answer: string): boolean {
  return checkGrounding({ answer, evidence: [failed] }).claims.some(
    ({ text, verdict }) => text === '16:40' && verdict === 'unsupported',
  );
}

test('what a failed call was given may be told in the sentence that tells the failure', () => {
  expect(isUnsupported('I could not move the visit to 16:40: the calendar is locked.')).toBe(false);
});

test('what a failed call was given is no fact of a sentence that tells no failure', () => {
  expect(isUnsupported('The calendar was locked for a while. The visit is at 16:40.')).toBe(true);
});
