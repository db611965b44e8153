import { forTerminal } from '../../domain/display/terminal.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { Misroute, RoutingResult } from '../../domain/verdicts/routing-result.ts';
import { fitSentence } from '../terminal/fit-sentence.ts';
import { markedText } from '../terminal/marked-text.ts';
import { countOf, formatCount } from '../terminal/numbers.ts';

/** The sessions of one row that all went the same wrong way. */
type Group = { first: Misroute; count: number; of: number };

/** What was called for which message instead of what it wanted, each with the command that plays it again. */
export function misrouteLines(
  { misroutes, rows }: RoutingResult,
  { columns, most, replay }: { columns: number; most: number; replay: (key: SessionKey) => string },
): string[] {
  const groups = new Map<string, Group>();
  const trials = new Map(rows.map(({ row, sessions }) => [row, sessions]));
  for (const misroute of misroutes) {
    const name = JSON.stringify([misroute.row, misroute.called, misroute.name]);
    const known = groups.get(name);
    if (known === undefined) groups.set(name, { first: misroute, count: 1, of: trials.get(misroute.row) ?? 1 });
    else known.count += 1;
  }
  const all = [...groups.values()];
  const lines = all
    .slice(0, most)
    .flatMap(({ first, count, of }) => [
      fitSentence(`"${inLine(first.say)}"`, columns),
      ...wrapped(wrongWay(first, of > 1 ? `, ${count} of ${of} times` : ''), columns - 2).map((line) => `  ${line}`),
      `  ${inLine(replay(first.key))}`,
    ]);
  const rest = all.length - Math.min(most, all.length);
  return [...lines, ...(rest > 0 ? [`… and ${formatCount(rest)} more: --report routing`] : [])];
}

/** `lookup_order was wanted; no tool was called`, not yet safe to show. */
function wrongWay({ wanted, called, name }: Misroute, times: string): string {
  const instead = {
    tool: `${called.kind === 'tool' ? called.tool : ''} was called`,
    none: 'no tool was called',
    unknown_tool: `${name ?? 'a tool'} was called, which does not exist`,
    no_answer: 'it neither called a tool nor answered',
    invalid: 'no valid test',
  }[called.kind];
  return `${wanted.join(' or ')} was wanted; ${instead}${times}`;
}

function wrapped(text: string, columns: number): string[] {
  return markedText(text, { columns, maxLength: columns * 4 }).map((line) => line.text);
}

/** How many rows went wrong at least once. */
export function misroutedText({ misroutes }: RoutingResult): string {
  return countOf(new Set(misroutes.map(({ row }) => row)).size, 'message');
}

function inLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}
