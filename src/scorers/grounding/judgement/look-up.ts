import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt, denies } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type Holding, stateAt } from '../evidence/ledger-entry.ts';
import { sharesWord, wordsOf } from '../evidence/words.ts';
import { isSameCurrency } from '../values/currencies.ts';
import { amountOf, type TypedValue } from '../values/typed-value.ts';
import { isLooserUnit, isSameDimension } from '../values/units.ts';
import { type Agreement, compareValues, isNear, keysOf } from '../values/value-keys.ts';

/** Evidence for a value, sorted by what it can do for it. */
export type Matches = {
  /** Live in a result, or in an argument of a call that succeeded. */
  live: readonly Holding[];
  /** Replaced by a later result. */
  stale: readonly Holding[];
  /** Told by a failed call. */
  failed: readonly Holding[];
  user: readonly Holding[];
  /** Policy, registry, clock, notices of the world and what the author allows. */
  standing: readonly Holding[];
  /** The same amount of something else: another currency, another unit. */
  otherUnit: readonly Holding[];
};

/** A small whole number stands somewhere in any long text; it must share a word with what is told. */
const SMALL = 100;
/** Beyond this many places, a bare number needs a shared word in results too. */
const MAX_PLACES = 3;

/** Finds what the agent had seen of a value when it spoke. */
export function lookUp(claim: ValueClaim, ledger: EvidenceLedger): Matches {
  const { value, answer } = claim;
  const found = candidates(value, ledger);
  const matches = {
    live: [] as Holding[],
    stale: [] as Holding[],
    failed: [] as Holding[],
    user: [] as Holding[],
    standing: [] as Holding[],
    otherUnit: [] as Holding[],
  };
  for (const holding of found) {
    const state = stateAt(holding.entry, answer.seq);
    if (state === undefined) continue;
    const agreement = agreementOf(value, holding);
    if (agreement === 'other_unit') matches.otherUnit.push(holding);
    if (agreement !== 'same') continue;
    if (state === 'error') matches.failed.push(holding);
    else if (holding.entry.source === 'user') matches.user.push(holding);
    else if (holding.entry.source !== 'tool' && holding.entry.source !== 'argument') matches.standing.push(holding);
    else if (state === 'superseded') matches.stale.push(holding);
    else matches.live.push(holding);
  }
  // 5 MB is not supported by some bare 5 where the result says 5 GB.
  const isElsewhere = matches.otherUnit.some(
    (holding) => isRescaled(value, holding) && holding.entry.source === 'tool',
  );
  if (isElsewhere && matches.live.every(({ found: known }) => known.value.kind === 'number')) matches.live = [];
  return isSmall(value) ? withSharedWords(claim, matches, ledger) : matches;
}

/** A bare number of a result is in the currency that its record names. */
function agreementOf(told: TypedValue, { entry, found: { value: known } }: Holding): Agreement {
  if (isCloseEnough(told, known)) return 'same';
  const agreement = compareValues(told, known);
  const isOther =
    agreement === 'same' &&
    told.kind === 'money' &&
    known.kind === 'number' &&
    entry.currency !== undefined &&
    !isSameCurrency(told.currency, entry.currency);
  return isOther ? 'other_unit' : agreement;
}

function candidates(value: TypedValue, ledger: EvidenceLedger): ReadonlySet<Holding> {
  const keys = [...keysOf(value), ...daysOf(value, ledger)];
  const found = new Set(keys.flatMap((key) => ledger.byKey.get(key) ?? []));
  if (value.kind === 'identifier' && value.isSuffix) {
    for (const [key, holdings] of ledger.byKey)
      if (/^(?:[in]|phone):/.test(key) && key.endsWith(value.key)) for (const holding of holdings) found.add(holding);
  }
  if ('approximate' in value && value.approximate) {
    for (const [key, holdings] of ledger.byKey)
      if (key.startsWith('n:') && isNear(value.decimal, key.slice(2)))
        for (const holding of holdings) found.add(holding);
  }
  return found;
}

