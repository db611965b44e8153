import type { JsonValue } from '../../../domain/values/json-value.ts';
import { plainJson } from '../../../domain/values/plain-json.ts';
import type { Preview } from '../session-view.ts';

/** Characters of a note, an error or an argument. */
export const MAX_VALUE = 2_000;
/** Characters of what somebody said. */
export const MAX_TEXT = 20_000;
/** Beyond this a value stays on one line: nobody reads its indentation. */
const MAX_INDENTED = 20_000;

/** Characters of a tool's result. In a large run they are fewer, so that the page can still be sent and opened. */
export function resultLimit(sessions: number): number {
  if (sessions <= 200) return MAX_VALUE;
  return sessions <= 1_000 ? MAX_VALUE / 4 : MAX_VALUE / 8;
}

/** The beginning of a text, never cut inside a character. */
export function previewOf(text: string, max = MAX_TEXT): Preview {
  if (text.length <= max) return { text };
  const isPair = /[\ud800-\udbff]/.test(text[max - 1] ?? '');
  return { text: text.slice(0, isPair ? max - 1 : max), wholeLength: text.length };
}

/** A value as indented JSON; a text as it is. */
export function valuePreview(value: JsonValue, max = MAX_VALUE): Preview {
  if (typeof value === 'string') return previewOf(value, max);
  const line = plainJson(value);
  return previewOf(line.length > MAX_INDENTED ? line : indented(line), max);
}

/** Breaks JSON text into lines without reading its numbers: they would be rounded. */
function indented(json: string): string {
  if (json.length <= 60) return json;
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{},:]/g, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return token + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        return token;
    }
  });
}
