import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, event, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const tools = [toolOf('get_reader', 'read'), toolOf('get_loan', 'read'), toolOf('send_code', 'write')];
const seen = [
  started({ tools }),
  user('What do I owe?'),
  call('get_reader', { card: 'RC-810' }),
  result({ card: 'RC-810', name: 'Noor', open_loans: 3 }),
  call('get_loan', { loan: 'LN-77' }),
  result({ loan: 'LN-77', fine: 1.5, renewal_fee: 0.8 }),
];

describe('an amount of a field that is named', () => {
  test.each([
    ['The fine is 2.50.', '2.50', '/fine'],
    ['Your fine comes to 2.50 at the moment.', '2.50', '/fine'],
    ['The renewal fee is 4.20.', '4.20', '/renewal_fee'],
    ['There is a fine of 9.75.', '9.75', '/fine'],
  ])('`%s` is held against it', (answer, told, pointer) => {
    expect(scoreWith(grounded, transcriptOf(...seen, agent(answer)))).toMatchObject({
      findings: [
        {
          code: 'value_mismatch',
          evidence: [
            { kind: 'text_span', quote: told },
            { kind: 'json_pointer', pointer },
          ],
        },
      ],
    });
  });

  test('the amount itself stands, and one of no field is in no evidence', () => {
    expect(scoreWith(grounded, transcriptOf(...seen, agent('The fine is 1.50.')))).toMatchObject({ findings: [] });
    expect(scoreWith(grounded, transcriptOf(...seen, agent('The deposit is 6.40.')))).toMatchObject({
      findings: [{ code: 'not_in_evidence' }],
    });
  });
});

describe('what the world wrote to the user was sent', () => {
  const note = event({ type: 'notice', from: 'sms', text: 'Code 4471 for card RC-810.' });
  test.each([
    ['A message was sent to you.'],
    ['A text message has been sent to you with the code 4471.'],
    ['I have sent you a text message.'],
    ['You have been notified by text message.'],
    ['短信已发送。'],
    ['短信已发给您。'],
    ['已给您发送短信。'],
  ])('`%s`', (answer) => {
    const lines = (parts: readonly ReturnType<typeof agent>[]): string[] =>
      tableLines(scoreWith(grounded, transcriptOf(...parts)));
    expect(lines([...seen, note, agent(answer)]).filter((line) => /contradicted|unsupported/.test(line))).toEqual([]);
  });

  test('without it nobody sent anything', () => {
    expect(tableLines(scoreWith(grounded, transcriptOf(...seen, agent('I have sent you a text message.'))))).toEqual([
      '0 sent contradicted action_not_done',
    ]);
    expect(
      tableLines(scoreWith(grounded, transcriptOf(...seen, note, agent('I have sent you a text message.')))),
    ).toEqual(['0 sent supported done']);
  });
});
