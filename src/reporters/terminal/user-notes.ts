import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import { markedText } from './marked-text.ts';
import { countOf } from './numbers.ts';
import type { Palette } from './palette.ts';

type Look = { columns: number; palette: Palette /** Also what the user's own steps note. */; isWhole: boolean };

const MAX_SHOWN = 6;

/**
 * What a reader should know of the simulated user: what was odd in its words, and, where everything is told, what it noted
 * while it talked. Empty where there is nothing.
 */
export function userNotes(
  { userNotes: found = [], transcript }: SessionResult,
  { columns, palette, isWhole }: Look,
): string[] {
  const steps = isWhole
    ? transcript.flatMap((event) =>
        event.type === 'user_step' ? (event.notes ?? []).map((note) => ({ turn: event.turn, text: note })) : [],
      )
    : [];
  const odd = found.map(({ turn, message, quote }) => ({
    turn,
    text: quote === '' ? message : `${message}: “${quote}”`,
  }));
  const all = [...steps, ...odd].toSorted((a, b) => a.turn - b.turn);
  if (all.length === 0) return [];
  const shown = isWhole ? all : all.slice(0, MAX_SHOWN);
  const lines = shown.flatMap(({ turn, text }) => {
    const [first, ...rest] = markedText(`turn ${turn}: ${text}`, { columns: columns - 2, maxLength: columns * 4 });
    return [`  ${first?.text ?? ''}`, ...rest.map((line) => `    ${line.text}`)];
  });
  const more = all.length - shown.length;
  return ['simulated user', ...lines, ...(more > 0 ? [palette.quiet(`  and ${countOf(more, 'more note')}`)] : [])];
}
