/** Where a mistake stands in a file; line and column count from 1. */
export type SourcePlace = {
  file: string;
  line: number;
  column: number;
  /** Which scenario of a file that holds several: its id, or `[4]` for one without. */
  entry?: string | undefined;
};

/** One mistake of an author, as it is shown: place, path inside the document, what is wrong, what to do. */
export type Problem = {
  severity: 'error' | 'warning';
  /** Stable short name of the kind of mistake, kebab-case, such as `unknown-key`. */
  code: string;
  place?: SourcePlace | undefined;
  /** Path inside the document in author's notation: `expect[1].type`. Empty for the whole document. */
  path: string;
  message: string;
  /** Further lines, such as the list of known names. */
  details?: readonly string[] | undefined;
  hint?: string | undefined;
};

/**
 * The problem as people read it: `file:line:column: path: message`, then details and hint indented by two. The scenario
 * of a file that holds several stands before the path.
 */
export function formatProblem({ place, path, message, details = [], hint }: Problem): string {
  const where = place === undefined ? '' : `${place.file}:${place.line}:${place.column}: ${entryText(place)}`;
  const head = `${where}${path === '' ? '' : `${path}: `}${message}`;
  const rest = [...details, ...(hint === undefined ? [] : [`Hint: ${hint}`])];
  return [head, ...rest.map((line) => `  ${line}`)].join('\n');
}

function entryText({ entry }: SourcePlace): string {
  return entry === undefined ? '' : `scenario ${entry.startsWith('[') ? entry : `\`${entry}\``}: `;
}
