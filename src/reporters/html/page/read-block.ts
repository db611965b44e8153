import { blockId } from '../report-data.ts';
import type { SessionView } from '../session-view.ts';

/** Whether this browser can open sessions at all. */
export function canInflate(): boolean {
  return typeof DecompressionStream === 'function';
}

/** Inflates a block of sessions. Throws when it is not there or damaged. */
export async function readBlock(block: number): Promise<readonly SessionView[]> {
  const text = document.getElementById(blockId(block))?.textContent;
  if (typeof text !== 'string') throw new Error(`block ${block} is missing: the file is not whole`);
  const letters = atob(JSON.parse(text) as string);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(inflated).json()) as readonly SessionView[];
}
