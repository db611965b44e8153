import type { LedgerEntry } from '../../evidence/ledger-entry.ts';
import type { DataRecord, DataRecords } from './data-records.ts';
import type { FieldClash, Named } from './field-clash.ts';

/** `113 - 107`, `7-of-13`, `4 - for - 11`; no date, no range of years. */
const PAIR = /(?<![\w.:/-] ?)(\d{1,3}) ?(?:-|–|to) ?(?:(?:of|for) ?- ?)?(\d{1,3})(?! ?[-–/:.]? ?\d)(?![a-z%])/gi;
const WON =
  /\b(?:won|wins|beat|beats|defeat(?:ed|s)?|edg(?:ed|es)|topp?ed|victor(?:y|ious)|prevail(?:ed|s)|over(?:came|took))\b/i;
const LOST = /\b(?:lost|loses|fell|falls|defeated by|beaten by|los(?:s|ing) to)\b/i;

type Pair = { first: number; second: number; start: number; end: number };

/** Scores and rates that no two fields give, and winners who have the smaller one. */
export function clashOfPairs(text: string, named: readonly Named[], { records }: DataRecords): readonly FieldClash[] {
  const parts = records.filter(({ kind }) => kind === 'part');
  if (parts.length !== 2) return [];
  return [...text.matchAll(PAIR)].flatMap((match): readonly FieldClash[] => {
    const pair = {
      first: Number(match[1]),
      second: Number(match[2]),
      start: match.index,
      end: match.index + match[0].length,
    };
    const bracketed = recordBefore(text, named, pair);
    if (bracketed) return recordClash(bracketed, pair);
    const score = scoreKey(parts, pair);
    if (score === undefined) {
      const inside = named.flatMap((name) => name.records);
      const isKnown =
        (inside.length > 0 ? inside : records).some((record) => holdsRate(record, pair)) ||
        records.some((record) => holdsRate(record, pair) && inside.length === 0);
      if (isKnown || isOrdinalPart(text)) return [];
      const others = named.filter(({ records: owners }) => owners.some(({ kind }) => kind === 'part'));
      if (others.length === 0 && !/\b(?:score|of|for)\b/i.test(text)) return [];
      return [{ ...pair, message: 'no two fields of the records that are named give this pair' }];
    }
    return winnerClash(text, named, { pair, key: score });
  });
}

function isOrdinalPart(text: string): boolean {
  return /\b(?:lead|run|quarter|half|period|stretch|at one point|deficit|last|past|previous)\b/i.test(text);
}

/** `Name ( 32 - 18 )` */
function recordBefore(text: string, named: readonly Named[], { start, end }: Pair): DataRecord | undefined {
  if (!/^ ?\)/.test(text.slice(end, end + 2))) return undefined;
  const name = named.find((one) => one.end <= start && /^ ?\( ?$/.test(text.slice(one.end, start)));
  return name?.records.length === 1 ? name.records[0] : undefined;
}

/** What was won and lost, where the record says so. */
function recordClash({ fields }: DataRecord, { first, second, ...place }: Pair): readonly FieldClash[] {
  const find = (pattern: RegExp): LedgerEntry | undefined => [...fields].find(([key]) => pattern.test(key))?.[1];
  const wins = find(/(?:^|[-_ ])wins?$/i);
  const losses = find(/(?:^|[-_ ])loss(?:es)?$/i);
  if (!wins || !losses || (Number(wins.text) === first && Number(losses.text) === second)) return [];
  return [{ ...place, message: `the result says ${wins.text} and ${losses.text}`, field: wins }];
}

/** The key under which the two parts have these two values. */
function scoreKey([a, b]: readonly DataRecord[], { first, second }: Pair): string | undefined {
  for (const [key, entry] of a?.fields ?? []) {
    const [own, other] = [Number(entry.text), Number(b?.fields.get(key)?.text)];
    if ((own === first && other === second) || (own === second && other === first)) return key;
  }
  return undefined;
}

/** `FGM` and `FGA`, `wins` and `losses`: two fields of one record, the keys alike but for the last letter. */
function holdsRate({ fields }: DataRecord, { first, second }: Pair): boolean {
  const isWon = [...fields].some(([key, { text }]) => /wins?$/i.test(key) && Number(text) === first);
  if (isWon && [...fields].some(([key, { text }]) => /loss(?:es)?$/i.test(key) && Number(text) === second)) return true;
  return [...fields].some(
    ([key, { text }]) =>
      Number(text) === first &&
      [...fields].some(
        ([other, entry]) => other !== key && other.slice(0, -1) === key.slice(0, -1) && Number(entry.text) === second,
      ),
  );
}

function winnerClash(
  text: string,
  named: readonly Named[],
  { pair, key }: { pair: Pair; key: string },
): readonly FieldClash[] {
  const [subject, object] = named.filter(
    ({ records, end }) => end <= pair.start && records.length === 1 && records[0]?.kind === 'part',
  );
  const own = subject?.records[0]?.fields.get(key);
  if (!subject || !own || pair.first === pair.second) return [];
  const verb = text.slice(subject.end, object?.start ?? pair.start);
  const isLower = Number(own.text) === Math.min(pair.first, pair.second);
  const isWrong = LOST.test(verb) ? !isLower : WON.test(verb) && isLower;
  const place = { start: subject.start, end: pair.end };
  return isWrong
    ? [{ ...place, message: `the result says \`${own.text}\` of \`${key}\` for the one that is told so`, field: own }]
    : [];
}
