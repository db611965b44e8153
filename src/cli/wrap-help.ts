/** Columns that a description needs at least to stand beside its term. */
const MIN_COLUMNS = 20;

/**
 * Breaks lines that are too wide for a terminal between words. What goes on stands below the description, where a line has
 * a term and two spaces before it, else a little to the right of where the line began.
 */
export function wrapHelp(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const [, indent = '', term = ''] = /^(\s*)(\S.*?\s{2,})?/.exec(line) ?? [];
  const items = line.trim().split(/\s{3,}/);
  if (items.length > 2) return packItems(items, { indent, columns });
  const beside = indent.length + term.length;
  const isBeside = term !== '' && indent !== '' && columns - beside >= MIN_COLUMNS;
  const hang = ' '.repeat(isBeside ? beside : indent.length + (indent === '' ? 0 : 2));
  const lines: string[] = [];
  let current = indent + term;
  let isFirst = true;
  for (const word of line.slice(beside).split(' ')) {
    const next = isFirst ? current + word : `${current} ${word}`;
    isFirst = false;
    if (next.length > columns && current.trim() !== '') {
      lines.push(current.trimEnd());
      current = hang + word;
    } else current = next;
  }
  return [...lines, current.trimEnd()];
}

/** Several short things side by side, none of them taken apart. */
function packItems(items: readonly string[], { indent, columns }: { indent: string; columns: number }): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const next = `${last}   ${item}`;
    if (last !== undefined && next.length <= columns) lines[lines.length - 1] = next;
    else lines.push(indent + item);
  }
  return lines;
}
