import { describe, expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import {
  agent,
  call,
  event,
  failed,
  result,
  started,
  toolOf,
  transcriptOf,
  user,
} from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const withId = (key: string) => ({
  parameters: { type: 'object', properties: { [key]: { type: 'string', description: 'Which one.' } } },
});
const tools = [
  toolOf('get_loan', 'read', { description: 'Shows a volume on loan.', ...withId('book_id') }),
  toolOf('reserve_volume', 'write', { description: 'Puts a volume on the shelf for a reader.', ...withId('book_id') }),
  toolOf('cancel_hold', 'write', { description: 'Takes a hold off.', ...withId('hold_id') }),
];
type Parts = ReturnType<typeof user>[];
function wrongIn(...parts: Parts): string[] {
  const lines = tableLines(scoreWith(grounded, transcriptOf(started({ tools }), ...parts)));
  return lines.filter((line) => /contradicted|unsupported/.test(line)).map((line) => line.replace(/^\d+ /, ''));
}
const seen: Parts = [
  user('Is B-640 on the shelf? Please reserve it.'),
  call('get_loan', { book_id: 'B-640' }),
  result({ book_id: 'B-640', title: 'Tide Tables', shelf: 'K', copies: 2 }),
];

describe('a look-up does no deed', () => {
  test.each([
    ['I have reserved B-640 for you.', 'reserved contradicted action_not_done'],
    ['B-640 has been reserved.', 'reserved contradicted action_not_done'],
    ['B-640 is reserved for you.', 'reserved contradicted action_not_done'],
    ['I booked B-640 for you.', 'booked contradicted action_not_done'],
    ['已为您预留 B-640。', '预留 contradicted action_not_done'],
  ])('`%s` after one', (answer, line) => {
    expect(wrongIn(...seen, agent(answer))).toEqual([line]);
  });

  test('the call of the right tool does it', () => {
    const done: Parts = [...seen, call('reserve_volume', { book_id: 'B-640' }), result({ ok: true })];
    for (const answer of ['I have reserved B-640.', 'B-640 is reserved for you.', '已为您预留 B-640。'])
      expect(wrongIn(...done, agent(answer))).toEqual([]);
  });
});

const asked: Parts = [
  user('I want to cancel H-9300.'),
  agent('Certainly. May I have your card number?'),
  user('It is 55120.'),
  agent('Thank you. One moment.'),
  user('Well?'),
];

describe('a deed that was asked for and never done stays undone turns later', () => {
  test.each([
    ['H-9300 has been cancelled.', 'cancelled contradicted action_not_done'],
    ['H-9300 is cancelled.', 'cancelled contradicted action_not_done'],
    ['H-9300 is now cancelled.', 'cancelled contradicted action_not_done'],
    ['Your hold is cancelled.', 'cancelled contradicted action_not_done'],
    ['It was cancelled successfully.', 'cancelled contradicted action_not_done'],
    ['Good news: cancelled!', 'cancelled contradicted action_not_done'],
    ['The cancellation is complete.', 'complete contradicted action_not_done'],
    ['H-9300 已取消。', '已取消 contradicted action_not_done'],
    ['您的预约已取消。', '已取消 contradicted action_not_done'],
    ['H-9300 取消好了。', '取消 contradicted action_not_done'],
  ])('`%s`', (answer, line) => {
    expect(wrongIn(...asked, agent(answer)).map((found) => found.replace(/^取消 /, '取消 '))).toEqual([
      expect.stringMatching(new RegExp(line.replace('已取消', '已?取消'))),
    ]);
  });

  test.each([
    ['H-9300 can be cancelled.'],
    ['Holds are cancelled in the evening.'],
    ['A hold like H-9300 is cancelled by the desk.'],
    ['H-9300 is not cancelled yet.'],
    ['Once it is cancelled, you will get a mail.'],
    ['Shall I have it cancelled?'],
    ['If H-9300 is cancelled, tell me.'],
    ['H-9300 can be cancelled when you confirm.'],
    ['H-9300 尚未取消。'],
    ['取消后将无法恢复。'],
  ])('`%s` tells no deed', (answer) => {
    expect(wrongIn(...asked, agent(answer))).toEqual([]);
  });

  test('the call, a record or a notice that tells it frees it', () => {
    const answers = ['H-9300 has been cancelled.', 'H-9300 is cancelled.', 'H-9300 已取消。'];
    for (const answer of answers) {
      expect(
        wrongIn(...asked, call('cancel_hold', { hold_id: 'H-9300' }), result({ ok: true }), agent(answer)),
      ).toEqual([]);
      expect(
        wrongIn(
          ...asked,
          call('get_loan', { book_id: 'H-9300' }),
          result({ id: 'H-9300', status: 'cancelled' }),
          agent(answer),
        ),
      ).toEqual([]);
      expect(wrongIn(...asked, event({ type: 'notice', text: 'H-9300 was cancelled.' }), agent(answer))).toEqual([]);
    }
  });

  test('a failed call makes the adjective a lie', () => {
    const tried: Parts = [...asked, call('cancel_hold', { hold_id: 'H-9300' }), failed('locked')];
    expect(wrongIn(...tried, agent('H-9300 is cancelled.'))).toEqual(['cancelled contradicted error_told_as_success']);
  });
});
