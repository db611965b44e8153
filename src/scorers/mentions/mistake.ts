import { listText } from '../text/value-text.ts';

const MAX_NAMES = 20;

/** What is wrong with something that an expectation names, without its place. */
export type Mistake = {
  severity: 'error' | 'warning';
  code: string;
  message: string;
  details: readonly string[];
  /** The name that was probably meant. */
  nearest?: string | undefined;
  /** What to do, where no name was meant. */
  hint?: string | undefined;
};

/** Names in backticks, as many as anybody reads. */
export function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `\`${name}\``);
  const hidden = names.length - shown.length;
  return listText(hidden > 0 ? [...shown, `${hidden} more`] : shown);
}
