import { secretShapes } from './secret-shapes.ts';
import { wellFormed } from './text.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';

/** From `start` up to, not including, `end`, in UTF-16 units; what makes it a secret starts at `from`. */
export type Span = { readonly from: number; readonly start: number; readonly end: number };

/** Finds secrets in a text: the given literals in any of their encodings, the given patterns, and well-known shapes. */
export type SecretFinder = {
  /** In order, none overlapping another. */
  find(text: string): readonly Span[];
  redact(text: string): string;
  /** Every form in which a literal is looked for. */
  readonly literals: readonly string[];
};

const none: readonly Span[] = [];

export function secretFinder(secrets: readonly string[], patterns: readonly RegExp[]): SecretFinder {
  const literals = [...new Set(secrets.flatMap(formsOf))];
  const shapes = [...secretShapes, ...patterns.map((pattern) => withFlags(pattern, 'g'))];
  const own = patterns.map((pattern) => withFlags(pattern, ''));
  // Most texts hold nothing: one scan, which may be wrong only in finding too much, answers for all of them.
  const any = new RegExp([...literals.map(literalPattern), ...secretShapes.map(({ source }) => source)].join('|'), 'i');
  const find = (text: string): readonly Span[] => {
    if (!any.test(text) && !own.some((pattern) => pattern.test(text))) return none;
    return merge([
      ...shapes.flatMap((shape) => matchesOf(shape, text)),
      ...literals.flatMap((word) => placesOf(word, text)),
    ]);
  };
  return { find, literals, redact: (text) => replaceSpans(text, find(text)) };
}

/**
 * The secret as it is, as JSON (once, and as text inside JSON), in a JSON Pointer, in an address, and in base64 at each of
 * the three places where it may start.
 */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(wellFormed(secret));
  const json = JSON.stringify(secret).slice(1, -1);
  const nested = JSON.stringify(json).slice(1, -1);
  const pointer = secret.replaceAll('~', '~0').replaceAll('/', '~1');
  const forms = [secret, secret.trim(), json, nested, pointer, encoded, encoded.replaceAll('%20', '+')];
  const base64 = [0, 1, 2].map((offset) => base64At(secret, offset));
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [...forms, ...base64, ...url].filter((form) => form.length >= 6);
}

/** The characters that stay the same whatever stands before (`offset` bytes) and after it. */
function base64At(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret, 'utf8')]);
  const start = Math.ceil((offset * 8) / 6);
  return bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6));
}

function literalPattern(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function withFlags({ source, flags }: RegExp, more: string): RegExp {
  return new RegExp(source, flags.replace(/[gy]/g, '') + more);
}

function matchesOf(shape: RegExp, text: string): Span[] {
  return Array.from(text.matchAll(shape), (match) => {
    const kept = secretShapes.includes(shape) ? (match[1]?.length ?? 0) : 0;
    return { from: match.index, start: match.index + kept, end: match.index + match[0].length };
  }).filter(({ start, end }) => start < end);
}

function placesOf(literal: string, text: string): Span[] {
  const places: Span[] = [];
  for (let start = text.indexOf(literal); start >= 0; start = text.indexOf(literal, start + 1)) {
    places.push({ from: start, start, end: start + literal.length });
  }
  return places;
}

function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else
      merged[merged.length - 1] = { ...last, from: Math.min(last.from, span.from), end: Math.max(last.end, span.end) };
  }
  return merged;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + redacted;
    at = end;
  }
  return result + text.slice(at);
}
