import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forTerminal } from '../../../src/domain/display/terminal.ts';
import { hostileText } from './hostile-texts.ts';

test.each([
  ['\u001b]0;pwn\u0007\u001b[2J', '\\u{1b}]0;pwn\\u{7}\\u{1b}[2J'],
  ['\u009d0;pwn\u009c', '\\u{9d}0;pwn\\u{9c}'],
  ['90%\rdone', '90%\\u{d}done'],
  ['abc\u0008\u0008', 'abc\\u{8}\\u{8}'],
  ['a\tb\nc', 'a    b\nc'],
])('%j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown);
});

test('a text can be kept on one line', () => {
  expect(forTerminal('a\r\nb', { newlines: 'escape' })).toBe('a\\nb');
});

test('no control code reaches the terminal but a line break', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(forTerminal(text).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u);
      expect(forTerminal(text, { newlines: 'escape' })).not.toContain('\n');
    }),
  );
});
