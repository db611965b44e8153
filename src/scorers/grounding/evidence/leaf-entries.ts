import { canonicalDecimal, decimalOf } from '../values/decimals.ts';
import type { FoundValue, TypedValue } from '../values/typed-value.ts';
import { type Measure, measuresOf } from './leaf-units.ts';
import type { LedgerEntry, LedgerSource } from './ledger-entry.ts';
import { identityRank, type Leaf } from './result-leaves.ts';
import { wordsOf } from './words.ts';

/** Where leaves come from, and what they are about. */
export type LeafPlace = {
  source: LedgerSource;
  turn: number;
  seq: number;
  visibleFrom: number;
  call: number;
  /** Name of the tool, whose words stand in for the key of a bare result. */
  tool: string;
  /** Id that the call was about. */
  entity: string | undefined;
  state?: 'live' | 'error';
  /** Position in the ledger of the first leaf. */
  firstId: number;
  /** What was read of keys in earlier results. */
  keys: KeyReadings;
};

/** Words and measures of keys, kept for the next result that has them. */
export type KeyReadings = { words: Map<string, readonly string[]>; measures: Map<string, Measure> };

const SHORT_NAME = 60;

/** Leaves of one result or of one call's arguments as entries of the ledger. `read` extracts the values of a text. */
export function leafEntries(
  leaves: readonly Leaf[],
  { tool, entity, state = 'live', source, turn, seq, visibleFrom, call, firstId, keys }: LeafPlace,
  read: (text: string) => readonly FoundValue[],
): LedgerEntry[] {
  const describe = (key: string): readonly string[] => {
    if (key === '') return wordsOf(tool);
    const words = keys.words.get(key) ?? wordsOf(key);
    keys.words.set(key, words);
    return words;
  };
  const measureOf = measuresOf(leaves, keys.measures);
  return leaves.map((one, index) => {
    const { pointer, path, leaf, text, records } = one;
    const [key = '', parent] = lastNames(path);
    const words = describe(key);
    const { unit, currency } = measureOf(one, key);
    const above = parent === undefined ? [] : describe(parent);
    return {
      id: firstId + index,
      source,
      turn,
      seq,
      visibleFrom,
      call,
      pointer,
      path,
      key,
      words: above.length > 0 ? [...words, ...above] : words,
      text,
      leaf,
      values: valuesOf(leaf, text, { unit, read }),
      unit,
      currency,
      entity: records[0] ?? entity,
      isIdentity: isIdentity(leaf, text, { key, source }),
      state,
    };
  });
}

/** The last two keys that are no index, innermost first. */
function lastNames(path: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (let index = path.length - 1; index >= 0 && names.length < 2; index -= 1) {
    const part = path[index] as string;
    const code = part.charCodeAt(0);
    if (!(code >= 48 && code <= 57) || !/^\d+$/.test(part)) names.push(part);
  }
  return names;
}

function valuesOf(
  leaf: Leaf['leaf'],
  text: string,
  { unit, read }: { unit: string | undefined; read(text: string): readonly FoundValue[] },
): readonly FoundValue[] {
  if (leaf === 'boolean' || leaf === 'null') return [];
  if (leaf === 'number' || leaf === 'count') {
    const decimal = leaf === 'count' ? text : (canonicalDecimal(text) ?? decimalOf(Number(text)));
    return decimal === undefined
      ? []
      : [{ value: measured(decimal, leaf === 'count' ? undefined : unit), start: 0, end: text.length }];
  }
  const values = read(text);
  const [only] = values;
  if (unit && values.length === 1 && only?.value.kind === 'number')
    return [{ ...only, value: measured(only.value.decimal, unit) }];
  return values;
}

function measured(decimal: string, unit: string | undefined): TypedValue {
  return unit
    ? { kind: 'quantity', decimal, unit, approximate: false }
    : { kind: 'number', decimal, approximate: false };
}

function isIdentity(leaf: Leaf['leaf'], text: string, { key, source }: { key: string; source: LedgerSource }): boolean {
  if (leaf === 'key') return true;
  if ((leaf !== 'string' && leaf !== 'number') || text.length > SHORT_NAME || text.length < 2) return false;
  if (source === 'argument') return leaf === 'string' && !/^\d{1,4}[-/:.]\d{1,2}(?:[-/:.]\d|$)/.test(text);
  return (
    identityRank(key) > 0 ||
    (leaf === 'string' && /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) ||
    (leaf === 'string' &&
      /\d/.test(text) &&
      /^#?[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/.test(text) &&
      /[A-Za-z#]/.test(text) &&
      text.length >= 4)
  );
}
