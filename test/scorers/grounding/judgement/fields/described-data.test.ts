import { expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

type Content = Parameters<typeof checkGrounding>[0]['evidence'][number]['content'];

function findings(content: Content, answer: string): readonly string[] {
  const { claims } = checkGrounding({ evidence: [{ kind: 'tool_result', name: 'read', content }], answer });
  return claims
    .filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')
    .map(({ text }) => text);
}

const REGATTA = {
  day: '2031-06-14',
  host: {
    'CREW-NAME': 'Otters',
    'CREW-TOWN': 'Lindholm',
    'CREW-PTS': '41',
    'CREW-LAP1': '19',
    'CREW-LAP2': '22',
    'CREW-WINS': '6',
    'CREW-LOSSES': '2',
  },
  guest: {
    'CREW-NAME': 'Herons',
    'CREW-TOWN': 'Vasa',
    'CREW-PTS': '38',
    'CREW-LAP1': '21',
    'CREW-LAP2': '17',
    'CREW-WINS': '3',
    'CREW-LOSSES': '5',
  },
  rowers: [
    { ROWER_NAME: 'Ada Quill', PTS: '17', AST: '4', SHOTM: '7', SHOTA: '11' },
    { ROWER_NAME: 'Bo Tarn', PTS: '12', AST: '0', SHOTM: '5', SHOTA: '8' },
  ],
};

test('counts are held against the field whose key is short for the word', () => {
  expect(findings(REGATTA, 'Ada Quill had 17 points and four assists.')).toEqual([]);
  expect(findings(REGATTA, 'Tarn finished with 17 points.')).toEqual(['17 points']);
});

test('a count of none is not one', () => {
  expect(findings(REGATTA, 'Bo Tarn added 12 points and an assist.')).toEqual(['an assist']);
});

test('an ordinal chooses among numbered fields', () => {
  expect(findings(REGATTA, 'The Otters took 19 points in the first lap and 22 in the second.')).toEqual([]);
  expect(findings(REGATTA, 'The Otters took 21 points in the first lap.')).toEqual(['21 points in the first lap']);
});

test('a score belongs to the two sides, and the winner has the more', () => {
  expect(findings(REGATTA, 'The Otters beat the Herons , 41 - 38 .')).toEqual([]);
  expect(findings(REGATTA, 'The Herons beat the Otters , 41 - 38 .')).toEqual(['Herons beat the Otters , 41 - 38']);
});

test('what was won and lost stands behind the name', () => {
  expect(findings(REGATTA, 'The Otters ( 6 - 2 ) met the Herons ( 3 - 5 ) .')).toEqual([]);
  expect(findings(REGATTA, 'The Otters ( 6 - 2 ) met the Herons ( 6 - 2 ) .')).toEqual(['6 - 2']);
});

test('a weekday must be that of the only day of the data', () => {
  expect(findings(REGATTA, 'The Otters beat the Herons on Saturday.')).toEqual([]);
  expect(findings(REGATTA, 'The Otters beat the Herons on Tuesday.')).toEqual(['Tuesday']);
});

test('a name that no result holds is told with low severity', () => {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'read', content: REGATTA }],
    answer: 'The Otters were led by Maren Solvang.',
  });
  expect(
    claims.filter(({ verdict }) => verdict === 'unsupported').map(({ text, severity }) => [text, severity]),
  ).toEqual([['Maren Solvang', 'low']]);
});

const GAUGE = 'day,level\n2031-02-01,3.4183\n2031-02-02,3.9021\n2031-02-03,5.1177\n2031-02-04,4.7702';

test('a rounded or cut value is supported, another is not', () => {
  expect(findings(GAUGE, 'The level rose from 3.42 to 5.11.')).toEqual([]);
  expect(findings(GAUGE, 'The level rose from 3.42 to 6.21.')).toEqual(['6.21']);
});

test('words that leave room are held against the side that they name', () => {
  expect(findings(GAUGE, 'The level reached over 5 on the third day.')).toEqual([]);
});

test('keys and glued figures support what they hold', () => {
  const content = { camera: { Sensor: '48MP', Video: '720p@24fps' }, audio: { '6.3mm socket': 'Yes' } };
  expect(findings(content, 'It has a 6.3mm socket and films at 24 frames per second.')).toEqual([]);
});

test('with a user in the talk, plain data rules give way', () => {
  const { claims } = checkGrounding({
    evidence: [
      { kind: 'user', content: 'How did Tarn do?' },
      { kind: 'tool_result', name: 'read', content: REGATTA },
    ],
    answer: 'Maren Solvang rowed as well.',
  });
  expect(claims.some(({ message }) => /no result holds such a name/.test(message ?? ''))).toBe(false);
});
