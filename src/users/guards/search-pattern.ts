import { type CompiledPattern, compilePattern } from '../../domain/values/pattern.ts';
import type { Span } from '../language/denial.ts';

/** Matches looked at in one text. */
const MAX_MATCHES = 100;

/** An author's pattern, as guards and captures use it. */
export type SearchPattern = {
  test(text: string): boolean;
  /** Places of the first hundred matches that do not overlap. */
  findAll(text: string): readonly Span[];
  /** The first group of the first match, or the whole match when the pattern has no group. */
  capture(text: string): string | undefined;
};

/** Compiles with the rule of machines: a bare pattern ignores case, one in slashes says so itself (`/…/i`). */
export function compileSearch(source: string): CompiledPattern {
  return compilePattern(source, /^\/.+\/[a-z]*$/s.test(source) ? '' : 'i');
}

/** Throws for a bad pattern, so check a machine before it is compiled. */
export function searchPattern(source: string): SearchPattern {
  const compiled = compileSearch(source);
  if (compiled.status === 'problem') throw new Error(compiled.problem);
  const { pattern } = compiled;
  // What is left of a text begins somewhere in it, so that an anchor would hold where it must not.
  const isAnchored = /(?:^|[^\\[])\^/.test(source);
  const findAll = (text: string): readonly Span[] => {
    const spans: Span[] = [];
    let from = 0;
    while (from < text.length && spans.length < (isAnchored ? 1 : MAX_MATCHES)) {
      const match = pattern.exec(from === 0 ? text : text.slice(from));
      if (match === undefined) break;
      const start = from + match.index;
      spans.push({ start, end: start + match.text.length });
      from = start + Math.max(match.text.length, 1);
    }
    return spans;
  };
  const capture = (text: string): string | undefined => {
    const match = pattern.exec(text);
    return match === undefined ? undefined : (match.groups['1'] ?? match.text);
  };
  return { test: (text) => pattern.test(text), findAll, capture };
}
