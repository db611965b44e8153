const BOTH_WAYS = /↔|<->|<=>|⇄|⇆|\band back\b|往返/;
const ARROW = /->|→|⇒|=>|➔|➜|⟶/;
const BACK_ARROW = /←|<-/;
/** Nothing but a dash and brackets between two ends: `Faro - Beja`, `08:00-17:30`. */
const DASH = /^["')\]]?\s?(?:-|~|--)\s?["'([]?$/;
/** A line ends, and the next begins with the name of a field: `\n- Arrival: `. */
const LABEL = /^[^\n]{0,20}\n[ \t]*(?:[-*] )?[\p{L} ]{1,24}[:：] ?$/u;
const LEAVES = /\b(?:leav\w*|depart\w*|left|head\w*|bound|set(?:s|ting)? (?:out|off)) *$/i;
const TO =
  /\b(?:to|until|till|into|towards?|through|destination|arriv\w*|reach\w*|land(?:s|ed|ing)|recipient|receiver|drop\w*|end(?:s|ing)?|clos(?:e|es|ing)|payee|deliver\w*)\b|[至到往飞]|抵达?|目的|终点|收件|收款|收货|结束|关门|还车|转给|寄给|付给/gi;
const FROM =
  /\b(?:from|out of|leav(?:es|ing|e)|depart\w*|origin|sen(?:t|der)(?: by)?|start(?:s|ing)?|pick(?:ed)?(?:[- ]?up)|payer|open(?:s|ing)?|paid by)\b|[从自由]|出发|始发|起点|发件|寄件|付款|开始|开门|取车/gi;

/**
 * Which of two neighbours in a sentence is the start: `forward` the first, `backward` the second. Told by what stands
 * between them, and before the first; undefined where the words tell no direction.
 */
export function directionOf(before: string, between: string): 'forward' | 'backward' | undefined {
  if (BOTH_WAYS.test(between)) return undefined;
  if (ARROW.test(between)) return 'forward';
  if (BACK_ARROW.test(between)) return 'backward';
  if (DASH.test(between)) return 'forward';
  if (/[.!?。！？；;]\s|\n\s*\n/.test(between) || (between.includes('\n') && !LABEL.test(between))) return undefined;
  const to = Math.max(lastOf(TO, between), LEAVES.test(before) ? between.search(/\bfor\b/i) : -1);
  const from = lastOf(FROM, between);
  if (to < 0 && from < 0) return undefined;
  const isEndFirst = lastOf(TO, before) > lastOf(FROM, before);
  if (to > from) return isEndFirst ? undefined : 'forward';
  return isEndFirst ? 'backward' : undefined;
}

function lastOf(pattern: RegExp, text: string): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index;
  return last;
}