/** "Friday" means the days of the next two weeks that are one. */
function daysOf(value: TypedValue, { today }: EvidenceLedger): readonly string[] {
  if (value.kind !== 'date' || value.date.weekday === undefined || !today) return [];
  return Array.from({ length: 15 }, (_, shift) => new Date(Date.UTC(today.year, today.month - 1, today.day + shift)))
    .filter((date) => date.getUTCDay() === value.date.weekday)
    .map((date) => `d:${date.getUTCMonth() + 1}-${date.getUTCDate()}`);
}

function isCloseEnough(told: TypedValue, known: TypedValue): boolean {
  if (told.kind === 'identifier' && told.isSuffix)
    return known.kind === 'identifier' || known.kind === 'number' || known.kind === 'phone';
  if (told.kind === 'identifier')
    return (
      known.kind === 'identifier' && keysOf(known).some((key) => key.startsWith('tail:') && keysOf(told).includes(key))
    );
  if (told.kind === 'quantity' && known.kind === 'quantity' && told.unit !== known.unit) return false;
  const amount = amountOf(known);
  return (
    'approximate' in told &&
    told.approximate &&
    amount !== undefined &&
    told.kind === known.kind &&
    isNear(told.decimal, amount)
  );
}

function isSmall(value: TypedValue): boolean {
  return (
    (value.kind === 'number' || value.kind === 'quantity') &&
    !value.decimal.includes('.') &&
    Number(value.decimal) < SMALL
  );
}

function withSharedWords(claim: ValueClaim, matches: Matches, ledger: EvidenceLedger): Matches {
  const told = claim.sentence.words;
  const near = (holding: Holding): boolean => sharesContext(claim, holding, told);
  const places = matches.live.filter(({ entry }) => entry.source === 'tool' && entry.leaf !== 'string');
  const live = matches.live.filter((holding) => {
    const { entry } = holding;
    if (entry.leaf === 'count' && !isCounted(claim, holding, { told, ledger })) return false;
    if (entry.leaf === 'string' && entry.text.length > 12)
      return (
        near(holding) || /^\D*$/.test(entry.text.replace(entry.text.slice(holding.found.start, holding.found.end), ''))
      );
    return (
      places.length <= MAX_PLACES || sharesWord(entry.words, told) || claim.sentence.anchors.length > 0 || near(holding)
    );
  });
  const otherUnit = matches.otherUnit.filter((holding) => isRescaled(claim.value, holding) || near(holding));
  // "7 is not to be had" answers who asked for 7, in whatever words.
  const isDenied = denies(clauseAt(claim.sentence.text, claim.at - claim.sentence.start).text);
  const user = matches.user.filter((holding) => isDenied || near(holding));
  return { ...matches, live, otherUnit, user, standing: matches.standing.filter(near) };
}

/** The length of a list stands for a bare number: of the whole or only list of a result, or of one that the sentence names. */
function isCounted(
  { value }: ValueClaim,
  { entry }: Holding,
  { told, ledger }: { told: ReadonlySet<string>; ledger: EvidenceLedger },
): boolean {
  if (value.kind !== 'number') return false;
  const beside = entry.call === undefined ? [] : (ledger.byCall.get(entry.call) ?? []);
  const isOnly = entry.path.length === 1 && beside.filter(({ leaf }) => leaf === 'count').length === 1;
  return entry.path.length === 0 || isOnly || sharesWord(entry.words, told);
}

/** A word within five of the number, in the text, that the sentence has too; or the same unit beside it. */
function sharesContext(claim: ValueClaim, { entry, found }: Holding, told: ReadonlySet<string>): boolean {
  if (claim.value.kind === 'quantity' && claim.value.unit !== 'person' && isRescaled(claim.value, { entry, found }))
    return true;
  const window =
    entry.text.slice(Math.max(0, found.start - 30), found.start) + entry.text.slice(found.end, found.end + 30);
  return sharesWord(wordsOf(window), told);
}

/** Measured in the same thing, be it in hours or in days. */
export function isRescaled(told: TypedValue, { found: { value: known } }: Holding): boolean {
  return (
    told.kind === 'quantity' &&
    known.kind === 'quantity' &&
    (isSameDimension(told.unit, known.unit) || isLooserUnit(told.unit, known.unit))
  );
}
