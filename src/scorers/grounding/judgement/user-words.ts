import type { ValueClaim } from '../claims/claim.ts';
import { clauseAt, denies, isNegatedAt } from '../claims/polarity.ts';
import type { EvidenceLedger } from '../evidence/evidence-ledger.ts';
import { type Holding, isCounting, type LedgerEntry } from '../evidence/ledger-entry.ts';
import { sharesWord, wordSet } from '../evidence/words.ts';
import { amountOf } from '../values/typed-value.ts';
import type { Binding } from './binding.ts';
import { expectedIn } from './expected-value.ts';

const ECHO =
  /\b(?:you|your|customer|user)(?:'ve| have| had)?(?: just| also)? (?:sa(?:id|y)|mention\w*|told|stat\w*|wrote|claim\w*|quot\w*|gave|ask\w*|expect\w*|thought|remember\w*|message|request\w*|offer\w*|want\w*)\b|\baccording to you\b|(?:您|你)(?:刚才|之前)?(?:说|提到|提供|认为|记得|以为|要求|想)|所说/i;
const REFUTES = /^[^.。;；]{0,24}(?:\b(?:is|was|are) (?:not|wrong|incorrect)|\bisn't\b|不对|有误|不正确|并不)/i;

/** The value is told as the user's words, or denied, and not as a fact. */
export function isEcho({ sentence, at, text }: ValueClaim): boolean {
  const from = at - sentence.start;
  return (
    ECHO.test(sentence.text.slice(0, from)) ||
    isNegatedAt(sentence.text, from, { reach: 24 }) ||
    /\b(?:instead of|rather than)\W*$/i.test(sentence.text.slice(0, from)) ||
    REFUTES.test(sentence.text.slice(from + text.length))
  );
}

/** A difference, a limit or a rest is none of the fields of a record. */
const RECKONS =
  /\b(?:differ\w*|remain\w*|left|extra|additional|below|above|less|more|under|over|at most|up to|budget|charg\w*)\b|差|剩|以内|不超过|以上|以下|预算/i;

/** What a result that was seen says of the same thing where only the user gave the value. */
export function rivalOf(
  claim: ValueClaim,
  { binding, ledger, said }: { binding: Binding; ledger: EvidenceLedger; said: Holding },
): LedgerEntry | undefined {
  const { value, sentence } = claim;
  if (
    claim.force !== 'stated' ||
    isEcho(claim) ||
    denies(clauseAt(sentence.text, claim.at - sentence.start).text) ||
    RECKONS.test(clauseAt(sentence.text, claim.at - sentence.start).text)
  )
    return undefined;
  if (amountOf(value) === undefined && value.kind !== 'date' && value.kind !== 'time') return undefined;
  const isBound = binding.anchors.length > 0 ? binding.isFirm : ledger.byCall.size === 1;
  const { text } = said.entry;
  const near = wordSet(text.slice(Math.max(0, said.found.start - 40), said.found.end + 20));
  const rival = isBound ? expectedIn(claim, binding, ledger, near) : undefined;
  if (!rival) return undefined;
  const isNamed = sharesWord(rival.words, sentence.words) || sharesWord(rival.words, near);
  return isNamed || isMoney(value, rival) ? rival : undefined;
}

function isMoney(value: ValueClaim['value'], rival: LedgerEntry): boolean {
  return value.kind === 'money' && !isCounting(rival) && rival.values.length === 1;
}

/** A deadline, or the moment at which something reaches the user: asking for it does not grant it. */
export function isCommitment({ sentence, at }: ValueClaim): boolean {
  const from = at - sentence.start;
  const { text, start } = clauseAt(sentence.text, from);
  return (
    /\b(?:by|within|before|in|until|no later than)\b[^,;]*$/i.test(text.slice(0, from - start).slice(-24)) ||
    /\b(?:arriv\w*|deliver\w*|ship\w*|refund\w*|receiv\w*|credit\w*|reach\w*|ready|process\w*|sent?|call|contact|repl\w*|back)\b|到账|送达|发货|送到|到达|收到|回复|联系|处理|寄/i.test(
      text,
    )
  );
}
