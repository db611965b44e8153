import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MarkedTextOptions, markedText } from '../../../src/reporters/terminal/marked-text.ts';
import { displayWidth } from '../../../src/reporters/terminal/text-width.ts';

test('the marked part has carets below it', () => {
  expect(
    shown('You will receive 59.90 soon.', { columns: 40, spans: [{ start: 17, end: 22 }] }),
  ).toMatchInlineSnapshot(`
    "You will receive 59.90 soon.
                     ^^^^^"
  `);
});

test('carets are as wide as the characters above them', () => {
  expect(shown('剩余 21 天年假', { columns: 40, spans: [{ start: 3, end: 7 }] })).toMatchInlineSnapshot(`
    "剩余 21 天年假
         ^^^^^"
  `);
});

test('a mark that goes over the end of a line goes on in the next', () => {
  expect(
    shown('the order was sent to Basel on Monday', { columns: 20, spans: [{ start: 4, end: 27 }] }),
  ).toMatchInlineSnapshot(`
    "the order was sent
        ^^^^^^^^^^^^^^^
    to Basel on Monday
    ^^^^^^^^"
  `);
});

test('an escape is marked as wide as it is written', () => {
  expect(shown('a\u202eb', { columns: 40, spans: [{ start: 1, end: 2 }] })).toBe('a\\u{202e}b\n ^^^^^^^^');
});

test('line breaks stay, and wide scripts never begin a line with closing punctuation', () => {
  expect(shown('一二三四五，六七\nnext', { columns: 10 })).toMatchInlineSnapshot(`
    "一二三四
    五，六七
    next"
  `);
});

test('a word longer than the line is cut where the line ends', () => {
  expect(shown(`see ${'x'.repeat(25)}`, { columns: 10 })).toMatchInlineSnapshot(`
    "see xxxxxx
    xxxxxxxxxx
    xxxxxxxxx"
  `);
});

test('of a long text the part around the first mark is shown, and what is left out is told', () => {
  const text = `${'a'.repeat(500)} wrong ${'b'.repeat(500)}`;
  expect(shown(text, { columns: 40, spans: [{ start: 501, end: 506 }], maxLength: 60 })).toMatchInlineSnapshot(`
    "… 481 characters before
    aaaaaaaaaaaaaaaaaaa wrong
                        ^^^^^
    bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
    … 466 more characters"
  `);
});

test('a long text without a mark is shown from its beginning', () => {
  expect(shown('a'.repeat(1_000_000), { columns: 40, maxLength: 20 })).toBe(
    `${'a'.repeat(20)}\n… 999,980 more characters`,
  );
});

test('an empty text is one empty line', () => {
  expect(markedText('', { columns: 40 })).toEqual([{ text: '' }]);
});

test('any text fits the columns, has carets no wider than its line, and never cuts a pair', () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 });
  fc.assert(
    fc.property(text, fc.nat(130), fc.nat(130), fc.integer({ min: 10, max: 60 }), (content, start, length, columns) => {
      for (const line of markedText(content, { columns, spans: [{ start, end: start + length }], maxLength: 80 })) {
        const isNote = line.text.startsWith('… ');
        expect(isNote || displayWidth(line.text) <= columns).toBe(true);
        expect(() => encodeURIComponent(line.text)).not.toThrow();
        expect((line.carets?.length ?? 0) <= columns).toBe(true);
      }
    }),
  );
});

test('what has no spaces breaks after what divides it, and no value is torn where there is another place', () => {
  expect(shown('result {"rental_id":"R-637","refunded":"25.00"}', { columns: 30 })).toMatchInlineSnapshot(`
    "result {"rental_id":"R-637",
    "refunded":"25.00"}"
  `);
  expect(shown('{"rental_id":"R-637","refunded":"0.00"}', { columns: 37 })).toMatchInlineSnapshot(`
    "{"rental_id":"R-637","refunded":
    "0.00"}"
  `);
  expect(shown('https://shop.example/orders/A-1001?page=2&size=10', { columns: 30 })).toMatchInlineSnapshot(`
    "https://shop.example/orders/
    A-1001?page=2&size=10"
  `);
});

test('a number, an escape and a row of signs are no place to break', () => {
  expect(shown(`${'x'.repeat(14)}1,000,000.50`, { columns: 21 })).toMatchInlineSnapshot(`
    "xxxxxxxxxxxxxx1,000,0
    00.50"
  `);
  expect(shown(`${'x'.repeat(12)}12:30:59/2`, { columns: 16 })).toMatchInlineSnapshot(`
    "xxxxxxxxxxxx12:3
    0:59/2"
  `);
  expect(shown(`${'x'.repeat(12)}::::::::::`, { columns: 16 })).toMatchInlineSnapshot(`
    "xxxxxxxxxxxx::::
    ::::::"
  `);
});

function shown(text: string, options: MarkedTextOptions): string {
  return markedText(text, options)
    .flatMap(({ text: line, carets }) => (carets === undefined ? [line] : [line, carets]))
    .join('\n');
}
