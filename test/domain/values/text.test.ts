import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeText, sliceByCodePoints, truncate, wellFormed } from '../../../src/domain/values/text.ts';

const anyText = fc.string({ unit: 'binary' });

test('a slice counts code points', () => {
  expect(sliceByCodePoints('a😀b😀', 1, 3)).toBe('😀b');
  expect(sliceByCodePoints('a😀b', 2)).toBe('b');
  expect(sliceByCodePoints('a😀b', -1, 2)).toBe('a😀');
  expect(sliceByCodePoints('abc', 2, 1)).toBe('');
  expect(sliceByCodePoints('abc', 9)).toBe('');
});

test('a slice is that of the code points', () => {
  fc.assert(
    fc.property(anyText, fc.nat(8), fc.nat(8), (text, start, end) => {
      expect(sliceByCodePoints(text, start, end)).toBe([...text].slice(start, Math.max(start, end)).join(''));
    }),
  );
});

describe('a truncated text', () => {
  test.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['ab👩‍👩‍👧cd', 5, 'ab…'],
    ['ab👩‍👩‍👧cd', 8, 'ab👩‍👩‍👧…'],
    ['cafe\u0301s', 5, 'caf…'],
    ['🇳🇴🇸🇪🇩🇰', 4, '🇳🇴…'],
    ['👩‍👩‍👧x', 3, '…'],
    ['ab', 1, '…'],
    ['', 1, ''],
  ])('%j at %i is %j', (text, max, expected) => {
    expect(truncate(text, max)).toBe(expected);
  });

  test('may end in another sign, or in none', () => {
    expect(truncate('abcdef', 5, { ellipsis: '...' })).toBe('ab...');
    expect(truncate('abcdef', 3, { ellipsis: '' })).toBe('abc');
  });

  test('needs room for the sign', () => {
    expect(() => truncate('abc', 0)).toThrow(new RangeError('a text of 0 characters has no room for `…`'));
    expect(() => truncate('abc', Number.NaN)).toThrow(RangeError);
  });

  test('of ten million characters costs no more than its head', () => {
    expect(truncate('ab'.repeat(5_000_000), 4)).toBe('aba…');
    expect(truncate(`a${'\u0301'.repeat(1_000_000)}`, 4)).toBe('…');
  });

  test('is never longer than allowed, starts as the text does and halves no pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const cut = truncate(text, max);
        expect([...cut].length).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
        expect(wellFormed(cut)).toBe(cut);
      }),
    );
  });
});

test.each([
  ['a\ud83d', 'a\ufffd'],
  ['\ude00b', '\ufffdb'],
  ['\ud83d\ud83d\ude00', '\ufffd😀'],
  ['😀', '😀'],
])('%j is well-formed as %j', (text, expected) => {
  expect(wellFormed(text)).toBe(expected);
});

test('[F52] what is well-formed survives UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }), (text) => {
      const sent = wellFormed(text);
      expect(Buffer.from(sent, 'utf8').toString('utf8')).toBe(sent);
      expect(sent).toHaveLength(text.length);
    }),
  );
});

describe('texts that are written differently', () => {
  test.each([
    ['cafe\u0301', 'caf\u00e9'],
    ['CAFÉ', 'café'],
    ['１２', '12'],
    ['a\u00a0 b\n', 'a b'],
    ['re\u00adfund', 'refund'],
    ['re\u200bfund', 'refund'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁne', 'fine'],
    ['℡', 'tel'],
    ['e\u00ad\u0301', 'é'],
  ])('[F53] %j and %j are the same', (a, b) => {
    expect(normalizeText(a)).toBe(normalizeText(b));
  });

  test('are found in one another', () => {
    expect(normalizeText('λογοστασια')).toContain(normalizeText('ΛΟΓΟΣ'));
  });

  test('are composed in the end', () => {
    expect(normalizeText('\u0390')).toBe('\u0390');
    expect(normalizeText('\u01f0')).toBe('\u01f0');
  });

  test('need not be normalised twice', () => {
    fc.assert(
      fc.property(anyText, (text) => normalizeText(normalizeText(text)) === normalizeText(text)),
      { numRuns: 2000 },
    );
  });
});
