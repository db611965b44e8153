import { expect, test } from 'vitest';
import { grounded } from '../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../score-with.ts';

const desk = started({ now: '2026-01-15T09:00:00Z', tools: [toolOf('find_parcel', 'read')] });
const parts = (record: unknown, answer: string, asked = 'Can I have K-2201 by tomorrow?') =>
  transcriptOf(desk, user(asked), call('find_parcel', { id: 'K-2201' }), result(record), agent(answer));
const mistakes = (record: unknown, answer: string, asked?: string): string[] =>
  tableLines(scoreWith(grounded, parts(record, answer, asked))).filter((line) => /contradicted|unsupported/.test(line));

test.each([
  'Parcel K-2201 will be with you by tomorrow.',
  'Your parcel arrives tomorrow.',
  'You will have it within the hour.',
  'The refund will reach you in a week.',
  'We will ship it by the end of the week.',
  'It will be delivered by Friday.',
  'I guarantee that it will arrive next week.',
  'It will arrive within two days.',
  '明天之前送达。',
  '您的包裹一小时内就会送到。',
  '退款一周内到账。',
  '我们会在下周五之前送到。',
  '保证本周内发货。',
  '半小时内会给您回复。',
])('nobody gave what `%s` promises, and the wish of the user grants nothing', (answer) => {
  expect(mistakes({ id: 'K-2201', status: 'in_transit' }, answer)).toEqual([
    expect.stringContaining('unsupported unlicensed_promise'),
  ]);
});

test.each([
  ['Parcel K-2201 will be with you by tomorrow.', { id: 'K-2201', expected_on: '2026-01-16' }],
  ['It will be delivered by Friday.', { id: 'K-2201', expected_on: '2026-01-16' }],
  ['It will arrive by January 18, 2026.', { id: 'K-2201', expected_on: '2026-01-18' }],
  ['It will arrive within two days.', { id: 'K-2201', note: 'Delivery within 48 hours.' }],
  ['We will ship it next week.', { id: 'K-2201', note: 'Leaves the depot next week.' }],
  ['明天之前送达。', { id: 'K-2201', expected_on: '2026-01-16' }],
  ['一周内到账。', { id: 'K-2201', note: '7天内到账' }],
])('`%s` keeps to %j', (answer, record) => {
  expect(mistakes(record, answer)).toEqual([]);
});

test.each(['Today is Thursday.', 'I checked it today.', 'You asked for tomorrow.', '您想要明天送到。'])(
  '`%s` promises nothing',
  (answer) => {
    expect(mistakes({ id: 'K-2201' }, answer)).toEqual([]);
  },
);
