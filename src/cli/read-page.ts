import { readFile } from 'node:fs/promises';
import type { PageParts } from '../reporters/html/html-report.ts';

/** Two folders below the package, like every built file that this may end up in. */
const FOLDER = new URL('../../dist/report/', import.meta.url);

/** The script and the style of the HTML report, which are built with the package. */
export async function readPage(): Promise<PageParts> {
  const read = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8');
  try {
    const [script, style] = await Promise.all([read('page.js'), read('page.css')]);
    return { script, style };
  } catch (cause) {
    throw new Error('the page of the HTML report is missing in `dist/report`: the package is not built whole', {
      cause,
    });
  }
}
