import { basename } from 'node:path';
import { countOf, formatCount } from '../../reporters/terminal/numbers.ts';
import type { ConversationName, FailureGroup } from './failure-groups.ts';
import type { FailureReason } from './failure-reasons.ts';

const MAX_ID = 36;
const MAX_REASONS = 3;
const MAX_CHECKS = 4;

/** Its id with its place, as briefly as it can be found; a long id keeps its ends. */
export function placeName({ name, hasId, place }: ConversationName, hasOneLog: boolean): string {
  if (!hasId) return name;
  const id = name.length <= MAX_ID ? name : `${name.slice(0, MAX_ID / 2)}…${name.slice(-MAX_ID / 2)}`;
  return `${id} (${hasOneLog ? 'line ' : `${basename(place.file)}:`}${place.line})`;
}

/** `70 × good-calls/arguments: wrong_argument amount of refund_rental`. */
export function groupHead({ conversations, reasons }: FailureGroup): string {
  return `${formatCount(conversations)} × ${reasonsText(reasons)}`;
}

/** `good-1 (line 2), good-2 (line 3) and 68 more`: the conversations of a group besides its example. */
export function othersText({ conversations, others }: FailureGroup, hasOneLog: boolean): string {
  const left = conversations - 1 - others.length;
  const names = others.map((one) => placeName(one, hasOneLog)).join(', ');
  return left > 0 ? `${names} and ${formatCount(left)} more` : names;
}

/** What has the same code and is about the same is said once, after all of its checks. */
function reasonsText(reasons: readonly FailureReason[]): string {
  const checksBy = new Map<string, string[]>();
  for (const { check, code, about } of reasons) {
    const what = whatText({ check, code, about });
    checksBy.set(what, [...(checksBy.get(what) ?? []), ...(check === undefined ? [] : [check])]);
  }
  const texts = [...checksBy].map(([what, checks]) => (checks.length === 0 ? what : `${checksText(checks)}: ${what}`));
  if (texts.length === 0) return 'no check had anything to score';
  const more = texts.length > MAX_REASONS ? [`and ${countOf(texts.length - MAX_REASONS, 'more reason')}`] : [];
  return [...texts.slice(0, MAX_REASONS), ...more].join('; ');
}

/** A check that could not be made has a reason in words, which says more than its state. */
function whatText({ check, code, about }: FailureReason): string {
  if (about === undefined) return code;
  if (check === undefined) return `${code}: ${about}`;
  return code === 'unscored' ? about : `${code} ${about}`;
}

function checksText(checks: readonly string[]): string {
  if (checks.length <= MAX_CHECKS) return checks.join(', ');
  return `${checks.slice(0, MAX_CHECKS - 1).join(', ')} and ${countOf(checks.length - MAX_CHECKS + 1, 'more check')}`;
}
