import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forCsv } from '../../../src/domain/display/csv.ts';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { hostileText } from './hostile-texts.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['=1+1', `"'=1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['+1+1', `"'+1+1"`],
  ["-2+3+cmd|' /C calc'!A0", `"'-2+3+cmd|' /C calc'!A0"`],
  [' =1', `"' =1"`],
  ['\t=1', `"'\t=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['\u200b=1', '\\u{200b}=1'],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['say "hi"', '"say ""hi"""'],
  ['a\r\nb', '"a\nb"'],
  ['a\u0000b', 'a\\u{0}b'],
  ['-5', '-5'],
  [-5.25, '-5.25'],
  [1e21, '1e+21'],
  [true, 'true'],
])('%j becomes %j', (cell, written) => {
  expect(forCsv(cell)).toBe(written);
});

test('a reader of RFC 4180 gets the text back, and a spreadsheet nothing to compute', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (cells) => {
      const read = readRow(cells.map(forCsv).join(','));
      expect(read).toHaveLength(cells.length);
      for (const [index, cell] of read.entries()) {
        const shown = visibleText(cells[index] ?? '');
        expect([shown, `'${shown}`]).toContain(cell);
      }
      for (const cell of read) expect(cell).not.toMatch(/^\s*[=@＝＋－＠]|^\s*[+-](?!\d+(\.\d+)?(e[+-]?\d+)?$)/u);
    }),
  );
});

function readRow(row: string): string[] {
  const cells = `,${row}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\n]*))(?=,|$)/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
