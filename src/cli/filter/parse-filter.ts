import { nearestName } from '../../domain/values/nearest-name.ts';
import { filterProblem, type Span } from './filter-problem.ts';
import { type FilterWord, readFilterWords } from './read-filter-words.ts';

export const FILTER_KEYS = ['id', 'tag', 'title', 'persona', 'agent', 'tier', 'file'] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** What a scenario must be like. `value` is where the name stands. */
export type Filter =
  | { kind: 'all' | 'any'; parts: readonly Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'word'; text: string; value: Span }
  | { kind: 'test'; key: FilterKey; how: '=' | '~'; text: string; value: Span };

/** Deeper nesting is a mistake, and would be one of ours when the stack ends. */
const MOST_DEPTH = 100;

type Reading = { expression: string; words: readonly FilterWord[]; place: number; depth: number };

/**
 * Reads `tag=refund && !live`: `any := all ('||' all)*`, `all := not ('&&' not)*`, `not := '!' not | '(' any ')' | test`,
 * `test := key ('=' | '!=' | '~') name | name`. Throws `UsageError` with the place of a mistake.
 */
export function parseFilter(expression: string): Filter {
  const reading: Reading = { expression, words: readFilterWords(expression), place: 0, depth: 0 };
  if (reading.words.length === 0) {
    throw filterProblem(expression, { start: 0, end: 0 }, { message: 'it is empty: expected such as `tag=refund`' });
  }
  const filter = readAny(reading);
  const left = reading.words[reading.place];
  if (left === undefined) return filter;
  if (isSign(left, ')')) throw filterProblem(expression, left, { message: 'this `)` closes nothing' });
  throw filterProblem(expression, left, { message: `expected \`&&\` or \`||\` before \`${left.text}\`` });
}

function readAny(reading: Reading): Filter {
  return readParts(reading, { kind: 'any', sign: '||', readPart: readAll });
}

function readAll(reading: Reading): Filter {
  return readParts(reading, { kind: 'all', sign: '&&', readPart: readNot });
}

function readParts(
  reading: Reading,
  { kind, sign, readPart }: { kind: 'all' | 'any'; sign: string; readPart: (reading: Reading) => Filter },
): Filter {
  const first = readPart(reading);
  const parts = [first];
  while (isSign(reading.words[reading.place], sign)) {
    reading.place += 1;
    parts.push(readPart(reading));
  }
  return parts.length === 1 ? first : { kind, parts };
}

function readNot(reading: Reading): Filter {
  const word = takeWord(reading);
  if (word.kind === 'text') return readTest(reading, word);
  if (word.text !== '!' && word.text !== '(') {
    throw filterProblem(reading.expression, word, {
      message: `expected a name, a key, \`!\` or \`(\`, found \`${word.text}\``,
    });
  }
  reading.depth += 1;
  if (reading.depth > MOST_DEPTH) {
    throw filterProblem(reading.expression, word, { message: `more than ${MOST_DEPTH} levels deep` });
  }
  const part = word.text === '!' ? ({ kind: 'not', part: readNot(reading) } as const) : readGroup(reading, word);
  reading.depth -= 1;
  return part;
}

function readGroup(reading: Reading, opening: FilterWord): Filter {
  const inside = readAny(reading);
  const closing = reading.words[reading.place];
  if (closing === undefined) {
    throw filterProblem(reading.expression, opening, { message: 'this `(` is never closed' });
  }
  if (!isSign(closing, ')')) {
    throw filterProblem(reading.expression, closing, {
      message: `expected \`&&\`, \`||\` or \`)\`, found \`${closing.text}\``,
    });
  }
  reading.place += 1;
  return inside;
}

function readTest(reading: Reading, word: FilterWord): Filter {
  const sign = reading.words[reading.place];
  if (sign?.kind !== 'sign' || !['=', '!=', '~'].includes(sign.text)) {
    return { kind: 'word', text: word.text, value: word };
  }
  const key = keyOf(word, reading.expression);
  reading.place += 1;
  const value = takeWord(reading);
  if (value.kind === 'sign') {
    throw filterProblem(reading.expression, value, {
      message: `expected a name after \`${word.text}${sign.text}\`, found \`${value.text}\``,
    });
  }
  const test: Filter = { kind: 'test', key, how: sign.text === '~' ? '~' : '=', text: value.text, value };
  return sign.text === '!=' ? { kind: 'not', part: test } : test;
}

function keyOf(word: FilterWord, expression: string): FilterKey {
  const known = FILTER_KEYS.find((key) => key === word.text);
  if (known !== undefined) return known;
  const near = nearestName(word.text, FILTER_KEYS);
  throw filterProblem(expression, word, {
    message: `unknown key \`${word.text}\``,
    details: [`Known keys: ${FILTER_KEYS.map((key) => `\`${key}\``).join(', ')}.`],
    hint: near === undefined ? undefined : `did you mean \`${near}\`?`,
  });
}

function takeWord(reading: Reading): FilterWord {
  const { expression, words, place } = reading;
  const word = words[place];
  if (word === undefined) {
    const { length } = expression.trimEnd();
    throw filterProblem(expression, { start: length, end: length }, { message: 'something is missing at the end' });
  }
  reading.place += 1;
  return word;
}

function isSign(word: FilterWord | undefined, text: string): boolean {
  return word?.kind === 'sign' && word.text === text;
}
