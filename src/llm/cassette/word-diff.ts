import { forTerminal } from '../../domain/display/terminal.ts';
import { truncate } from '../../domain/values/text.ts';

/** Characters of each text that are shown, and of what is the same around them. */
const SHOWN = 60;
const AROUND = 24;

/**
 * Where two texts part, on one line: `…total of [-49.90-] {+59.90+} EUR.`. What stands in `[-…-]` was recorded, what
 * stands in `{+…+}` is asked now. Safe for a terminal; long passages are cut.
 */
export function wordDiff(recorded: string, asked: string): string {
  const start = wordStart(asked, commonStart(recorded, asked));
  const rest = commonEnd(recorded.slice(start), asked.slice(start));
  const end = wordEnd(asked, asked.length - rest);
  const same = asked.length - end;
  const gone = recorded.slice(start, recorded.length - same);
  const come = asked.slice(start, end);
  const before = asked.slice(Math.max(0, start - AROUND), start);
  const after = asked.slice(end, end + AROUND);
  const changes = [
    ...(gone === '' ? [] : [`[-${truncate(gone, SHOWN)}-]`]),
    ...(come === '' ? [] : [`{+${truncate(come, SHOWN)}+}`]),
  ];
  const line = `${start > AROUND ? '…' : ''}${before}${changes.join(' ')}${after}${same > AROUND ? '…' : ''}`;
  return forTerminal(line, { newlines: 'escape' });
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
}

function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count += 1;
  return count;
}

/** Back to the start of the word, unless it is far away as in scripts without spaces. */
function wordStart(text: string, at: number): number {
  const space = text.slice(Math.max(0, at - AROUND), at).search(/\S+$/);
  const start = space < 0 ? at : Math.max(0, at - AROUND) + space;
  return isInsidePair(text, start) ? start - 1 : start;
}

function wordEnd(text: string, at: number): number {
  const length = /^\S+/.exec(text.slice(at, at + AROUND))?.[0].length ?? 0;
  const end = length === AROUND ? at : at + length;
  return isInsidePair(text, end) ? end + 1 : end;
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
