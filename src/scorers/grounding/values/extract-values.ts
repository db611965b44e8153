import { dateReaders } from './date-readers.ts';
import { identifierReaders, phoneReader, quotedReader, tokenReader, versionReader } from './identifier-readers.ts';
import { type NormalisedText, normaliseText } from './normalised-text.ts';
import { numberReaders } from './number-readers.ts';
import { spokenReaders } from './spoken-readers.ts';
import { timeReaders } from './time-readers.ts';
import type { FoundValue, TypedValue } from './typed-value.ts';
import type { Today, ValueReader } from './value-reader.ts';

const MEASURED = numberReaders.slice(0, -5);
const BARE = numberReaders.slice(-5);
const READERS: readonly ValueReader[] = [
  ...identifierReaders,
  ...spokenReaders,
  ...dateReaders,
  ...timeReaders,
  phoneReader,
  versionReader,
  ...MEASURED,
  tokenReader,
  ...BARE,
];
const APPROXIMATE =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|over|under|more than|less than|up to|some|just under|just over|well over|close to|~)|[约近]|大约|左右|大概|超过|不到) ?$/i;
const MAY_HOLD_A_VALUE =
  /[0-9@〇零一二两三四五六七八九十周期天日]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|fif|twenty|hundred|dozen|noon|midday|midnight|today|tonight|tomorrow|yesterday|mon|tue|wed|thu|fri|sat|sun|half|hour|day|week|month)|半|[月年]底|今晚|[本这下]月/i;

/**
 * Every typed value of a text, in order, without overlaps; positions are those of the normalised text. `isQuoting` also
 * reads names in quotes, which may hold other values.
 */
export function extractFrom(
  { text }: { text: string },
  { today, isQuoting = false }: { today?: Today | undefined; isQuoting?: boolean } = {},
): readonly FoundValue[] {
  const found: FoundValue[] = [];
  if (MAY_HOLD_A_VALUE.test(text)) {
    const taken = new Uint8Array(text.length);
    for (const reader of READERS) run(reader, text, { taken, found, today });
  }
  if (isQuoting) run(quotedReader, text, { taken: new Uint8Array(text.length), found, today });
  return found.sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Every typed value of a text as people write it; positions are UTF-16 code units of that text. */
export function extractValues(
  text: string,
  options: { today?: Today | undefined; isQuoting?: boolean } = {},
): readonly FoundValue[] {
  const normalised: NormalisedText = normaliseText(text);
  return extractFrom(normalised, options).map(({ value, start, end }) => ({
    value,
    start: normalised.originalStart(start),
    end: normalised.originalEnd(end),
  }));
}

type Reading = { taken: Uint8Array; found: FoundValue[]; today: Today | undefined };

function run(reader: ValueReader, text: string, { taken, found, today }: Reading): void {
  if (!reader.canMatch.test(text)) return;
  const { pattern } = reader;
  // A global pattern remembers where it stopped, even in another text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '') pattern.lastIndex += 1;
    const from = match.index;
    if (isTaken(taken, from, from + match[0].length)) continue;
    for (const { value, start, end } of reader.read(match, today)) {
      found.push({ value: withNearness(value, text, from), start: from + start, end: from + end });
      taken.fill(1, from + start, from + end);
    }
  }
}

function isTaken(taken: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (taken[index] === 1) return true;
  }
  return false;
}

function withNearness(value: TypedValue, text: string, start: number): TypedValue {
  if (!('approximate' in value)) return value;
  return APPROXIMATE.test(text.slice(Math.max(0, start - 16), start)) ? { ...value, approximate: true } : value;
}
