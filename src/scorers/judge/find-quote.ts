import { shownInPrompt } from '../../domain/display/prompt.ts';
import type { ShownEvent } from '../../domain/prompts/judge/shown-event.ts';
import type { Evidence } from '../../domain/verdicts/evidence.ts';
import { boundedIndex, type TextSpan } from '../text/find-text.ts';
import { foldedText, foldText } from '../text/fold-text.ts';
import { cutText } from '../text/value-text.ts';

const LONGEST = 400;

/** A quote that was found: the evidence it makes. */
export type FoundQuote = { status: 'found'; evidence: Evidence } | { status: 'missing'; problem: string };

/**
 * Looks for words in an event. Composition, width, case, kinds of space, dash and quotation mark count for nothing, and
 * neither do the marks at the beginning of shown lines; everything else has to be there as it stands. What is too short
 * to point at a place is no quote, unless the event holds nothing else: one word of fewer than eight letters, or fewer
 * than four Chinese characters. `needle`: a word that the quote is about, which is enough by itself.
 */
export function findQuote(
  quote: string,
  event: ShownEvent,
  { needle }: { needle?: string | undefined } = {},
): FoundQuote {
  const words = foldedText(readQuote(quote)).trim();
  const isEnough = needle !== undefined && words.includes(foldedText(needle));
  const span = spanIn(event.text, words, isEnough);
  if (span === 'too short') return missing(`quotes ${show(quote)}, which is too short to point at a place`);
  if (span === undefined) {
    // Characters that are not shown as they are can only be quoted as they are shown.
    const isShown = typeof spanIn(shownInPrompt(event.text), words, isEnough) === 'object';
    if (!isShown) return missing(`quotes ${show(quote)}, which event ${event.seq} does not say`);
    return { status: 'found', evidence: { kind: 'event', seq: event.seq, quote: cutText(event.text, LONGEST) } };
  }
  const text = cutText(event.text.slice(span.start, span.end), LONGEST);
  if (!event.isSpeech) return { status: 'found', evidence: { kind: 'event', seq: event.seq, quote: text } };
  return { status: 'found', evidence: { kind: 'text_span', seq: event.seq, ...span, quote: text } };
}

function spanIn(text: string, words: string, isEnough: boolean): TextSpan | 'too short' | undefined {
  const folded = foldText(text);
  const isWhole = words !== '' && words === folded.text.trim();
  if (!isWhole && !isEnough && !isTelling(words)) return 'too short';
  const at = isWhole ? folded.text.indexOf(words) : boundedIndex(folded.text, words, { openEnd: true });
  if (at < 0) return undefined;
  return { start: folded.starts[at] ?? 0, end: folded.ends[at + words.length - 1] ?? text.length };
}

/** What models add around a quote: the marks of shown lines, and quotation marks or dots at both ends. */
function readQuote(quote: string): string {
  return quote
    .replaceAll(/\r?\n(?:\| ?)?/g, '\n')
    .replace(/^\| ?/, '')
    .trim()
    .replace(/^(?:\.{3}|…)\s*|\s*(?:\.{3}|…)$/g, '')
    .replace(/^["“”'‘’「『](.+)["“”'‘’」』]$/su, '$1');
}

/** "fine" stands in any talk; "A-1001", "49.90" and "is fine" say more. */
function isTelling(words: string): boolean {
  const weight = weightOf(words);
  const parts =
    words.match(/(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}\p{N}'’])+/gu) ?? [];
  return weight >= 8 || (weight >= 4 && parts.length >= 2);
}

/** Letters and digits; one of a script without spaces says as much as two. */
function weightOf(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + dense;
}

function missing(problem: string): FoundQuote {
  return { status: 'missing', problem };
}

function show(text: string): string {
  return JSON.stringify(cutText(text));
}
