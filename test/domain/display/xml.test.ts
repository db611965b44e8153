import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { forXml } from '../../../src/domain/display/xml.ts';
import { hostileText } from './hostile-texts.ts';

test.each([
  ['\u0001 ]]> \ud83d', '\\u{1} ]]&gt; \\u{d83d}'],
  ['<a b="c" d=\'e\'>&', '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;'],
  ['\ufffe\uffff', '\\u{fffe}\\u{ffff}'],
  ['a\r\nb\tc', 'a\nb\tc'],
])('%j', (text, written) => {
  expect(forXml(text)).toBe(written);
});

test('line breaks and tabs survive in an attribute', () => {
  expect(forXml('a\r\nb\tc', { newlines: 'encode' })).toBe('a&#10;b&#9;c');
});

test('only what XML 1.0 can hold is written, and it reads back', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const xml = forXml(text, { newlines: 'encode' });
      expect(xml).toMatch(/^[\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
      expect(xml).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|apos|#10|#9);)/);
      const read = {
        '&amp;': '&',
        '&lt;': '<',
        '&gt;': '>',
        '&quot;': '"',
        '&apos;': "'",
        '&#10;': '\n',
        '&#9;': '\t',
      };
      expect(xml.replace(/&[^;]+;/g, (entity) => read[entity as keyof typeof read])).toBe(visibleText(text));
    }),
  );
});
