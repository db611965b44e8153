import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const HIVES = {
  hives: [
    { hive: 'Alder', honey_kg: 14.5, frames: 10, state: 'calm' },
    { hive: 'Birch', honey_kg: 29, frames: 16, state: 'calm' },
    { hive: 'Cedar', honey_kg: 8.25, frames: 11, state: 'swarming' },
    { hive: 'Elder', honey_kg: 21.75, frames: 13, state: 'calm' },
  ],
};

function faultsIn(answer: string): string[] {
  const { claims } = checkGrounding({
    evidence: [{ kind: 'tool_result', name: 'list_hives', content: HIVES }],
    answer,
  });
  return claims
    .filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')
    .map(({ text }) => text);
}

describe('what follows from records is no fault', () => {
  test.each([
    'Altogether they gave 73.5 kg.',
    'Alder and Birch together make 43.5 kg.',
    'Birch gave about 39 % of the honey.',
    'Alder gave 50 % less honey than Birch.',
    'Some 75 % of the hives are calm.',
  ])('%s', (answer) => {
    expect(faultsIn(answer)).toEqual([]);
  });
});

describe('what does not follow is one', () => {
  test.each([
    ['Altogether they gave 78.5 kg.', '78.5 kg'],
    ['Alder gave 30 % less honey than Birch.', '30 %'],
    ['Birch gave about 55 % of the honey.', '55 %'],
  ])('%s', (answer, fault) => {
    expect(faultsIn(answer)).toEqual([fault]);
  });
});
