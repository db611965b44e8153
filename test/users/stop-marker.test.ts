import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { machineUser } from '../../src/users/machine-user.ts';
import { scriptedUser } from '../../src/users/scripted-user.ts';
import { isStopMarker } from '../../src/users/stop-marker.ts';
import { machineOf } from './machine/machines.ts';
import { linesOf, talkWith } from './talk-with.ts';

test.each([
  'END',
  'end',
  'END.',
  'End.',
  '[END]',
  '[end].',
  '[END.]',
  '(end)',
  '<END>',
  '【END】',
  ' END \n',
  'ＥＮＤ。',
  '**END**',
  '{end}',
  '`END`',
  'END!',
  '！END！',
  '<<END>>',
  '[[END]]',
  '**[END]**',
  '"END"',
  '### END',
  '--- END ---',
  'END 👍',
  '👋🏽 END',
  'END ❤️',
])('[A6] `%s` as a whole message ends the talk', (text) => {
  expect(isStopMarker(text)).toBe(true);
});

test.each([
  '',
  'The END is near.',
  'END of month, please',
  'send',
  'ending',
  'end-to-end',
  'END END',
  'END?',
  'weekend',
  '[END',
  'the end',
  'END)',
  '<<END',
  '"END" of what?',
  'END 👍 of May',
  '👍',
  '!',
  '``',
  'Is it the `END`?',
])('[A6] `%s` is a message like any other', (text) => {
  expect(isStopMarker(text)).toBe(false);
});

test('[A6] words before a marker on its own line are said, and the agent still answers them', async () => {
  expect(linesOf(await talkWith(scriptedUser(['Hello.', 'Thanks, that is all.\n[END]'])))).toEqual([
    'Hello.',
    'Thanks, that is all. (end: user_done)',
  ]);
});

test('[A6] a marker inside a sentence does not end the talk', async () => {
  expect(linesOf(await talkWith(scriptedUser(['Does the sale END.', 'Until the end of May?'])))).toEqual([
    'Does the sale END.',
    'Until the end of May?',
    '(end: user_done)',
  ]);
});

test('[A6] markers of machines as data and of XState machines end the talk as well', async () => {
  const data = machineOf({
    initial: 'ask',
    states: { ask: { say: 'Hi.', on: [{ go: 'leave' }] }, leave: { say: 'Bye.\nend' } },
  });
  const xstate = setup({ actions: { say: (_, _params: { text: string }) => undefined } }).createMachine({
    initial: 'ask',
    states: {
      ask: { meta: { say: 'Hi.' }, on: { REPLY: 'leave' } },
      leave: { entry: { type: 'say', params: { text: 'END.' } }, on: { REPLY: 'ask' } },
    },
  });
  expect(linesOf(await talkWith(machineUser(data)))).toEqual(['Hi.', 'Bye. (end: user_done)']);
  expect(linesOf(await talkWith(machineUser(xstate)))).toEqual(['Hi.', '(end: user_done)']);
});

test('[A6] a fact whose value is a marker is only a word', async () => {
  expect(linesOf(await talkWith(scriptedUser(['{{word}}'], { facts: { word: 'END' } })))).toEqual([
    'END',
    '(end: user_done)',
  ]);
});
