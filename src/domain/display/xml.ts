import { visibleText } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * For the text of an XML 1.0 element; with `encode`, for a quoted attribute too, whose line breaks and tabs a parser
 * would turn into spaces. Characters that XML cannot hold are written out. No `]]>` remains.
 */
export function forXml(text: string, { newlines = 'keep' }: { newlines?: 'keep' | 'encode' } = {}): string {
  const escaped = visibleText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return newlines === 'keep' ? escaped : escaped.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
