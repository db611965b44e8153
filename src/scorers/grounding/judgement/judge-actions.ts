import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import type { Anchor } from '../claims/answer.ts';
import type { ActionClaim } from '../claims/claim.ts';
import { conceptsOfTool, GENERAL_DEEDS, isKnownDeed } from '../claims/concepts.ts';
import { clauseAt, hasNegativeSubject, tellsFailure } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerCall, type LedgerEntry, stateAt } from '../evidence/ledger-entry.ts';
import { shapeOfId } from '../evidence/ledger-indexes.ts';
import { remembered } from '../evidence/remembered.ts';
import { sharesWord, wordSet } from '../evidence/words.ts';
import { isDoneByFamily } from './acts/done-by-family.ts';
import { bindingAt, relateToAny } from './binding.ts';
import { admissionOf } from './failures/told-failure.ts';
import { evidenceFor, type JudgedClaim } from './judged-claim.ts';
import { unrecoveredFailures } from './recovery.ts';
import { isRequested, namesDeed } from './requested-deeds.ts';

/** Judges "has been cancelled", "done" and "nothing was refunded" by what the calls of a matching tool came to. */
export function judgeAction(claim: ActionClaim, ledger: EvidenceLedger): JudgedClaim {
  const seen = ledger.calls.filter((call) => call.seenAt !== undefined && call.seenAt < claim.answer.seq);
  const matching = seen.filter((call) => call.outcome !== 'none' && isDoing(call, claim, ledger));
  const inTurn = matching.filter(({ turn }) => turn === claim.answer.turn);
  const good = matching.filter(({ outcome }) => outcome === 'ok' || outcome === 'empty');
  const unrecovered = unrecoveredFailures(claim.concept === undefined ? inTurn : matching).filter(
    (call) => !claim.isWeak || (isAbout(call, claim, ledger) && !namesDeed(call.message, claim)),
  );
  if (claim.outcome === 'denied' && isPartial(claim)) return undecided(claim);
  if (claim.outcome === 'denied') return judgeDenial(claim, { unrecovered, good }, ledger);
  if (claim.outcome === 'failed' || tellsFailure(claim.sentence.text))
    return judgeFailure(claim, { unrecovered, good });
  const [failure] = unrecovered;
  const isAdmitted =
    tellsFailure(claim.answer.normalised.text) ||
    (failure !== undefined && admissionOf(claim.answer, failure, { ledger }) === 'of_deed');
  const reached = good.filter((call) => isAbout(call, claim, ledger));
  const isOutdone = claim.concept !== undefined && reached.some(({ turn }) => turn >= (unrecovered[0]?.turn ?? 0));
  if (unrecovered.length > 0 && !isOutdone && !isAdmitted) {
    const [call] = unrecovered;
    return {
      claim,
      verdict: 'contradicted',
      reason: 'error_told_as_success',
      message: `\`${claim.text}\` is told, but \`${call?.tool}\` failed: ${call?.message.slice(0, 120)}`,
      evidence: call ? [pointAt(call)] : [],
    };
  }
  if (reached.length > 0)
    return {
      claim,
      verdict: 'supported',
      reason: 'done',
      message: `\`${reached[0]?.tool}\` did it`,
      via: 'tool',
      evidence: reached.slice(0, 2).map(pointAt),
    };
  return judgeUndone(claim, ledger);
}

type Calls = { unrecovered: readonly LedgerCall[]; good: readonly LedgerCall[] };

function judgeFailure(claim: ActionClaim, { unrecovered, good }: Calls): JudgedClaim {
  const [call] = unrecovered;
  if (call)
    return {
      claim,
      verdict: 'supported',
      reason: 'done',
      message: `\`${call.tool}\` failed, as told`,
      via: 'tool',
      evidence: [pointAt(call)],
    };
  return { ...undecided(claim), evidence: good.slice(0, 1).map(pointAt) };
}

/** "Nothing has been refunded" is false once a call about the same record did it, and true of one that failed. */
function judgeDenial(claim: ActionClaim, { unrecovered, good }: Calls, ledger: EvidenceLedger): JudgedClaim {
  const { concept, sentence, answer } = claim;
  // "Nothing was changed" speaks of the request at hand; "nothing was refunded for A-1" of all that happened to A-1.
  const isSweeping = concept === undefined || GENERAL_DEEDS.has(concept);
  const against = good.filter(
    (call) =>
      (!isSweeping || (call.turn === answer.turn && (isSweepingSubject(sentence.text) || namesMatter(claim, call)))) &&
      isAbout(call, claim, ledger),
  );
  const [failure] = unrecovered;
  const last = against.at(-1);
  if (last && !(failure && failure.index > last.index))
    return {
      claim,
      verdict: 'contradicted',
      reason: 'polarity',
      message: `\`${claim.text}\` is denied, but \`${last.tool}\` did it in turn ${last.turn}`,
      evidence: [pointAt(last)],
    };
  if (!failure) return undecided(claim);
  return {
    claim,
    verdict: 'supported',
    reason: 'done',
    message: `\`${failure.tool}\` failed, as told`,
    via: 'tool',
    evidence: [pointAt(failure)],
  };
}

