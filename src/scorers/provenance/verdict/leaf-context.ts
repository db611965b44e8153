import type { Evidence } from '../index/evidence.ts';
import type { Place } from '../index/evidence-index.ts';
import type { LeafSchema } from '../leaf-schema.ts';
import type { AcceptsSource, Source } from '../sources/source.ts';
import { isEvidence } from '../sources/source.ts';
import type { Origin } from './leaf-verdict.ts';

/** What a value is judged by. */
export type LeafContext = {
  evidence: Evidence;
  /** Whether the agent had seen the source when it launched the call. */
  seen: AcceptsSource;
  /** Sources of the agent's own words that the user agreed to. */
  accepted: AcceptsSource;
  /** `seq` of the message that launched the call. */
  launchedAt: number;
  /** Position of the call in the trajectory. */
  index: number;
  schema: LeafSchema;
  /** Last key of the path that is no index. */
  key: string;
  /** The tool is known to change nothing. */
  isRead: boolean;
  /** The author says that the agent words this itself. */
  isFreeText: boolean;
};

/** Sources that are evidence and that the agent had seen. */
export function known({ seen }: LeafContext): AcceptsSource {
  return (source) => isEvidence(source) && seen(source);
}

const longestQuote = 200;

export function originOf({ source, spot, start, end }: Place): Origin {
  const { kind, turn, seq, tool } = source;
  const at = spot.reads ?? { start, end };
  return {
    kind,
    turn,
    seq,
    tool,
    pointer: spot.pointer,
    ...at,
    quote: spot.text.slice(start, end).slice(0, longestQuote),
  };
}

const rank: Readonly<Record<Source['kind'], number>> = {
  user: 0,
  tool: 1,
  policy: 2,
  agent: 3,
  error: 4,
  documentation: 5,
};

/** The user's words first, then results, then the policy; the oldest first among each. */
export function originsOf(places: readonly Place[]): readonly Origin[] {
  return places.map(originOf).sort((a, b) => rank[a.kind] - rank[b.kind] || (a.seq ?? 0) - (b.seq ?? 0));
}
