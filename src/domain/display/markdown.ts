import { visibleText } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Ends a mention, an address or a shortcode where Markdown's escapes cannot; renderers show nothing of it. */
const NOTHING = '<!-- -->';

/**
 * For a line or table cell of GitHub's Markdown: the text itself and no more, so no markup, HTML, links, mentions, issue
 * numbers, formulas or emoji codes. Line breaks become `<br>` or, with `space`, spaces, so the text cannot leave its
 * block.
 */
export function forMarkdown(text: string, { newlines = 'break' }: { newlines?: 'break' | 'space' } = {}): string {
  return visibleText(text)
    .trim()
    .replace(/[&<>]|[!-/:-@[-`{-~]/g, (character) => entities[character] ?? `\\${character}`)
    .replace(/\\[@#]|(?<=\\:)\\\/|www(?=\\\.)|GH(?=\\-)|\\:(?=(?:\w|\\[_+-])+\\:)/gi, (start) => start + NOTHING)
    .replace(/[ \t]*\n[ \t]*/g, newlines === 'break' ? '<br>' : ' ');
}

/**
 * For text between HTML tags that stand in GitHub's Markdown, such as `<summary>`, where the escapes of Markdown would be
 * shown: the text on one line, without mentions, links, issue numbers or emoji codes.
 */
export function forMarkdownTag(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[&<>]|[@#:.]|GH(?=-)/gi, (part) => entities[part] ?? part + NOTHING);
}

/** A fenced block of Markdown that the text cannot end; between line breaks everything is shown as it is. */
export function forMarkdownBlock(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${visibleText(text)}\n${fence}`;
}
