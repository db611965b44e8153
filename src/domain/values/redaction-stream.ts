import type { SecretFinder } from './secret-finder.ts';

/** Redacts a text that comes in pieces, wherever it was cut: what might still become a secret is held back. */
export type RedactionStream = {
  /** What may be written now. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
};

/** Words held back, since a shape may span some: `Authorization : Bearer x`. */
const heldWords = 5;
/** A text without spaces is not held back for ever. */
const minHeld = 4096;

export function redactionStream(finder: SecretFinder): RedactionStream {
  const spaced = finder.literals.filter((literal) => /\s/.test(literal));
  const maxHeld = Math.max(minHeld, ...finder.literals.map((literal) => literal.length * 2));
  let held = '';
  let isInsideSecret = false;
  return {
    push: (piece) => {
      const rest = isInsideSecret ? piece.replace(/^[\w.~+/=-]+/, '') : piece;
      isInsideSecret &&= rest === '';
      const text = held + rest;
      const cut = safeCut(text, finder, spaced);
      const end = text.length - cut > maxHeld ? forcedCut(text, finder, maxHeld) : cut;
      // A secret so long that it had to be let go is told once; its other pieces are dropped.
      isInsideSecret ||= end > cut && end === text.length;
      held = text.slice(end);
      return finder.redact(text.slice(0, end));
    },
    end: () => {
      const rest = finder.redact(held);
      held = '';
      isInsideSecret = false;
      return rest;
    },
  };
}

/** A place that lies in no secret, and behind which there is room for the beginning of any literal. */
function forcedCut(text: string, finder: SecretFinder, maxHeld: number): number {
  return Math.max(text.length - maxHeld / 2, finder.find(text).at(-1)?.end ?? 0);
}

/** A place, at the start of a word, before which nothing changes whatever comes next. */
function safeCut(text: string, finder: SecretFinder, spaced: readonly string[]): number {
  let cut = wordStart(text, Math.min(lastWords(text), ...spaced.map((literal) => openEnd(text, literal))));
  const spans = finder.find(text).toReversed();
  for (const { from, end } of spans) {
    if (from < cut && end > cut) cut = wordStart(text, from);
  }
  return cut;
}

function lastWords(text: string): number {
  let at = text.length;
  for (let word = 0; word < heldWords; word += 1) {
    while (at > 0 && isSpace(text, at - 1)) at -= 1;
    at = wordStart(text, at);
  }
  return at;
}

function wordStart(text: string, from: number): number {
  let at = from;
  while (at > 0 && !isSpace(text, at - 1)) at -= 1;
  return at;
}

function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Where the longest end of the text starts that may be the beginning of the literal. */
function openEnd(text: string, literal: string): number {
  for (let length = Math.min(literal.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(literal.slice(0, length))) return text.length - length;
  }
  return text.length;
}
