import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../../src/scorers/grounding/check/check-grounding.ts';

const tunnel = {
  name: 'Orsa Tunnel',
  length_km: 7.4,
  lanes: 3,
  toll: '12.50 SEK',
  transit_minutes: 95,
  opened: '14 June 1974',
  closed: '2 May 2009',
};

function verdictOf(answer: string, text: string, content: unknown = tunnel): string | undefined {
  const evidence = [{ kind: 'tool_result' as const, name: 'get_tunnel', content }];
  return checkGrounding({ evidence, answer }).claims.find((claim) => claim.text.includes(text))?.verdict;
}

describe('a bound is true when the field that is named lies on its side', () => {
  test.each([
    ['The length is more than 7 km.', '7 km', 'supported'],
    ['The length is under 8 km.', '8 km', 'supported'],
    ['The length is more than 7,100 m.', '7,100 m', 'supported'],
    ['The transit takes less than two hours.', 'two hours', 'supported'],
    ['The length is more than 9 km.', '9 km', 'contradicted'],
    ['The length is under 6 km.', '6 km', 'contradicted'],
    ['The transit takes over two hours.', 'two hours', 'contradicted'],
  ])('%s', (answer, text, verdict) => {
    expect(verdictOf(answer, text)).toBe(verdict);
  });

  test('in Chinese too', () => {
    const content = { 名称: '奥萨隧道', 长度: '7.4公里' };
    expect(verdictOf('长度超过7公里。', '7公里', content)).toBe('supported');
    expect(verdictOf('长度不到6公里。', '6公里', content)).toBe('contradicted');
  });
});

test('a bound on what no result measures is left open', () => {
  expect(verdictOf('The rock above it weighs more than 400 kg.', '400 kg')).toBe('not_checkable');
});

test('a limit is not borne out by a lesser value', () => {
  expect(verdictOf('Its length may grow by up to 31 km.', '31 km')).not.toBe('supported');
});

describe('a number of years lies between two dates of a record', () => {
  test.each([
    ['It was in use for over 30 years.', '30 years', 'supported'],
    ['It was in use for about 35 years.', '35 years', 'supported'],
    ['It was in use for 34 years.', '34 years', 'supported'],
    ['It was in use for 61 years.', '61 years', 'unsupported'],
  ])('%s', (answer, text, verdict) => {
    expect(verdictOf(answer, text)).toBe(verdict);
  });

  test('what lasts until today stays open without a clock', () => {
    const content = { name: 'Orsa Tunnel', opened: '14 June 1974' };
    expect(verdictOf('It has been open for over 40 years.', '40 years', content)).toBe('not_checkable');
    const evidence = [{ kind: 'tool_result' as const, name: 'get_tunnel', content }];
    const clock = '2020-03-01T10:00:00Z';
    const read = (answer: string) =>
      checkGrounding({ evidence, answer, clock }).claims.find(({ text }) => text === '40 years')?.verdict;
    expect(read('It has been open for over 40 years.')).toBe('supported');
  });
});
