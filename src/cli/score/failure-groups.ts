import { type FailureReason, reasonsOf } from './failure-reasons.ts';
import type { ConversationPlace, ScoredConversation } from './scored-conversation.ts';

/** A conversation as far as it is needed to find it again. */
export type ConversationName = { name: string; hasId: boolean; place: ConversationPlace };

/** Conversations that did not pass for the same reasons. */
export type FailureGroup = {
  verdict: 'failed' | 'invalid';
  conversations: number;
  reasons: readonly FailureReason[];
  /** The first in the order of the logs. */
  example: ConversationName;
  /** The next ones, a handful. */
  others: readonly ConversationName[];
};

/** Puts conversations into groups, and keeps of each group no more than its example needs. */
export type GroupFold = {
  /** The group of a conversation; undefined where it passed, or where there are too many groups already. */
  add(conversation: ScoredConversation): FailureGroup | undefined;
  /** Failed before invalid, the most frequent first, then in the order of their examples. */
  groups(): readonly FailureGroup[];
  /** Conversations that did not pass and are in no group. */
  ungrouped(): number;
};

/** A log in which nothing repeats would else be kept whole. */
const MAX_GROUPS = 500;
const MAX_OTHERS = 5;

type OpenGroup = FailureGroup & { others: ConversationName[] };

export function groupFold(): GroupFold {
  const groups = new Map<string, OpenGroup>();
  let left = 0;
  return {
    add(conversation) {
      const verdict = conversation.status === 'scored' ? conversation.result.verdict : 'invalid';
      if (verdict === 'passed') return undefined;
      const reasons = reasonsOf(conversation);
      const key = JSON.stringify([verdict, ...reasons.map((reason) => JSON.stringify(reason)).sort()]);
      const known = groups.get(key);
      const { name, hasId, place } = conversation;
      if (known !== undefined) {
        known.conversations += 1;
        if (known.others.length < MAX_OTHERS) known.others.push({ name, hasId, place });
        return known;
      }
      if (groups.size >= MAX_GROUPS) {
        left += 1;
        return undefined;
      }
      const group: OpenGroup = { verdict, conversations: 1, reasons, example: { name, hasId, place }, others: [] };
      groups.set(key, group);
      return group;
    },
    groups: () => [...groups.values()].toSorted(compareGroups),
    ungrouped: () => left,
  };
}

function compareGroups(a: FailureGroup, b: FailureGroup): number {
  if (a.verdict !== b.verdict) return a.verdict === 'failed' ? -1 : 1;
  return b.conversations - a.conversations;
}