/** "Not booked within the last day", "no changes to your other orders": more was or may have been done elsewhere. */
function isPartial({ sentence, concept }: ActionClaim): boolean {
  const isGeneral = concept === undefined || GENERAL_DEEDS.has(concept);
  return (
    /\b(?:within|more than|less than|in the last|other|further|additional|anything else|remaining|rest of)\b|其他|其余|另外|以内/i.test(
      sentence.text,
    ) ||
    (isGeneral &&
      /\b(?:made|changed|updated|done) to (?:the|your|any)\b|对[^，。]{1,12}(?:做|进行|作)/i.test(sentence.text))
  );
}

/** "The address has not been updated", and the call is `update_address`: the thing is named, not only the deed. */
function namesMatter({ sentence, at }: ActionClaim, { nameWords }: LedgerCall): boolean {
  const { text } = clauseAt(sentence.text, at - sentence.start);
  const found = /\b(?:has|have)(?:n't| not)(?: yet)? been \w/i.exec(text);
  if (!found || /\b(?:yet|other|if|once|until|any)\b/i.test(text)) return false;
  const [, ...things] = nameWords;
  return sharesWord(things, wordSet(text.slice(0, found.index)));
}

function isSweepingSubject(text: string): boolean {
  return hasNegativeSubject(text) || /\banything\b|任何|什么都/i.test(text);
}

function undecided(claim: ActionClaim): JudgedClaim {
  return {
    claim,
    verdict: 'not_checkable',
    reason: 'not_a_fact_of_records',
    message: `nothing known decides \`${claim.text}\``,
    evidence: [],
  };
}

/** No call did it. Somebody else may have: a record or a notice says so. That the user asked for it proves nothing. */
function judgeUndone(claim: ActionClaim, ledger: EvidenceLedger): JudgedClaim {
  const { concept } = claim;
  const open = undecided(claim);
  if (concept === undefined || concept === 'look_up' || concept === 'calculate' || concept === 'recommend') return open;
  if (!isToldAsDone(claim, ledger)) return open;
  const { anchors } = bindingAt(claim.answer, claim.sentence, claim.at);
  const told = ledger.deeds(concept).find((entry) => {
    if (stateAt(entry, claim.answer.seq) !== 'live' || (entry.source === 'user' && claim.isOwn)) return false;
    if (claim.isOwn && isOfOther(entry, anchors)) return false;
    return entry.source !== 'tool' || anchors.length === 0 || relateToAny(entry, anchors, ledger) === 'same_record';
  });
  if (told?.source === 'notice')
    return {
      ...open,
      verdict: 'supported',
      reason: 'done',
      message: `the user was told so in turn ${told.turn}`,
      via: 'notice',
      evidence: [evidenceFor(told)],
    };
  if (told) return { ...open, message: `\`${claim.text}\` is told of elsewhere`, evidence: [evidenceFor(told)] };
  // A call that did just this was to another record, or it would have been found.
  const isDoneToAnother = ledger.calls.some((call) => isDoing(call, claim, ledger));
  if (ledger.tools === 'unknown' || (!isDoneToAnother && isDoneByFamily(claim, ledger))) return open;
  const tool = ledger.tools.find(
    ({ name, description, effect }) =>
      !isReading({ tool: name, effect }) && conceptsOfTool({ name, description }).has(concept),
  );
  if (tool && !GENERAL_DEEDS.has(concept))
    return {
      claim,
      verdict: 'contradicted',
      reason: 'action_not_done',
      message: `\`${claim.text}\` is told, but no call of \`${tool.name}\` did it`,
      evidence: [],
    };
  // A write may do more than its name says: a change pays the difference back.
  if ((tool || !claim.isOwn) && didAnything(claim, ledger)) return open;
  return {
    claim,
    verdict: 'unsupported',
    reason: tool ? 'action_not_done' : 'no_such_action',
    message: `\`${claim.text}\` is told, but no call did it${tool ? '' : ' and no tool could'}`,
    evidence: [],
  };
}

/** The agent says that it acted; or a state is told that the user asked for, and no record calls it by another name. */
function isToldAsDone(claim: ActionClaim, ledger: EvidenceLedger): boolean {
  if (!claim.isWeak && (claim.isOwn || isOwnDeed(claim))) return true;
  return isRequested(claim, ledger) && !tellsFailure(claim.answer.normalised.text);
}

/** What happened to a part of the record, which has an id of its own, is not what the agent says that it did. */
function isOfOther({ entity, source }: LedgerEntry, anchors: readonly Anchor[]): boolean {
  const own = entity?.toLowerCase().replace(/^#/, '') ?? '';
  return source === 'tool' && /\d/.test(own) && anchors.length > 0 && !anchors.some(({ key }) => key === own);
}

function didAnything(claim: ActionClaim, ledger: EvidenceLedger): boolean {
  return ledger.calls.some(
    (call) => !isReading(call) && call.outcome === 'ok' && call.seenAt !== undefined && call.seenAt < claim.answer.seq,
  );
}

/** The agent says that it acted, or that the thing has been done. */
function isOwnDeed({ sentence, at }: ActionClaim): boolean {
  const { text, start } = clauseAt(sentence.text, at - sentence.start);
  const before = text.slice(0, at - sentence.start - start);
  return (
    /\b(?:i|we)(?:'ve| have)?(?: \w+ly| already| just)? $|\b(?:has|have|'s)(?: now| already| just| also| \w+ly)* been(?: \w+ly)? $/i.test(
      before,
    ) || /已(?:经)?(?:为|帮|给)|为您.{0,12}(?:了|好)|帮您.{0,12}(?:了|好)|已(?:经)?\p{Script=Han}/u.test(text)
  );
}

/** The call is of a tool that does such a deed; a deed without a name, or a general one, may be any that is no look-up. */
export function isDoing(call: LedgerCall, { concept, things }: ActionClaim, ledger: EvidenceLedger): boolean {
  if (isReading(call)) return false;
  if (concept === undefined || GENERAL_DEEDS.has(concept)) return true;
  const concepts = deedsByTool.get(ledger)?.get(call.tool) ?? deedsOf(call.tool, ledger);
  return (
    concepts.has(concept) || (!isKnownDeed(concept) && (call.words.has(concept) || sharesWord(things, call.words)))
  );
}

const deedsByTool = new WeakMap<EvidenceLedger, Map<string, ReadonlySet<string>>>();

function deedsOf(name: string, ledger: EvidenceLedger): ReadonlySet<string> {
  const known = deedsByTool.get(ledger) ?? new Map<string, ReadonlySet<string>>();
  deedsByTool.set(ledger, known);
  const tool = ledger.tools === 'unknown' ? undefined : ledger.tools.find((one) => one.name === name);
  const deeds = conceptsOfTool({ name, description: tool?.description ?? '' });
  known.set(name, deeds);
  return deeds;
}

const READING = wordSet(
  'get find search list look lookup query check read fetch retrieve view show think calculate compute status details',
);

/** A tool of unknown effect whose name says that it only looks. */
export function isReading(call: { tool: string; effect: LedgerCall['effect'] }): boolean {
  if (call.effect !== 'unknown') return call.effect === 'read';
  return isReadingName(call.tool);
}

const isReadingName = remembered((tool) => {
  const [first = ''] = wordSet(tool);
  return READING.has(first) || /^(?:查|获取|搜|计算)/.test(tool);
});

/** The call touches a record that the sentence names, or that the talk is of; where none is named it may be any. */
function isAbout(call: LedgerCall, { sentence, answer, at }: ActionClaim, ledger: EvidenceLedger): boolean {
  if (call.ids.length === 0) return true;
  const anchors = sentence.anchors.length > 0 ? sentence.anchors : bindingAt(answer, sentence, at).anchors;
  const strangers = sentence.values.flatMap(({ value }) => {
    if (value.kind !== 'identifier' || value.isSuffix || sentence.anchors.length > 0) return [];
    const key = value.key.toLowerCase();
    // A short code is an id of this kind where the call was given one of the same shape.
    return value.isStrong || call.ids.some((id) => shapeOfId(id) === shapeOfId(key)) ? [key] : [];
  });
  // Ids that nothing knows are told of all the same; the record that the talk was of does not stand in for them.
  const named = strangers.length > 0 ? strangers : anchors.map(({ key }) => key).filter((key) => /\d/.test(key));
  return named.length === 0 || named.some((key) => call.ids.includes(key) || touchedBy(call, ledger).has(key));
}

const touched = new WeakMap<LedgerCall, ReadonlySet<string>>();

/** Ids and names that the call was given or gave back. */
function touchedBy(call: LedgerCall, { byCall }: EvidenceLedger): ReadonlySet<string> {
  const known =
    touched.get(call) ??
    new Set(
      byCall
        .get(call.index)
        ?.flatMap(({ isIdentity, text }) => (isIdentity ? [text.toLowerCase().replace(/^#/, '')] : [])),
    );
  touched.set(call, known);
  return known;
}

function pointAt(call: LedgerCall): Evidence {
  return {
    kind: 'event',
    seq: call.resultSeq ?? call.seq,
    ...(call.message === '' ? {} : { quote: call.message.slice(0, 200) }),
  };
}
