import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';
import { grounded } from '../../../../../src/scorers/grounding/grounding-scorers.ts';
import { agent, call, result, started, toolOf, transcriptOf, user } from '../../../../fixtures/transcripts.ts';
import { scoreWith, tableLines } from '../../score-with.ts';

const berth = {
  id: 'BT-18',
  pier: 'Larch Pier',
  vessel: 'Kittiwake',
  length_m: 9,
  shore_power: true,
  extras: ['fresh water', 'laundry'],
};
const harbour = (answer: string) =>
  checkGrounding({
    evidence: [
      { kind: 'user', content: 'What does my berth come with, and is the mooring line in order?' },
      { kind: 'tool_result', name: 'get_berth', args: { id: 'BT-18' }, content: berth },
    ],
    answer,
    tools: ['get_berth', 'send_divers'],
    policy: 'Guests may use the sauna until ten.',
  }).claims.filter(({ reason }) => reason === 'not_covered');

const teahouse = (answer: string) =>
  checkGrounding({
    evidence: [
      { kind: 'user', content: '给我找一家喝茶的地方' },
      {
        kind: 'tool_result',
        name: 'find_teahouse',
        content: { 名称: '听松阁', 招牌: ['龙井', '桂花糕'], 地址: '柳巷' },
      },
    ],
    answer,
  }).claims.filter(({ reason }) => reason === 'not_covered');

test.each([
  ['There is a crane on the quay.', 'crane'],
  ['Your berth also has a barbecue.', 'barbecue'],
  ['Larch Pier offers a chandlery.', 'chandlery'],
  ['A rowing dinghy is included.', 'rowing dinghy'],
  ['The berth comes with a storage locker.', 'storage locker'],
  ['Besides, Pelican lies at Larch Pier.', 'Pelican'],
  ['A folk concert follows at dusk.', 'folk concert'],
  ['Next you have lunch with Bertille.', 'lunch'],
  ['Up north, Osprey is another vessel of that size.', 'Osprey'],
  ['A gull nest was found in the rigging.', 'gull nest'],
  ['Attached is a tide chart.', 'tide chart'],
  ['The kiosk rents paddle boats.', 'kiosk rents paddle boats'],
  ['Copper Cove has the same extras.', 'Copper Cove'],
])('`%s` brings up what nothing has named', (answer, words) => {
  const found = harbour(answer);
  expect(found).toMatchObject([{ verdict: 'unsupported', kind: 'statement', severity: 'low', tier: 'rules' }]);
  expect(answer.slice(found[0]?.start, found[0]?.end)).toBe(words);
});

test.each([
  'There is fresh water, and a laundry as well.',
  'Your berth also has shore power.',
  'The mooring line is also in order.',
  'A sauna is included, too.',
  'There is another way to do it.',
  'There is no crane on the quay.',
  'You might also want a barbecue.',
  'Is there also a chandlery?',
  'If there is a storage locker, use it.',
  'I also have a suggestion.',
  'The Kittiwake is lying nicely.',
  'The berth has the longest mooring line.',
  'Your berth is in order, with the ball in their court.',
  'It is a lovely berth.',
  'The laundry also charges by the kilo.',
  "That's a sheltered pier.",
  'Kittiwake serves as an example.',
  'The vessel lies there for a fortnight.',
  'Divers are available as well.',
])('`%s` invents nothing', (answer) => {
  expect(harbour(answer)).toEqual([]);
});

test('of a list the one bullet is told of which no word is known', () => {
  const answer = 'Your extras:\n- Fresh water\n- Laundry\n- Shore power\n- Kayak rental';
  expect(harbour(answer).map(({ text }) => text)).toEqual(['Kayak rental']);
});

test('a list of which nothing is known says nothing of one bullet', () => {
  expect(harbour('Mind these:\n- Slippery planks\n- Kayak rental\n- Gusty evenings')).toEqual([]);
});

test.each([
  ['这里还有露天影院。', '露天影院'],
  ['听松阁附赠一把折扇。', '折扇'],
  ['门口有一座石桥。', '石桥'],
  ['柜台上摆着一只铜壶。', '铜壶'],
  ['单子上还写着一位联络员。', '联络员'],
  ['茶馆后面是一片荷塘。', '荷塘'],
  ['另外柳巷也在办灯谜会。', '灯谜'],
])('`%s` brings up what nothing has named', (answer, words) => {
  const found = teahouse(answer);
  expect(found).toMatchObject([{ verdict: 'unsupported', severity: 'low' }]);
  expect(found[0]?.text).toContain(words);
});

test.each([
  '听松阁还有龙井和桂花糕。',
  '柳巷也有一家。',
  '也就是说龙井最好。',
  '这里没有露天影院。',
  '还有别的问题吗？',
  '另外需要折扇可以告诉我。',
])('`%s` invents nothing', (answer) => {
  expect(teahouse(answer)).toEqual([]);
});

test('what another judge already found in a sentence is not told twice', () => {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'get_berth', content: berth }],
    answer: 'There is also a crane for $412.50 a day.',
  });
  expect(claims.filter(({ verdict }) => verdict === 'unsupported').map(({ reason }) => reason)).toEqual([
    'not_in_evidence',
  ]);
});

test('what only a later result names is not known yet', () => {
  const first = transcriptOf(
    started({ tools: [toolOf('get_berth', 'read')] }),
    user('What is there?'),
    agent('There is a crane on the quay.'),
    user('Sure?'),
    call('get_berth', {}),
    result({ crane: 'north quay' }),
    agent('There is a crane on the north quay.'),
  );
  const outcome = scoreWith(grounded, first);
  expect(tableLines(outcome).filter((line) => line.endsWith('not_covered'))).toEqual([
    '0 crane unsupported not_covered',
  ]);
});

test('a session is warned of it and does not fail for it', () => {
  const outcome = scoreWith(
    grounded,
    transcriptOf(
      started({ tools: [toolOf('get_berth', 'read')] }),
      user('What is there?'),
      call('get_berth', {}),
      result(berth),
      agent('You have berth BT-18. It also has a barbecue.'),
    ),
  );
  expect(outcome).toMatchObject({
    status: 'scored',
    passed: true,
    findings: [{ code: 'not_covered', severity: 'warning' }],
  });
});
