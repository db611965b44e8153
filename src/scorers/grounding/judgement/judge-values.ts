import type { ValueClaim } from '../claims/claim.ts';
import { speaksOfPastAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import type { Holding, LedgerEntry } from '../evidence/ledger-entry.ts';
import { sharesWord } from '../evidence/words.ts';
import { amountOf } from '../values/typed-value.ts';
import { type Binding, bindingAt, type Relation, relateToAny } from './binding.ts';
import { derive } from './derivation/derivations.ts';
import { expectedIn } from './expected-value.ts';
import { fieldBeside } from './field-beside.ts';
import { judgeAbsent } from './judge-absent.ts';
import { judgeCurrency } from './judge-currency.ts';
import { judgeWeekday } from './judge-weekday.ts';
import { evidenceFor, type JudgedClaim, nearestOf } from './judged-claim.ts';
import { lookUp, type Matches } from './look-up.ts';
import { isNamedOtherwise } from './own-record.ts';
import { isCommitment, isEcho, rivalOf } from './user-words.ts';
import { contradicted, open, supported, supportedBy } from './value-verdicts.ts';

/** Judges one value: where it stands in the evidence, in whose record, and whether it still holds. */
export function judgeValue(claim: ValueClaim, ledger: EvidenceLedger): JudgedClaim {
  if (claim.force === 'example') return open(claim, 'example', `\`${claim.text}\` only shows a form`);
  const matches = lookUp(claim, ledger);
  const binding = bindingAt(claim.answer, claim.sentence, claim.at);
  return (
    judgeEquation(claim) ??
    judgeWeekday(claim, ledger) ??
    judgeCurrency(claim, matches, ledger) ??
    judgeField(claim, { matches, binding, ledger }) ??
    judgeLive(claim, { matches, binding, ledger }) ??
    judgeStanding(claim, { matches, binding, ledger }) ??
    judgeStale(claim, { matches, ledger }) ??
    judgeAbsent(claim, { matches, binding, ledger })
  );
}

type Context = { matches: Matches; binding: Binding; ledger: EvidenceLedger };

/** A result of arithmetic that the sentence writes out is wrong whatever the evidence says. */
function judgeEquation(claim: ValueClaim): JudgedClaim | undefined {
  const { sentence, at } = claim;
  const from = at - sentence.start;
  const wrong = sentence.equations.find(
    ({ end, holds }) => !holds && end > from && end <= from + claim.text.length + 1,
  );
  if (!wrong || amountOf(claim.value) === undefined) return undefined;
  return {
    ...contradicted(claim, 'bad_arithmetic', `\`${wrong.text.trim()}\` is wrong: it makes ${wrong.right}`),
    derivation: wrong.text.trim(),
  };
}

/** The field that is named right beside the value has another one; that some other field has this one is chance. */
function judgeField(claim: ValueClaim, { matches, binding, ledger }: Context): JudgedClaim | undefined {
  if (isEcho(claim) || isPast(claim) || matches.stale.length > 0) return undefined;
  if (matches.user.length > 0 || matches.standing.length > 0) return undefined;
  // Data has the same words in many a key.
  const field = ledger.data.isDataOnly ? undefined : fieldBeside(claim, { binding, ledger });
  if (!field) return undefined;
  const message = `\`${claim.text}\` is told; \`${field.key}\` is \`${field.text}\``;
  return {
    ...contradicted(claim, 'value_mismatch', message),
    evidence: [evidenceFor(field)],
    nearest: nearestOf(field),
  };
}

function judgeLive(claim: ValueClaim, { matches, binding, ledger }: Context): JudgedClaim | undefined {
  const { live } = matches;
  if (live.length === 0) return undefined;
  if (isLeaning(claim)) return open(claim, 'not_a_fact_of_records', `nothing known decides \`${claim.text}\``);
  const isKey = claim.value.kind === 'identifier' || claim.value.kind === 'name' || claim.value.kind === 'email';
  if (binding.anchors.length === 0 || isKey) return supported(claim, live);
  const relations = live.map(({ entry }) => relateToAny(entry, binding.anchors, ledger));
  const own = live.filter((_, index) => relations[index] === 'same_record');
  if (own.length > 0) return { ...supported(claim, own), record: recordOf(binding, true) };
  // Data repeats its texts; only a name binds what describes it.
  if (ledger.data.isDataOnly && !binding.anchors.some(({ entries }) => entries.some(({ isIdentity }) => isIdentity)))
    return supported(claim, live);
  const isBeside = binding.isFirm && relations.includes('sibling');
  if (!isBeside || matches.standing.length > 0 || !live.every((holding) => isOwnField(holding, claim)))
    return supported(claim, live);
  const expected = expectedIn(claim, binding, ledger);
  if (isEcho(claim)) return supported(claim, live);
  const isClear = !relations.includes('apart') && matches.user.length === 0 && claim.sentence.anchors.length > 0;
  const hasRival = expected !== undefined && live.some(({ entry }) => entry.key === expected.key);
  if (!isClear && !hasRival) return supported(claim, live);
  // An id in brackets right behind it says whose it is.
  const isBracketed = /^ ?[([（【]/.test(
    claim.sentence.text.slice(claim.at - claim.sentence.start + claim.text.length),
  );
  const holders = live.map(({ entry }) => entry);
  if (!isBracketed && isNamedOtherwise(claim, holders, ledger)) return supported(claim, live);
  const derived = derive(claim, ledger);
  if (derived?.holds) return supportedBy(claim, derived);
  if (claim.force === 'presupposed') return open(claim, 'presupposed', `\`${claim.text}\` is asked about, not told`);
  const old = matches.stale.filter(({ entry }) => relateToAny(entry, binding.anchors, ledger) === 'same_record');
  if (old.length > 0) return judgeStale(claim, { matches: { ...matches, stale: old }, ledger });
  return wrongRecord(claim, { live, relations, binding, expected });
}

function recordOf({ anchors: [only, ...more] }: Binding, isOwn: boolean): JudgedClaim['record'] {
  return only === undefined || more.length > 0 ? undefined : { start: only.start, isOwn };
}

/** Points at the record that holds the value, and at what the record that was named holds in its place. */
function wrongRecord(
  claim: ValueClaim,
  {
    live,
    relations,
    binding,
    expected,
  }: { live: readonly Holding[]; relations: readonly Relation[]; binding: Binding; expected: LedgerEntry | undefined },
): JudgedClaim {
  const named = binding.anchors.map(({ start, end, key }) =>
    start < 0 ? `\`${key}\`` : `\`${claim.answer.normalised.text.slice(start, end)}\``,
  );
  const held = live.filter((_, index) => relations[index] === 'sibling').slice(0, 1);
  const message = `\`${claim.text}\` belongs to another record than ${[...new Set(named)].join(', ')}`;
  const judged = { ...contradicted(claim, 'wrong_record', message, held), record: recordOf(binding, false) };
  if (expected)
    return { ...judged, evidence: [...judged.evidence, evidenceFor(expected)], nearest: nearestOf(expected) };
  const own = binding.anchors[0]?.entries.find(({ source }) => source === 'tool' || source === 'argument');
  return own ? { ...judged, evidence: [...judged.evidence, evidenceFor(own)] } : judged;
}

/** The whole of a field, not a number inside a text or a count; small numbers only under a key that the sentence names. */
function isOwnField({ entry, found }: Holding, { value, sentence }: ValueClaim): boolean {
  if (entry.leaf === 'count' || found.end - found.start < entry.text.trim().length) return false;
  return (
    value.kind !== 'number' ||
    value.decimal.includes('.') ||
    Number(value.decimal) >= 20 ||
    sharesWord(entry.words, sentence.words)
  );
}

/** "today" and "Friday" say little of their own; they count where a promise is made. */
function isLeaning({ value, isPromise }: ValueClaim): boolean {
  return value.kind === 'date' && value.isRelative && !isPromise;
}

/** What the user, the policy or a failed call said. A result about the same record wins over the user. */
function judgeStanding(claim: ValueClaim, { matches, binding, ledger }: Context): JudgedClaim | undefined {
  const { user, failed } = matches;
  const standing = claim.isPromise
    ? matches.standing.filter(({ entry }) => entry.source !== 'clock')
    : matches.standing;
  if (isLeaning(claim)) return undefined;
  if (standing.length > 0) return supported(claim, standing);
  if (failed.length > 0) return supported(claim, failed);
  const [said] = user;
  if (!said || (claim.isPromise && isCommitment(claim) && !isEcho(claim))) return undefined;
  const rival = rivalOf(claim, { binding, ledger, said });
  if (rival && derive(claim, ledger)?.holds !== true)
    return {
      ...contradicted(
        claim,
        'value_mismatch',
        `\`${claim.text}\` is what the user said; the result says \`${rival.text}\``,
        [said],
      ),
      evidence: [evidenceFor(said.entry, said.found), evidenceFor(rival)],
      nearest: nearestOf(rival),
    };
  return matches.stale.length > 0 && !isEcho(claim) ? undefined : supported(claim, user);
}

function judgeStale(claim: ValueClaim, { matches, ledger }: Omit<Context, 'binding'>): JudgedClaim | undefined {
  const old = matches.stale.find(({ entry }) => entry.leaf !== 'count');
  if (!old) return undefined;
  if (isPast(claim) || claim.value.kind === 'identifier' || claim.value.kind === 'name')
    return supported(claim, matches.stale);
  const now = old.entry.supersededBy === undefined ? undefined : ledger.entries[old.entry.supersededBy];
  const message = `\`${claim.text}\` was replaced by a later result${now ? `, which says \`${now.text.slice(0, 80)}\`` : ''}`;
  const judged = contradicted(claim, 'stale', message, [old]);
  return now ? { ...judged, evidence: [...judged.evidence, evidenceFor(now)], nearest: nearestOf(now) } : judged;
}

function isPast({ sentence, at, text }: ValueClaim): boolean {
  return speaksOfPastAt(sentence.text, at - sentence.start, { length: text.length });
}
