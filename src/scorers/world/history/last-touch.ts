import type { WorldChange } from '../../../domain/transcript/world-by-turn.ts';
import type { Evidence } from '../../../domain/verdicts/evidence.ts';
import { callEvidence, describeCall } from '../../trajectory/explanation/describe-call.ts';

/** The last change of a place, of something in it or of something around it. */
export function lastTouch(changes: readonly WorldChange[], pointer: string): WorldChange | undefined {
  return changes.findLast((change) => isBelow(change.pointer, pointer) || isBelow(pointer, change.pointer));
}

/** Who touched it, as the end of a sentence: `it was last changed by \`refund(…)\` in turn 1`. */
export function touchText(touched: WorldChange | undefined): string {
  return touched === undefined
    ? 'nothing changed it'
    : `it was last changed ${byWhom(touched)} in turn ${touched.turn}`;
}

/** `by \`refund(order_id="A-1")\``, or that nobody is on record. */
export function byWhom({ call }: Pick<WorldChange, 'call'>): string {
  return call === undefined ? 'by no recorded call' : `by \`${describeCall(call)}\``;
}

export function touchEvidence(touched: WorldChange | undefined): Evidence[] {
  return touched?.call === undefined ? [] : [callEvidence(touched.call)];
}

/** Whether `pointer` is `ancestor` or lies below it. */
export function isBelow(pointer: string, ancestor: string): boolean {
  return pointer === ancestor || pointer.startsWith(`${ancestor}/`);
}
