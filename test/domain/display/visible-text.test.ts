import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { hostileText } from './hostile-texts.ts';

test.each([
  ['\u0000', '\\u{0}'],
  ['\u007f\u009b', '\\u{7f}\\u{9b}'],
  ['x\u202egpj.exe', 'x\\u{202e}gpj.exe'],
  ['\u2066a\u2069\u200f\u061c', '\\u{2066}a\\u{2069}\\u{200f}\\u{61c}'],
  ['a\u200bb\u00ad\ufeff', 'a\\u{200b}b\\u{ad}\\u{feff}'],
  ['\u2028\u2029\u0085', '\\u{2028}\\u{2029}\\u{85}'],
  ['\ud83d', '\\u{d83d}'],
  ['\u{e0041}', '\\u{e0041}'],
  ['\u3164\ufffe\ufdd0', '\\u{3164}\\u{fffe}\\u{fdd0}'],
  ['\ufff9\u{1d173}', '\\u{fff9}\\u{1d173}'],
  ['a\r\nb\rc', 'a\nb\\u{d}c'],
  ['a\u200db', 'a\\u{200d}b'],
  ['a\ufe0f', 'a\\u{fe0f}'],
  ['\ufe0f\ufe0f', '\\u{fe0f}\\u{fe0f}'],
])('%j is shown as %j', (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each([
  'plain\ttext\n',
  'cafe\u0301 注文 שלום',
  '👩‍👩‍👧 ❤️‍🔥 🏳️‍🌈 👍🏽 👩🏽‍💻 1\ufe0f\u20e3',
  'می\u200cخواهم',
  'آية \u06dd',
  'क्\u200dष',
])('%s is left as it is', (text) => {
  expect(visibleText(text)).toBe(text);
});

test('line breaks are shown on demand', () => {
  expect(visibleText('a\r\nb\nc', { newlines: 'escape' })).toBe('a\\nb\\nc');
});

test('[F52] nothing hidden is left but line breaks, tabs and joiners', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const hidden = /[\p{C}\u2028\u2029]/gu;
      const left = (visibleText(text).match(hidden) ?? []).filter((character) =>
        /\p{Cc}|\p{Cs}|[\u2028-\u202e\u2066-\u2069]/u.test(character),
      );
      expect(left.filter((character) => character !== '\n' && character !== '\t')).toEqual([]);
    }),
  );
});

test('what is shown is shown the same way again', () => {
  fc.assert(fc.property(hostileText, (text) => visibleText(visibleText(text)) === visibleText(text)));
});
