import { fileURLToPath } from 'node:url';

/** The folder of this package's code, wherever it is installed. */
const OWN_CODE = /^.*\/(?:dist|src)\//.exec(import.meta.url)?.[0];
/** The place at the end of a line of a stack: `(file:///a.ts:1:2)`, `/a.ts:1:2`, `C:\a.ts:1:2`. */
const PLACE = /[\s(]((?:file:\/\/|\/|[A-Za-z]:[\\/]).*):\d+:\d+\)?$/;

/**
 * The lines of a stack that stand in the author's own files: none of this package, of other packages, or of Node. None at
 * all for an author's mistake, which its message tells.
 */
export function userFrames(stack: string): string[] {
  if (/^\w*UsageError\b/.test(stack)) return [];
  const own = OWN_CODE === undefined ? undefined : fileURLToPath(OWN_CODE);
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => {
      const file = line.startsWith('at ') ? fileOf(line) : undefined;
      if (file === undefined || /[\\/]node_modules[\\/]/.test(file)) return false;
      return own === undefined || !file.startsWith(own);
    });
}

function fileOf(line: string): string | undefined {
  const place = PLACE.exec(line)?.[1];
  if (place === undefined || !place.startsWith('file:')) return place;
  try {
    return fileURLToPath(place);
  } catch {
    return undefined;
  }
}
