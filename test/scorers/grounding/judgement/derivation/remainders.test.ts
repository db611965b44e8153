import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const verdicts = (content: unknown, answer: string) =>
  checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'get_record', content: content as never }],
    answer,
  }).claims.map(({ text, verdict, reason }) => `${text} ${verdict} ${reason}`);

describe('what is left of a whole', () => {
  const classes = [
    { code: 'P-2', places: 20, taken: 12 },
    { code: 'P-3', places: 25, taken: 4 },
  ];
  test('is the difference of two counts of the record that is named', () => {
    expect(verdicts(classes, 'P-2 has 8 places left.')).toContain('8 supported derived');
    expect(verdicts(classes, 'P-3 has 21 free places.')).toContain('21 supported derived');
  });
  test('is no difference of another record, nor any difference without such a word', () => {
    expect(verdicts(classes, 'P-2 has 21 places left.')).not.toContain('21 supported derived');
    expect(verdicts(classes, 'P-2 got 88 applications.')).not.toContain('88 supported derived');
  });
});

test('what is told of a known record is no example', () => {
  expect(verdicts({ bay_id: 'B-12', rent: 310.5 }, 'For example, the rent of B-12 is $295.00.')).toContain(
    '$295.00 contradicted value_mismatch',
  );
  expect(verdicts({ bay_id: 'B-12', rent: 310.5 }, 'Give me an id, for example B-99.').join()).not.toContain(
    'contradicted',
  );
});

test('what a status was may be told with what it is', () => {
  const order = { order_id: 'W1', status: 'shipped' };
  expect(verdicts(order, 'Order W1 was pending, but it has shipped now.').join()).not.toContain('contradicted');
  expect(verdicts(order, 'Order W1 is pending.').join()).toContain('contradicted');
});

test('hours and minutes of one column are one measure', () => {
  const ways = [
    { id: 'HAT1', duration: '2h 10m' },
    { id: 'HAT2', duration: '3h 00m' },
  ];
  expect(verdicts(ways, 'The fastest is HAT1.')).toContain('fastest supported derived');
  expect(verdicts(ways, 'The fastest is HAT2.')).toContain('HAT2 contradicted wrong_extreme');
});
