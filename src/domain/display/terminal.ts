import { visibleText } from './visible-text.ts';

/**
 * For a terminal or a plain log: escape sequences and everything else hidden is written out, tabs become four spaces.
 * `escape` keeps the text on one line.
 */
export function forTerminal(text: string, { newlines = 'keep' }: { newlines?: 'keep' | 'escape' } = {}): string {
  return visibleText(text, { newlines }).replaceAll('\t', '    ');
}
