import { countOf, formatCount } from '../../reporters/terminal/numbers.ts';
import { fitWidth } from '../../reporters/terminal/text-width.ts';
import type { ScoredConversation } from './scored-conversation.ts';

/** A line on standard error that is rewritten while logs are read, and taken away before anything else is written. */
export type ScoreProgress = {
  /** So many bytes of the logs were read. */
  read(bytes: number): void;
  add(conversation: ScoredConversation): void;
  clear(): void;
};

export type ScoreProgressOptions = {
  write(text: string): void;
  columns: number;
  /** Bytes of all logs, where that is known. */
  size: number | undefined;
  /** Milliseconds. */
  now(): number;
};

/** Nobody needs to be told of what takes no time. */
const BEGIN_AFTER_MS = 700;
const REDRAW_AFTER_MS = 100;
const CLEAR_LINE = '\r\u001b[2K';

export function scoreProgress({ write, columns, size, now }: ScoreProgressOptions): ScoreProgress {
  const counts = { conversations: 0, failed: 0, invalid: 0 };
  let bytes = 0;
  let due = now() + BEGIN_AFTER_MS;
  let isShown = false;
  return {
    read(count) {
      bytes += count;
    },
    add(conversation) {
      counts.conversations += 1;
      const verdict = conversation.status === 'scored' ? conversation.result.verdict : 'invalid';
      if (verdict !== 'passed') counts[verdict] += 1;
      if (now() < due) return;
      due = now() + REDRAW_AFTER_MS;
      isShown = true;
      // A terminal wraps a line that fills its last column.
      write(`${CLEAR_LINE}${fitWidth(progressText(counts, shareOf(bytes, size)), columns - 1)}`);
    },
    clear() {
      if (isShown) write(CLEAR_LINE);
      isShown = false;
    },
  };
}

function shareOf(bytes: number, size: number | undefined): number | undefined {
  return size === undefined || size === 0 ? undefined : Math.min(1, bytes / size);
}

/** `1,200 conversations, 3 failed, 1 invalid; 45 % of the logs read`. */
function progressText(
  { conversations, failed, invalid }: { conversations: number; failed: number; invalid: number },
  share: number | undefined,
): string {
  const counted = [
    countOf(conversations, 'conversation'),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...(invalid > 0 ? [`${formatCount(invalid)} invalid`] : []),
  ].join(', ');
  return share === undefined ? counted : `${counted}; ${Math.floor(share * 100)} % of the logs read`;
}
