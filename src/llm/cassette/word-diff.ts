import { forTerminal } from '../../domain/display/terminal.ts';
import { truncate, wellFormed } from '../../domain/values/text.ts';

/** Characters of each text that are shown, and of what is the same around them. */
const SHOWN = 60;
const AROUND = 24;

/** A word or a number with what joins its digits, one character of a script without spaces, a gap, or any other character. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}_])+(?:[.,-]\p{N}+)*|\s+|./gu;

/**
 * Where two texts part, on one line: `…total of [-49.90-] {+59.90+} EUR.`. What stands in `[-…-]` was recorded, what
 * stands in `{+…+}` is asked now. Safe for a terminal; long passages are cut.
 */
export function wordDiff(recorded: string, asked: string): string {
  const [before, after] = [tokensOf(recorded), tokensOf(asked)];
  const start = commonCount(before, after);
  const end = commonCount(before.slice(start).reverse(), after.slice(start).reverse());
  const gone = before.slice(start, before.length - end).join('');
  const come = after.slice(start, after.length - end).join('');
  const head = after.slice(0, start).join('');
  const tail = after.slice(after.length - end).join('');
  const changes = [
    ...(gone === '' ? [] : [`[-${truncate(gone, SHOWN)}-]`]),
    ...(come === '' ? [] : [`{+${truncate(come, SHOWN)}+}`]),
  ];
  return forTerminal(`${endOf(head)}${changes.join(' ')}${truncate(tail, AROUND)}`, { newlines: 'escape' });
}

function tokensOf(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function commonCount(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

/** The last words, whole. */
function endOf(text: string): string {
  if (text.length <= AROUND) return text;
  const end = text.slice(-AROUND);
  const gap = end.search(/\s/);
  return `…${gap < 0 ? wellFormed(end) : end.slice(gap)}`;
}
