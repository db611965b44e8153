/** What one line of the table in docs/architecture.md allows a room. */
export interface Room {
  name: string;
  /** The other rooms that it may import, `domain` not repeated. */
  rooms: ReadonlySet<string>;
  /** The packages and parts of Node that are at home there. */
  packages: ReadonlySet<string>;
}

const HEADER = ['room', 'may also import', 'packages at home there'];

/** Reads the import table out of the page. Throws when there is none, or when a line of it cannot be understood. */
export function readRoomTable(markdown: string): ReadonlyMap<string, Room> {
  const lines = markdown.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => cellsOf(line).join('|') === HEADER.join('|'));
  if (start < 0) throw new Error(`docs/architecture.md has no table with the columns ${HEADER.join(', ')}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  const rows = lines.slice(start + 2, end < 0 ? undefined : end).map(cellsOf);
  const names = rows.map(([name = '']) => name);
  return new Map(rows.map((cells) => [cells[0] ?? '', readRoom(cells, names)]));
}

function readRoom(cells: readonly string[], names: readonly string[]): Room {
  const [name, rooms, packages] = cells;
  if (cells.length !== HEADER.length || !name || rooms === undefined || packages === undefined) {
    throw new Error(`docs/architecture.md: this line of the table has not three cells: ${cells.join(' | ')}`);
  }
  const allowed = readRooms(rooms, names);
  const unknown = [...allowed].find((room) => !names.includes(room));
  if (unknown) throw new Error(`docs/architecture.md: \`${name}\` may import \`${unknown}\`, which has no line itself`);
  return { name, rooms: allowed, packages: new Set(listOf(packages)) };
}

/** `all`, `all but a, b`, or a plain list. */
function readRooms(cell: string, names: readonly string[]): ReadonlySet<string> {
  const all = /^all(?: but (?<except>.+))?$/.exec(cell);
  if (!all) return new Set(listOf(cell));
  const except = listOf(all.groups?.except ?? '');
  return new Set(names.filter((name) => name !== 'index.ts' && !except.includes(name)));
}

function cellsOf(line: string): string[] {
  if (!line.startsWith('|')) return [];
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

/** The names in a cell, without backticks and remarks in brackets; a dash is an empty list. */
function listOf(cell: string): string[] {
  const names = cell
    .replace(/\([^)]*\)/g, '')
    .replaceAll('`', '')
    .split(',')
    .map((name) => name.trim());
  return names.filter((name) => name !== '' && name !== '–' && name !== '-');
}
