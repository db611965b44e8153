import { visibleText } from './visible-text.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** For the text of an HTML element or a quoted attribute. Not for scripts, styles, addresses or unquoted attributes. */
export function forHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => entities[character] ?? '');
}

/** JSON text for a `<script type="application/json">` block: the same JSON, in which nothing can end the block. */
export function forScriptData(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]|\p{Surrogate}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
