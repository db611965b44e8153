import { type Progress, progressText } from './progress-line.ts';

const CLEAR_LINE = '\r\u001b[2K';
/** Redraws of the progress line that a run of any size is worth. */
const MAX_REDRAWS = 2_000;

/** Lines that stay, and below them, on a terminal, one that is rewritten. */
export type Screen = {
  print(lines: readonly string[]): void;
  /** Redraws the progress line; in a large run, not every time. */
  redraw(): void;
  /** Lets somebody else write to the terminal, above the progress line. */
  aside(text: string, write: () => void): void;
  /** Takes the progress line away and writes the text as it is. */
  end(text: string): void;
};

export function screenOf(
  progress: Progress,
  { write, isTty, columns }: { write(text: string): void; isTty: boolean; columns: number },
): Screen {
  const every = Math.max(1, Math.ceil((2 * progress.total) / MAX_REDRAWS));
  let asked = 0;
  let shown = '';
  /** Somebody else's line is not at its end. */
  let isMidLine = false;
  const clearing = (): string => {
    const clear = isMidLine ? '\n' : shown === '' ? '' : CLEAR_LINE;
    isMidLine = false;
    return clear;
  };
  const show = (lines: readonly string[], text: string): void => {
    if (lines.length === 0 && text === shown) return;
    const clear = clearing();
    shown = text;
    write(`${clear}${lines.map((line) => `${line}\n`).join('')}${text}`);
  };
  return {
    print: (lines) => show(lines, isTty ? progressText(progress, columns) : ''),
    redraw() {
      asked += 1;
      if (isTty && asked % every === 0) show([], progressText(progress, columns));
    },
    aside(text, writeAside) {
      if (!isTty || text === '') return writeAside();
      const before = shown;
      if (before !== '') write(CLEAR_LINE);
      shown = '';
      writeAside();
      isMidLine = !text.endsWith('\n');
      if (!isMidLine && before !== '') show([], before);
    },
    end(text) {
      const clear = clearing();
      shown = '';
      write(`${clear}${text}`);
    },
  };
}
