import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forMarkdown, forMarkdownBlock, forMarkdownTag } from '../../../src/domain/display/markdown.ts';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { hostileText } from './hostile-texts.ts';

test('markup is text', () => {
  const texts = [
    '| a | `b` |',
    '<img src=x> &amp;',
    '[a](javascript:b) ![c](d)',
    '@octocat, #12, GH-12, me@example.test',
    'https://evil.test www.evil.test',
    ':white_check_mark: at 10:30',
    '# title',
    '1. one',
    '$x$ ~~no~~ **b** __i__',
    '\u001b[2J\u202e',
  ];
  expect(texts.map((text) => forMarkdown(text))).toMatchInlineSnapshot(`
    [
      "\\| a \\| \\\`b\\\` \\|",
      "&lt;img src\\=x&gt; &amp;amp\\;",
      "\\[a\\]\\(javascript\\:b\\) \\!\\[c\\]\\(d\\)",
      "\\@<!-- -->octocat\\, \\#<!-- -->12\\, GH<!-- -->\\-12\\, me\\@<!-- -->example\\.test",
      "https\\:\\/<!-- -->\\/evil\\.test www<!-- -->\\.evil\\.test",
      "\\:<!-- -->white\\_check\\_mark\\: at 10\\:30",
      "\\#<!-- --> title",
      "1\\. one",
      "\\$x\\$ \\~\\~no\\~\\~ \\*\\*b\\*\\* \\_\\_i\\_\\_",
      "\\\\u\\{1b\\}\\[2J\\\\u\\{202e\\}",
    ]
  `);
});

test('line breaks cannot leave the cell', () => {
  expect(forMarkdown(' a \r\n\r\n| b\n')).toBe('a<br><br>\\| b');
  expect(forMarkdown('a\n    b', { newlines: 'space' })).toBe('a b');
});

test('no markup but our own is left', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const written = forMarkdown(text);
      expect(written).not.toContain('\n');
      const foreign = written
        .replaceAll('<!-- -->', '')
        .replaceAll('<br>', '')
        .replace(/\\[!-/:-@[-`{-~]/g, '')
        .replace(/&(?:amp|lt|gt);/g, '');
      expect(foreign).not.toMatch(/[!-/:-@[-`{-~]/);
      expect(written).not.toMatch(/\\[@#](?!<!-- -->)|www\\\.|\\:\\\/\\\//i);
    }),
  );
});

test('what a renderer shows is the text', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const shown = forMarkdown(text)
        .replaceAll('<!-- -->', '')
        .replaceAll('<br>', '\n')
        .replace(
          /\\([!-/:-@[-`{-~])|&(amp|lt|gt);/g,
          (_all, escaped: string | undefined, name: string) => escaped ?? { amp: '&', lt: '<', gt: '>' }[name] ?? '',
        );
      expect(shown).toBe(
        visibleText(text)
          .trim()
          .replace(/[ \t]*\n[ \t]*/g, '\n'),
      );
    }),
  );
});

test('a block has a fence that its text does not hold', () => {
  expect(forMarkdownBlock('a\n```\n# b')).toBe('````text\na\n```\n# b\n````');
  expect(forMarkdownBlock('plain')).toBe('```text\nplain\n```');
  fc.assert(
    fc.property(hostileText, (text) => {
      const [first = '', ...rest] = forMarkdownBlock(text).split('\n');
      const fence = first.replace('text', '');
      expect(rest.filter((line) => line.includes(fence))).toEqual([fence]);
    }),
  );
});

test('a million runs of backticks are no problem', () => {
  expect(forMarkdownBlock('`x'.repeat(1_000_000)).startsWith('```text\n')).toBe(true);
});

test('between tags there are no mentions, links or codes, and the text is still the text', () => {
  expect(forMarkdownTag('@octocat <b>\n#1 www.evil.test :tada:')).toBe(
    '@<!-- -->octocat &lt;b&gt; #<!-- -->1 www.<!-- -->evil.<!-- -->test :<!-- -->tada:<!-- -->',
  );
  fc.assert(
    fc.property(hostileText, (text) => {
      const written = forMarkdownTag(text);
      expect(written).not.toMatch(/\n|[@#:.](?!<!-- -->)/);
      const names: Record<string, string> = { amp: '&', lt: '<', gt: '>' };
      const shown = written.replaceAll('<!-- -->', '').replace(/&(\w+);/g, (_all, name: string) => names[name] ?? '?');
      expect(shown).toBe(
        visibleText(text)
          .trim()
          .replace(/\s*\n\s*/g, ' '),
      );
    }),
  );
});
