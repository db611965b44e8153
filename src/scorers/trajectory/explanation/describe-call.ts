import { errorText } from '../../../domain/transcript/error-text.ts';
import type { ToolCall } from '../../../domain/transcript/tool-call.ts';
import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import { cutText } from '../../text/value-text.ts';
import { argumentsText } from '../arguments/argument-matcher.ts';

/** What words are made of; a call that came from elsewhere has no event and may have no text of its arguments. */
type ToldCall = Pick<TrajectoryCall, 'name' | 'arguments'> & { call?: ToolCall | undefined };
type EndedCall = Pick<TrajectoryCall, 'result' | 'outcome'>;
type Placed = { seq?: number | undefined };

/** A call as it stands in messages: `refund(order_id="A-1", amount=49.9)`, `refund(?)` with arguments nobody can read. */
export function describeCall({ name, arguments: values, call }: ToldCall): string {
  if (values !== undefined) return `${name}(${argumentsText(values)})`;
  return `${name}(${call === undefined ? '?' : cutText(call.rawArguments)})`;
}

/** What came of a call: `ok`, or its error in words. */
export function describeOutcome({ result, outcome }: EndedCall): string {
  if (result === undefined) return outcome === 'none' ? 'no result' : outcome;
  const { outcome: came } = result;
  if (came.status === 'ok') return 'ok';
  return errorText(came, cutText(came.message));
}

/** What came of a call in a word: `ok`, `no result`, or the kind of its error. */
export function statusOf({ result, outcome }: EndedCall): string {
  if (result === undefined) return outcome === 'none' ? 'no result' : outcome;
  return result.outcome.status === 'ok' ? 'ok' : result.outcome.kind;
}

/** Points at a call's event. */
export function callEvidence(call: TrajectoryCall): Evidence {
  return { kind: 'event', seq: call.seq, quote: describeCall(call) };
}

/** Points at a value of a call's arguments. */
export function argumentEvidence(call: Pick<TrajectoryCall, 'seq'>, pointer: string, quote?: string): Evidence {
  return { kind: 'argument', seq: call.seq, pointer, ...(quote === undefined ? {} : { quote }) };
}

/** Points at the event that says what came of a call; at the call itself when nothing did. */
export function resultEvidence(call: TrajectoryCall): Evidence {
  return { kind: 'event', seq: call.resultSeq ?? call.seq, quote: describeOutcome(call) };
}

/** Points at the events of calls that have one. */
export function eventsOf(...calls: readonly ((ToldCall & Placed) | undefined)[]): Evidence[] {
  return calls.flatMap((call) =>
    call?.seq === undefined ? [] : [{ kind: 'event', seq: call.seq, quote: describeCall(call) }],
  );
}
