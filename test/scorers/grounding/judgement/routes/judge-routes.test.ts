import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const FERRIES = [
  { crossing: 'FX-31', from_port: 'Kiel', to_port: 'Malmo', opens: '06:15', closes: '21:40' },
  { crossing: 'FX-58', from_port: 'Malmo', to_port: 'Turku', opens: '07:05', closes: '22:10' },
];
const TRANSFER = { id: 'TR-77', sender: 'Dana Holt', recipient: 'Milo Quist', amount: 80 };
const TRIP = { trip: 'QRX-9', origin: 'Kiel', destination: 'Turku', stops: ['Kiel', 'Malmo', 'Turku'] };

function turnedIn(content: unknown, answer: string, said = 'What do you see?'): string[] {
  const { claims } = checkGrounding({
    evidence: [
      { kind: 'user', content: said },
      { kind: 'tool_result', name: 'look_up', content: content as never },
    ],
    answer,
  });
  return claims.filter(({ reason }) => reason === 'direction_reversed').map(({ text }) => text);
}

describe('a direction told the other way round', () => {
  test.each([
    ['FX-31 sails from Malmo to Kiel.', 'Malmo to Kiel'],
    ['FX-31 (Malmo → Kiel) is on time.', 'Malmo → Kiel'],
    ['FX-58 leaves Turku and arrives in Malmo.', 'Turku and arrives in Malmo'],
    ['FX-31 arrives at Kiel from Malmo.', 'Kiel from Malmo'],
    ['- FX-31: Malmo-Kiel', 'Malmo-Kiel'],
    ['FX-31从Malmo到Kiel。', 'Malmo到Kiel'],
    ['Boarding for FX-31 is open from 21:40 until 06:15.', '21:40 until 06:15'],
  ])('is found in %j', (answer, span) => {
    expect(turnedIn(FERRIES, answer)).toEqual([span]);
  });

  test('is found between people', () => {
    expect(turnedIn(TRANSFER, 'TR-77: Milo Quist sent 80 to Dana Holt.')).toEqual(['Milo Quist sent 80 to Dana Holt']);
  });

  test('points at both ends of the record and says how it is', () => {
    const { claims } = checkGrounding({
      evidence: [{ kind: 'tool_result', name: 'look_up', content: FERRIES }],
      answer: 'FX-58 goes from Turku to Malmo.',
    });
    const [claim] = claims.filter(({ reason }) => reason === 'direction_reversed');
    expect(claim?.evidence.map(({ pointer }) => pointer)).toEqual(['/1/from_port', '/1/to_port']);
    expect(claim?.nearest).toMatchObject({ text: 'Malmo → Turku' });
  });
});

describe('no direction is turned', () => {
  test.each([
    'FX-31 sails from Kiel to Malmo.',
    'FX-58 arrives at Turku from Malmo.',
    'You can take us from Kiel via Malmo to Turku.',
    'Kiel ↔ Malmo is served daily.',
    'FX-31 does not go from Malmo to Kiel.',
    'Shall I look for a crossing from Malmo to Kiel?',
    'The port was changed from Malmo to Kiel.',
    'FX-31从Kiel到Malmo。',
    'Boarding is open from 06:15 until 21:40.',
  ])('in %j', (answer) => {
    expect(turnedIn(FERRIES, answer)).toEqual([]);
  });

  test('where the user named the two in this order', () => {
    expect(
      turnedIn(FERRIES, 'There is nothing from Malmo to Kiel.', 'I want to go from Malmo to Kiel next week.'),
    ).toEqual([]);
  });

  test('where several legs make up the way', () => {
    expect(turnedIn(TRIP, 'QRX-9 takes you from Kiel to Turku.')).toEqual([]);
  });
});
