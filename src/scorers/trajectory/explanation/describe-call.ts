import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import { cutText } from '../../text/value-text.ts';
import { argumentsText } from '../arguments/argument-matcher.ts';

/** A call as it stands in messages: `refund(order_id="A-1", amount=49.9)`. */
export function describeCall(call: TrajectoryCall): string {
  const inside =
    call.call.arguments.status === 'parsed' ? argumentsText(call.arguments) : cutText(call.call.rawArguments);
  return `${call.name}(${inside})`;
}

/** What came of a call: `ok`, or its error in words. */
export function describeOutcome(call: TrajectoryCall): string {
  const outcome = call.result?.outcome;
  if (outcome === undefined) return 'no result';
  return outcome.status === 'ok' ? 'ok' : `${outcome.kind}: ${cutText(outcome.message)}`;
}

/** Points at a call's event. */
export function callEvidence(call: TrajectoryCall): Evidence {
  return { kind: 'event', seq: call.seq, quote: describeCall(call) };
}

/** Points at a value of a call's arguments. */
export function argumentEvidence(call: TrajectoryCall, pointer: string, quote?: string): Evidence {
  return { kind: 'argument', seq: call.seq, pointer, ...(quote === undefined ? {} : { quote }) };
}

/** Points at the event that says what came of a call; at the call itself when nothing did. */
export function resultEvidence(call: TrajectoryCall): Evidence {
  return { kind: 'event', seq: call.resultSeq ?? call.seq, quote: describeOutcome(call) };
}
