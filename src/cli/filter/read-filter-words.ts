import { filterProblem, type Span } from './filter-problem.ts';

/** `sign`: part of the language; `text`: a name, quoted or not. */
export type FilterWord = Span & { kind: 'sign' | 'text'; text: string };

const PATTERN = /\s+|(?<sign>&&|\|\||!=|[!()=~])|(?<quoted>"[^"]*"|'[^']*')|(?<bare>[^\s!()=~&|"']+)/gy;

/** Cuts an expression into its words. Throws `UsageError` at what is none. */
export function readFilterWords(expression: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  let end = 0;
  for (const match of expression.matchAll(PATTERN)) {
    const { sign, quoted, bare } = match.groups ?? {};
    const span = { start: match.index, end: match.index + match[0].length };
    end = span.end;
    if (sign !== undefined) words.push({ kind: 'sign', text: sign, ...span });
    else if (quoted !== undefined) words.push({ kind: 'text', text: quoted.slice(1, -1), ...span });
    else if (bare !== undefined) words.push({ kind: 'text', text: bare, ...span });
  }
  if (end === expression.length) return words;
  throw filterProblem(expression, { start: end, end: end + 1 }, strayCharacter(expression[end] ?? ''));
}

function strayCharacter(character: string): { message: string; hint?: string } {
  if (character === '"' || character === "'") return { message: `the quote ${character} is never closed` };
  return { message: `a single \`${character}\` means nothing here`, hint: `write \`${character}${character}\`` };
}
