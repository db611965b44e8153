import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import type { ActionClaim } from '../claims/claim.ts';
import { conceptsIn, conceptsOfTool, GENERAL_DEEDS } from '../claims/concepts.ts';
import { tellsFailure } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type LedgerCall, stateAt } from '../evidence/ledger-entry.ts';
import { wordSet } from '../evidence/words.ts';
import { evidenceFor, type JudgedClaim } from './judged-claim.ts';

/** Judges "has been cancelled" and "done" by what the calls of a matching tool came to. */
export function judgeAction(claim: ActionClaim, ledger: EvidenceLedger): JudgedClaim {
  const seen = ledger.calls.filter((call) => call.seenAt !== undefined && call.seenAt < claim.answer.seq);
  const matching = seen.filter((call) => call.outcome !== 'none' && isDoing(call, claim.concept, ledger));
  const inTurn = matching.filter(({ turn }) => turn === claim.answer.turn);
  const good = matching.filter(({ outcome }) => outcome === 'ok' || outcome === 'empty');
  const unrecovered = unrecoveredFailures(claim.concept === undefined ? inTurn : matching);
  if (claim.outcome === 'failed' || tellsFailure(claim.sentence.text))
    return judgeFailure(claim, { unrecovered, good });
  const isAdmitted = tellsFailure(claim.answer.normalised.text);
  const reached = good.filter((call) => isAbout(call, claim));
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

function judgeFailure(
  claim: ActionClaim,
  { unrecovered, good }: { unrecovered: readonly LedgerCall[]; good: readonly LedgerCall[] },
): JudgedClaim {
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
  return {
    claim,
    verdict: 'not_checkable',
    reason: 'not_a_fact_of_records',
    message: `nothing known decides \`${claim.text}\``,
    evidence: good.slice(0, 1).map(pointAt),
  };
}

/** No call did it. Somebody else may have: a record, the user or the policy says so. */
function judgeUndone(claim: ActionClaim, ledger: EvidenceLedger): JudgedClaim {
  const { concept } = claim;
  const open: JudgedClaim = {
    claim,
    verdict: 'not_checkable',
    reason: 'not_a_fact_of_records',
    message: `nothing known decides \`${claim.text}\``,
    evidence: [],
  };
  if (concept === undefined) return open;
  const told = ledger.entries.find(
    (entry) =>
      entry.source !== 'registry' &&
      stateAt(entry, claim.answer.seq) === 'live' &&
      conceptsIn(entry.text.slice(0, 4000)).some((found) => found.concept === concept),
  );
  if (told) return { ...open, message: `\`${claim.text}\` is told of elsewhere`, evidence: [evidenceFor(told)] };
  if (ledger.tools === 'unknown' || !isOwnDeed(claim)) return open;
  const tool = ledger.tools.find(
    ({ name, description, effect }) => effect !== 'read' && conceptsOfTool({ name, description }).has(concept),
  );
  if (GENERAL_DEEDS.has(concept)) return open;
  if (tool)
    return {
      claim,
      verdict: 'contradicted',
      reason: 'action_not_done',
      message: `\`${claim.text}\` is told, but \`${tool.name}\` was not called`,
      evidence: [],
    };
  return {
    claim,
    verdict: 'unsupported',
    reason: 'no_such_action',
    message: `\`${claim.text}\` is told, but no call did it and no tool could`,
    evidence: [],
  };
}

/** The agent says that it acted, or that the thing has been done. */
function isOwnDeed({ sentence, concept }: ActionClaim): boolean {
  if (concept === 'look_up' || concept === 'calculate') return false;
  return /\b(?:i|we)(?:'ve| have)?(?: \w+ly| already| just)? \w+|\b(?:has|have) been\b|已(?:经)?(?:为|帮|给)|为您.{0,12}(?:了|好)|帮您.{0,12}(?:了|好)|已(?:经)?\p{Script=Han}/iu.test(
    sentence.text,
  );
}

function isDoing(call: LedgerCall, concept: string | undefined, ledger: EvidenceLedger): boolean {
  if (call.effect === 'read') return false;
  if (concept === undefined || GENERAL_DEEDS.has(concept)) return call.effect === 'write' || !isReading(call);
  const tool = ledger.tools === 'unknown' ? undefined : ledger.tools.find(({ name }) => name === call.tool);
  return conceptsOfTool({ name: call.tool, description: tool?.description ?? '' }).has(concept);
}

const READING = wordSet(
  'get find search list look lookup query check read fetch retrieve view show think calculate compute status details',
);

/** A tool of unknown effect whose name says that it only looks. */
export function isReading(call: { tool: string; effect: LedgerCall['effect'] }): boolean {
  if (call.effect !== 'unknown') return call.effect === 'read';
  const [first = ''] = wordSet(call.tool);
  return READING.has(first) || /^(?:查|获取|搜|计算)/.test(call.tool);
}

/** Calls that failed and were not made good by a later success of the same tool. */
export function unrecoveredFailures(calls: readonly LedgerCall[]): readonly LedgerCall[] {
  return calls.filter(
    (call) =>
      call.outcome === 'error' &&
      !calls.some(
        (later) =>
          later.index > call.index && later.tool === call.tool && later.outcome === 'ok' && isSameMatter(call, later),
      ),
  );
}

/** About the same record: an id in common, or no ids to tell them apart. */
function isSameMatter(a: LedgerCall, b: LedgerCall): boolean {
  const ids = a.ids.filter((id) => /\d/.test(id) && id.length > 2);
  const others = b.ids.filter((id) => /\d/.test(id) && id.length > 2);
  return ids.length === 0 || others.length === 0 || ids.some((id) => others.includes(id));
}

/** The call touches a record that the sentence names; a sentence without one speaks of any. */
function isAbout(call: LedgerCall, { sentence }: ActionClaim): boolean {
  const named = sentence.anchors.map(({ key }) => key).filter((key) => /\d/.test(key));
  return (
    named.length === 0 ||
    named.some((key) => call.ids.includes(key)) ||
    sentence.anchors.some(({ entries }) => entries.some((entry) => entry.call === call.index)) ||
    call.ids.length === 0
  );
}

function pointAt(call: LedgerCall): Evidence {
  return {
    kind: 'event',
    seq: call.resultSeq ?? call.seq,
    ...(call.message === '' ? {} : { quote: call.message.slice(0, 200) }),
  };
}
