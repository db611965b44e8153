import { forTerminal } from '../../domain/display/terminal.ts';
import type { RunMatrix } from '../../domain/verdicts/run-matrix.ts';
import type { Palette } from '../terminal/palette.ts';
import { displayWidth, fitWidth, padWidth } from '../terminal/text-width.ts';
import { type MatrixField, matrixTable } from './matrix-table.ts';

const MAX_NAME = 40;
const MAX_HEAD = 30;
const GAP = 2;

/** The matrix as a table; columns for which there is no room follow in further tables below. */
export function matrixLines(
  matrix: RunMatrix,
  { columns: room, palette }: { columns: number; palette: Palette },
): string[] {
  const { heads, rows } = matrixTable(matrix);
  const names = rows.map(({ name }) => fitWidth(inLine(name), MAX_NAME));
  const nameWidth = Math.max(...names.map(displayWidth));
  const shown = heads.map((head) => fitWidth(inLine(head), MAX_HEAD));
  const widths = shown.map((head, at) =>
    Math.max(displayWidth(head), ...rows.map(({ fields }) => displayWidth(fields[at]?.text ?? ''))),
  );
  const tables = fillTables(widths, room - nameWidth);
  return tables.flatMap((table, index) => [
    ...(index === 0 ? [] : ['']),
    palette.quiet(
      line(
        padWidth('', nameWidth),
        table.map((at) => padStart(shown[at] ?? '', widths[at] ?? 0)),
      ),
    ),
    ...rows.map(({ fields }, row) =>
      line(
        padWidth(names[row] ?? '', nameWidth),
        table.map((at) => styled(fields[at], widths[at] ?? 0, palette)),
      ),
    ),
  ]);
}

function inLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}

function line(name: string, fields: readonly string[]): string {
  return `${name}${fields.map((field) => ' '.repeat(GAP) + field).join('')}`;
}

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}

function styled(field: MatrixField | undefined, width: number, palette: Palette): string {
  const text = padStart(field?.text ?? '', width);
  return field?.verdict === undefined ? text : palette[field.verdict](text);
}

/** Which columns stand in which table; one that is too wide stands alone. */
function fillTables(widths: readonly number[], room: number): number[][] {
  const tables: number[][] = [];
  let left = 0;
  widths.forEach((width, at) => {
    const last = tables.at(-1);
    if (last === undefined || left < width + GAP) {
      tables.push([at]);
      left = room - width - GAP;
      return;
    }
    last.push(at);
    left -= width + GAP;
  });
  return tables;
}
