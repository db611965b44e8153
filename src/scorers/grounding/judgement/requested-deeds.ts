import type { ActionClaim } from '../claims/claim.ts';
import { conceptsIn } from '../claims/concepts.ts';
import { isNegatedAt } from '../claims/polarity.ts';
import { statusOfField } from '../claims/statuses.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { stateAt } from '../evidence/ledger-entry.ts';
import { bindingAt, relateToAny } from './binding.ts';

/** Of a longer message the beginning counts. */
const MAX_LENGTH = 2000;

/** The user asked for this deed, to the record that the claim names, and no field of a record tells its state in words of its own. */
export function isRequested(claim: ActionClaim, ledger: EvidenceLedger): boolean {
  const named = keysIn(claim.sentence.values);
  const asked = ledger.entries.some(
    (entry) =>
      entry.source === 'user' &&
      entry.visibleFrom < claim.answer.seq &&
      asksFor(entry.text.slice(0, MAX_LENGTH), claim) &&
      isSame(named, keysIn(entry.values)),
  );
  return asked && !hasOwnState(claim, ledger);
}

/** A text names the deed of a claim. */
export function namesDeed(text: string, { concept }: ActionClaim): boolean {
  return conceptsIn(text.slice(0, MAX_LENGTH)).some((found) => found.concept === concept);
}

/** In the form of a wish: "cancel it", and not "was it cancelled?". */
function asksFor(text: string, { concept }: ActionClaim): boolean {
  return conceptsIn(text).some(
    ({ concept: found, start, end }) =>
      found === concept &&
      !/(?:ed|ing|en|sent|paid|made)$/i.test(text.slice(start, end)) &&
      !isNegatedAt(text, start, { reach: 24 }) &&
      !/已(?:经)?$/.test(text.slice(Math.max(0, start - 2), start)) &&
      !/^(?:了|成功|过|的)/.test(text.slice(end)),
  );
}

function keysIn(values: ActionClaim['sentence']['values']): readonly string[] {
  return values.flatMap(({ value }) =>
    value.kind === 'identifier' && value.isStrong && !value.isSuffix ? [value.key] : [],
  );
}

function isSame(told: readonly string[], asked: readonly string[]): boolean {
  return told.length === 0 || asked.length === 0 || told.some((key) => asked.includes(key));
}

/** The record has a state that our list of states does not know, so that it may be the one that is told. */
function hasOwnState(claim: ActionClaim, ledger: EvidenceLedger): boolean {
  const { anchors } = bindingAt(claim.answer, claim.sentence, claim.at);
  return ledger.entries.some(
    (entry) =>
      entry.source === 'tool' &&
      /status|state|状态/i.test(entry.key) &&
      stateAt(entry, claim.answer.seq) === 'live' &&
      statusOfField(entry.key, entry.text) === undefined &&
      (anchors.length === 0 || relateToAny(entry, anchors, ledger) === 'same_record'),
  );
}
