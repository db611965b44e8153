import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const TOOLS = ['get_kayak_hire', 'extend_kayak_hire', 'cancel_kayak_hire', 'transfer_to_human'];
const RULES =
  'You are the boathouse desk. A hire may be extended twice. A lost paddle is replaced at the cost of the guest.';
const found = (
  answer: string,
  { extended = false, tools = TOOLS }: { extended?: boolean; tools?: string[] } = {},
): string[] =>
  checkGrounding({
    evidence: [
      { kind: 'system', content: RULES },
      { kind: 'user', content: 'My kayak hire K7, please.' },
      {
        kind: 'tool_result',
        name: 'get_kayak_hire',
        args: { hire: 'K7' },
        content: { hire: 'K7', boat: 'kayak', state: 'out' },
      },
      ...(extended
        ? [
            {
              kind: 'tool_result' as const,
              name: 'extend_kayak_hire',
              args: { hire: 'K7' },
              content: { hire: 'K7', extended: true },
            },
          ]
        : []),
    ],
    answer,
    tools,
  })
    .claims.filter(({ verdict }) => verdict === 'unsupported' || verdict === 'contradicted')
    .map(({ kind, reason }) => `${kind} ${reason}`);

test.each([
  'I could paint the kayak for you.',
  'Want me to ring the coastguard?',
  'If you like, I will email a map to your brother.',
  'Say so and I repair the kayak.',
  'A new paddle can be ordered through me.',
  '我可以帮您翻译合同。',
])('`%s` offers what no tool does', (answer) => {
  expect(found(answer)).toEqual([expect.stringMatching(/unknown_capability|unlicensed_promise/)]);
});

test.each([
  'I can extend the kayak hire.',
  'Shall I prolong the hire?',
  'Would you like me to do that?',
  'I can explain how the hire works.',
  'I can transfer you to a colleague.',
  'I cannot paint the kayak.',
  'Once you agree, I will cancel the hire.',
])('`%s` keeps to the tools', (answer) => {
  expect(found(answer)).toEqual([]);
});

test.each([
  'I rang the boatman about the hire.',
  'I have emailed a map to your brother.',
  'The harbourmaster was alerted.',
  '我已经通知了港务局。',
])('`%s` tells a deed that no call did', (answer) => {
  expect(found(answer, { extended: true })).toEqual(['action no_such_action']);
});

test.each(['I have extended the hire K7.', 'I prolonged it for you.', 'I looked at the hire.', 'I understood you.'])(
  '`%s` tells what a call did, or no deed at all',
  (answer) => {
    expect(found(answer, { extended: true })).toEqual([]);
  },
);

test.each(['The weather will stay calm, trust me.', 'The boatman is bound to waive the fine.', '明年一定涨价。'])(
  '`%s` is promised by nothing',
  (answer) => {
    expect(found(answer)).toEqual(['promise unlicensed_promise']);
  },
);

test('a rule licenses what it says', () => {
  expect(found('The lost paddle will be replaced at your cost.')).toEqual([]);
});
