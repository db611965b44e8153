import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forHtml, forScriptData } from '../../../src/domain/display/html.ts';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import { hostileText } from './hostile-texts.ts';

test.each([
  ['</script><img src=x onerror=alert(1)>', '&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;'],
  ["\" onload='x' `", '&quot; onload=&#39;x&#39; &#96;'],
  ['&amp;', '&amp;amp;'],
  ['a\u0000b\ud83d', 'a\\u{0}b\\u{d83d}'],
])('%j', (text, shown) => {
  expect(forHtml(text)).toBe(shown);
});

test('a browser reads back what was meant to be shown', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const html = forHtml(text);
      expect(html).not.toMatch(/[<>"'`]|&(?!(?:amp|lt|gt|quot|#39|#96);)/);
      expect(decoded(html)).toBe(visibleText(text));
    }),
  );
});

test('JSON in a script block says the same and cannot end the block', () => {
  fc.assert(
    fc.property(fc.dictionary(hostileText, hostileText), (value) => {
      const data = forScriptData(JSON.stringify(value));
      expect(data).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(data)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(forScriptData('"</script>\ud83d"')).toBe('"\\u003c/script\\u003e\\ud83d"');
});

function decoded(html: string): string {
  const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&#96;': '`', '&amp;': '&' };
  return html.replace(/&[^;]+;/g, (entity) => entities[entity as keyof typeof entities]);
}
