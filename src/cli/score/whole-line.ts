import { forTerminal } from '../../domain/display/terminal.ts';
import { markedText } from '../../reporters/terminal/marked-text.ts';

/** More of one sentence nobody reads. */
const MAX_LENGTH = 4000;

/** A text that nobody vouches for, on one line where there is room for any, else wrapped below itself. Never cut. */
export function wholeLine(text: string, { columns, indent = 0 }: { columns: number; indent?: number }): string[] {
  const shown = forTerminal(text, { newlines: 'escape' });
  const lines = markedText(shown, { columns: columns - indent - 2, maxLength: MAX_LENGTH });
  return lines.map((line, index) => `${' '.repeat(index === 0 ? indent : indent + 2)}${line.text}`);
}
