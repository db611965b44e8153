import { describe, expect, test } from 'vitest';
import { checkGrounding } from '../../../../src/scorers/grounding/check/check-grounding.ts';

const ask = { kind: 'user' as const, content: 'How does it look?' };
const told = (content: unknown) => [
  ask,
  { kind: 'tool_result' as const, name: 'read_device', args: { id: 'KX-41' }, content },
];

/** Findings of an answer, as `text reason`. */
function findings(evidence: ReturnType<typeof told>, answer: string): string[] {
  return checkGrounding({ evidence, answer })
    .claims.filter(({ verdict }) => verdict === 'contradicted' || verdict === 'unsupported')
    .map(({ text, reason }) => `${text} ${reason}`);
}

describe('the unit of a number stands in its key, beside it, in a block or around it', () => {
  test.each([
    [{ cable_length_m: 45 }, 'The cable length is 45 m.', 'The cable length is 45 km.', '45 km'],
    [{ idle_power_w: 180 }, 'The idle power is 180 W.', 'The idle power is 180 kW.', '180 kW'],
    [{ soil_temp_c: 19.5 }, 'Soil temperature: 19.5 °C', 'Soil temperature: 19.5 °F', '19.5 °F'],
    [{ tank: { level: 640, unit: 'L' } }, 'The tank level is 640 litres.', 'The tank level is 640 mL.', '640 mL'],
    [{ gust: 71.5, gust_unit: 'km/h' }, 'Gusts reach 71.5 km/h.', 'Gusts reach 71.5 mph.', '71.5 mph'],
    [
      { hourly_units: { humidity_sum: 'mg' }, hourly: { humidity_sum: [318.5] } },
      'It collected 318.5 mg.',
      'It collected 318.5 g.',
      '318.5 g',
    ],
    [{ unit: 'kWh', months: [{ month: '2026-03', used: 731 }] }, 'You used 731 kWh.', 'You used 731 MWh.', '731 MWh'],
    [{ 单位: '公斤', 净重: 36.5 }, '净重36.5公斤。', '净重36.5斤。', '36.5斤'],
    [{ note: 'Dose: 12.5 mcg/mL' }, 'The dose is 12.5 mcg/mL.', 'The dose is 12.5 mg/mL.', '12.5 mg/mL'],
  ])('%j', (content, right, wrong, value) => {
    expect(findings(told(content), right)).toEqual([]);
    expect(findings(told(content), wrong)).toEqual([`${value} unit_mismatch`]);
  });

  test.each([
    [{ wait_minutes: 90 }, 'The wait is 1.5 hours.'],
    [{ oven: { max_temp: 250, min_temp: 50 } }, 'It goes from 50 degrees up to 250 degrees.'],
    [{ price_per_kg: 18.2, currency: 'EUR' }, 'It costs €18.20 a kilo.'],
    [{ range_nm: '35-120' }, 'It covers 35-120 Nm.'],
    [{ built: '1970s', lines: 4 }, 'It is from the 1970s.'],
  ])('%j allows `%s`', (content, answer) => {
    expect(findings(told(content), answer)).toEqual([]);
  });
});

describe('the currency of an amount', () => {
  const orders = [
    { order: 'PL-1', side: 'buy', limit: 73.5, currency: 'PLN' },
    { order: 'PL-2', side: 'buy', limit: 512.25, currency: 'SEK' },
  ];

  test.each([
    ['PL-1 has a limit of PLN 73.50.', []],
    ['PL-1 has a limit of 73.50 zł.', []],
    ['PL-2 has a limit of SEK 73.50.', ['SEK 73.50 unit_mismatch']],
    ['PL-2 has a limit of PLN 512.25.', ['PLN 512.25 unit_mismatch']],
    ['PL-2 has a limit of 512.25 kr.', []],
  ])('is that of its record: `%s`', (answer, expected) => {
    expect(findings(told({ orders }), answer).filter((line) => line.endsWith('unit_mismatch'))).toEqual(expected);
  });

  test('a bare dollar sign fits every dollar, and no other currency', () => {
    expect(findings(told({ fee: 87.4, currency: 'CAD' }), 'The fee is $87.40.')).toEqual([]);
    expect(findings(told({ fee: 87.4, currency: 'GBP' }), 'The fee is $87.40.')).toEqual(['$87.40 unit_mismatch']);
  });

  test('a foreign one is without ground where the evidence only speaks of America or is all Chinese', () => {
    const office = { office: 'Denver, Colorado', fee: 87.4 };
    expect(findings(told(office), 'The fee is $87.40.')).toEqual([]);
    expect(findings(told(office), 'The fee is €87.40.')).toEqual(['€87.40 unit_mismatch']);
    const shop = { 店名: '青石书局', 地址: '西大街十四号', 押金: 87.4 };
    expect(findings(told(shop), '青石书局的押金是87.4元。')).toEqual([]);
    expect(findings(told(shop), '青石书局的押金是87.4美元。')).toEqual(['87.4美元 unit_mismatch']);
  });

  test('nothing is said of it where the evidence names neither currency nor place', () => {
    expect(findings(told({ fee: 87.4 }), 'The fee is €87.40.')).toEqual([]);
  });

  test('the finding shows the amount with the currency of its record', () => {
    const { claims } = checkGrounding({ evidence: told({ orders }), answer: 'PL-2 has a limit of PLN 512.25.' });
    expect(claims.find(({ reason }) => reason === 'unit_mismatch')).toMatchObject({
      message: '`PLN 512.25`: the evidence says `512.25 SEK` of `limit`',
      nearest: { text: '512.25', pointer: '/orders/1/limit' },
    });
  });
});
