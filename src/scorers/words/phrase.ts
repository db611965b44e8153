import type { TextSpan } from '../text/find-text.ts';

/** Words to look for. */
export type Phrase = {
  /** As it stands in messages. */
  text: string;
  /** The words themselves; absent for a pattern. */
  words?: string;
  find(haystack: string): TextSpan | undefined;
};
