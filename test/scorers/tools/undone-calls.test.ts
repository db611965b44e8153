import { expect, test } from 'vitest';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { findingsOf, scoresOf } from '../score-transcript.ts';

const order = (status: string) => ({ order_id: 'A-1', status });
const log = (effect: 'write' | 'unknown') =>
  transcriptOf(
    started({
      origin: { kind: 'import', format: 'openai-chat', source: 'log.jsonl' },
      tools: [toolOf('get_order', 'read'), toolOf('cancel_order', effect), toolOf('revive_order', effect)],
    }),
    user('Cancel A-1.'),
    call('get_order', { order_id: 'A-1' }),
    result(order('open')),
    call('cancel_order', { order_id: 'A-1' }),
    result(order('cancelled')),
    agent('Cancelled.'),
    user('Oh no!'),
    call('revive_order', { order_id: 'A-1' }),
    result(order('open')),
    agent('It is back.'),
  );
const cancelled = { type: 'calls', calls: [{ tool: 'cancel_order', arguments: { order_id: 'A-1' } }], extra: 'allow' };
const execution = (check: typeof cancelled, transcript: ReturnType<typeof log>) =>
  scoresOf(check, transcript).find(({ stage }) => stage === 'execution');

test('in a log without a world, results show that an expected call was undone', () => {
  const score = execution(cancelled, log('write'));
  expect(score).toMatchObject({ status: 'scored', passed: false, value: 0 });
  expect(findingsOf(score as never)).toMatchInlineSnapshot(`
    [
      "1 execution failure undone_write: \`cancel_order(order_id="A-1")\` was done in turn 0, and undone in turn 1 by \`revive_order(order_id="A-1")\`; expected it to stay done",
    ]
  `);
});

test('an undoing that is expected itself is fine', () => {
  const both = { ...cancelled, calls: [...cancelled.calls, { tool: 'revive_order' } as never] };
  expect(execution(both, log('write'))).toMatchObject({ passed: true });
});

test('of tools that nobody knows to write it is not said that they undid anything', () => {
  expect(execution(cancelled, log('unknown'))).toMatchObject({ passed: true });
});

test('work that was undone and done again stands, where its last call is as good as its first', () => {
  const cancel = call('cancel_order', { order_id: 'A-1' });
  const revive = call('revive_order', { order_id: 'A-1' });
  const talk = (...status: readonly string[]) =>
    transcriptOf(
      started({
        origin: { kind: 'import', format: 'openai-chat', source: 'log.jsonl' },
        tools: [toolOf('get_order'), ...['cancel_order', 'revive_order', 'mail'].map((name) => toolOf(name, 'write'))],
      }),
      user('Cancel A-1.'),
      call('get_order', { order_id: 'A-1' }),
      result(order('open')),
      ...status.flatMap((to) =>
        to === 'mail'
          ? [call('mail', {}), result({ mail: 'M-1' })]
          : [to === 'cancelled' ? cancel : revive, result(order(to))],
      ),
      agent('Done.'),
    );
  const back = talk('cancelled', 'open');
  const again = talk('cancelled', 'open', 'cancelled');
  const often = talk('cancelled', 'open', 'cancelled', 'open', 'cancelled');
  const lost = talk('cancelled', 'open', 'cancelled', 'open');
  expect([back, again, often, lost].map((one) => execution(cancelled, one))).toMatchObject([
    { passed: false },
    { passed: true },
    { passed: true },
    { passed: false },
  ]);
  // What stands was done after the mail, and the mail was to tell of it.
  const mailed = talk('cancelled', 'mail', 'open', 'cancelled');
  const inOrder = { ...cancelled, calls: [...cancelled.calls, { tool: 'mail' } as never] };
  expect(execution(inOrder, mailed)).toMatchObject({ passed: false });
  expect(execution({ ...inOrder, order: 'any' } as never, mailed)).toMatchObject({ passed: true });
});
