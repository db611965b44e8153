import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const KILNS = {
  firings: [
    { kiln: 'Ember', pots: 48, gas_cost: 36, start: '2031-03-04', end: '2031-03-06', outcome: 'sound' },
    { kiln: 'Flint', pots: 24, gas_cost: 27, start: '2031-04-11', end: '2031-04-15', outcome: 'cracked' },
    { kiln: 'Slate', pots: 24, gas_cost: 45, start: '2031-05-20', end: '2031-05-21', outcome: 'sound' },
  ],
  currency: 'EUR',
};

function faultsIn(answer: string): string[] {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'list_firings', content: KILNS }],
    answer,
  });
  return claims
    .filter(({ verdict, severity }) => (verdict === 'contradicted' || verdict === 'unsupported') && severity !== 'low')
    .map(({ text }) => text);
}

describe('what some set of records gives is no fault', () => {
  test.each([
    'Ember held half of the pots.',
    'Flint held half as many pots as Ember.',
    'The gas of the two sound firings came to EUR 81.',
    'Two firings like that of Flint make EUR 54.',
    'Flint was 25 % cheaper than Ember.',
    'Ember was the first to open.',
    'Flint burned longest.',
    'Slate cost more than Ember.',
    'Flint was open from 11 to 15 April.',
  ])('%s', (answer) => {
    expect(faultsIn(answer)).toEqual([]);
  });
});

describe('what no set of records gives is one', () => {
  test.each([
    ['Ember held a quarter of the pots.', 'a quarter'],
    ['The gas of the two sound firings came to EUR 88.', 'EUR 88'],
    ['Two firings like that of Flint make EUR 58.', 'EUR 58'],
    ['Flint was 40 % cheaper than Ember.', '40 %'],
    ['Slate was the first to open.', 'Slate'],
    ['Slate burned longest.', 'Slate'],
    ['Ember cost more than Slate.', 'Ember'],
    ['Flint was open from 15 to 11 April.', '15 to 11 April'],
    ['Flint took EUR 27, EUR 9 more than Ember (EUR 36).', 'EUR 9 more than'],
  ])('%s', (answer, fault) => {
    const faults = faultsIn(answer);
    expect(faults.some((text) => text.includes(fault) || fault.includes(text.trim()))).toBe(true);
  });
});
