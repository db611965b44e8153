import { expect, test } from 'vitest';
import { namedValue } from '../../../../src/scorers/grounding/evidence/named-value.ts';
import { resultLeaves } from '../../../../src/scorers/grounding/evidence/result-leaves.ts';
import { textTable } from '../../../../src/scorers/grounding/evidence/text-tables.ts';

test('rows under a header become records, and the lines around them stay a text', () => {
  const text = '# unit: litres\nmonth,rain\n2031-03,41.7\n2031-04,12.05\n2031-05,8.3';
  expect(textTable(text)).toEqual({
    records: [
      { month: '2031-03', rain: '41.7' },
      { month: '2031-04', rain: '12.05' },
      { month: '2031-05', rain: '8.3' },
    ],
    rest: '# unit: litres',
  });
});

test('a markdown table is read by its columns', () => {
  const table = textTable('| Ward | Beds |\n| --- | --- |\n| North | 18 |\n| South | 22 |');
  expect(table?.records).toEqual([
    { Ward: 'North', Beds: '18' },
    { Ward: 'South', Beds: '22' },
  ]);
});

test('lines of key and value become one record; a key that comes twice holds a list', () => {
  const table = textTable('Harbour museum\n---\n- founded: 1931\n- exhibit: diving bell\n- exhibit: lamp room');
  expect(table).toEqual({
    records: { founded: '1931', exhibit: ['diving bell', 'lamp room'] },
    rest: 'Harbour museum',
  });
});

test('prose with commas and colons stays a text', () => {
  expect(
    textTable('Dear guest: we open at 9, close at 17.\nOn Mondays, we rest.\nPlease ring, then wait.'),
  ).toBeUndefined();
});

test('a pair of name and value is a field of the record around it', () => {
  const { leaves, collections } = resultLeaves({
    parts: [
      { name: 'Lens', value: '35 mm' },
      { name: 'Mass', value: '310 g' },
    ],
  });
  expect(leaves.filter(({ leaf }) => leaf === 'string').map(({ path, pointer }) => [path.at(-1), pointer])).toEqual([
    ['Lens', '/parts/0/value'],
    ['Mass', '/parts/1/value'],
  ]);
  expect(collections.size).toBe(0);
});

test('a name beside more than a value is a record', () => {
  expect(namedValue({ name: 'Lens', value: '35 mm', price: 80 })).toBeUndefined();
});
