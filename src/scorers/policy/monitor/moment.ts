import type { Effect } from '../../../domain/authoring/tool-stub.ts';
import type { ToolCall, ToolResult } from '../../../domain/transcript/tool-call.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';

type Head = {
  seq: number;
  turn: number;
  /** Calls made before this moment. */
  callsBefore: number;
};

/** A call as rules see it; what came of it, and when that was seen, is filled in as the session goes on. */
export type CallMoment = Head & {
  kind: 'call';
  call: ToolCall;
  name: string;
  /** Absent when the text could not be parsed. */
  arguments?: JsonValue | undefined;
  /** `unknown`: the session does not say what the tool does. */
  effect: Effect;
  /** `seq` of the message that launched it. */
  launchedAt: number;
  outcome: 'pending' | 'ok' | 'error' | 'none';
  result?: ToolResult | undefined;
  resultSeq?: number | undefined;
  /** `seq` of the message whose request carried the result. */
  seenAt?: number | undefined;
};

export type TextMoment = Head & {
  kind: 'user' | 'said';
  text: string;
  /** The agent's words since the user's last ones, and those. */
  asked: string;
  earlier: string;
  /** BCP 47 tag of the session's language, where it says. */
  language?: string | undefined;
};

/** One thing that rules speak about. Its place among the others is its `seq`. */
export type Moment =
  | CallMoment
  | TextMoment
  | (Head & { kind: 'turn' })
  | (Head & { kind: 'event'; name: string })
  /** One message of the agent's model, with the calls whose results its request carried. */
  | (Head & { kind: 'step'; saw: readonly string[] });

export type MomentKind = Moment['kind'];

/** Up to which `seq` something must have been seen to count as seen before this moment. */
export function launchOf(moment: Moment): number {
  return moment.kind === 'call' ? moment.launchedAt : moment.seq;
}
