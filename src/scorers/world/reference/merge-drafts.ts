import type { ReferenceStep } from '../../../domain/authoring/reference-solution.ts';
import { type CallTest, fitsPattern } from '../../trajectory/specification/expected-call.ts';

/** A call before it is known which message launches it. */
export type Draft = { step: Omit<ReferenceStep, 'message'>; test: CallTest };
export type DraftMessage = readonly Draft[];

/** Several lists as one in which each keeps its order, and what two of them expect stands once. */
export function mergeDrafts(lists: readonly (readonly DraftMessage[])[], orders: readonly string[]): DraftMessage[] {
  const merged: DraftMessage[] = [];
  lists.forEach((list, index) => {
    const isFree = orders[index] === 'any' || orders[index] === 'partial';
    const taken = new Set<DraftMessage>();
    let from = 0;
    for (const message of list) {
      const at = merged.findIndex(
        (known, place) => (isFree || place >= from) && !taken.has(known) && isSame(known, message),
      );
      const place = at >= 0 ? at : placeFor(message, merged, from);
      if (at >= 0) merged[at] = joined(merged[at] as DraftMessage, message);
      else merged.splice(place, 0, message);
      taken.add(merged[place] as DraftMessage);
      from = isFree ? from : place + 1;
    }
  });
  return merged;
}

function isSame(known: DraftMessage, message: DraftMessage): boolean {
  return known.length === message.length && known.every((draft, index) => isSameCall(draft, message[index] as Draft));
}

function isSameCall(known: Draft, draft: Draft): boolean {
  if (known.step.tool !== draft.step.tool || known.step.outcome !== draft.step.outcome) return false;
  const turns = [known.step.turn, draft.step.turn];
  if (!turns.includes(undefined) && turns[0] !== turns[1]) return false;
  return fits(draft, known) || fits(known, draft);
}

/** Whether what is known of the arguments of one is what the other wants. */
export function fits({ test }: Pick<Draft, 'test'>, { step }: Pick<Draft, 'step'>): boolean {
  return step.arguments.status === 'known' && fitsPattern(test, { name: step.tool, arguments: step.arguments.value });
}

/** What both know: the arguments of the one that names them, and the turn. */
function joined(known: DraftMessage, message: DraftMessage): DraftMessage {
  return known.map((draft, index) => {
    const other = message[index] as Draft;
    const better = fits(other, draft) ? draft : other;
    const turn = draft.step.turn ?? other.step.turn;
    return {
      test: better.test,
      step: { ...draft.step, arguments: better.step.arguments, ...(turn === undefined ? {} : { turn }) },
    };
  });
}

/** Before the first later message of a later turn, else behind all that is there. */
function placeFor(message: DraftMessage, merged: readonly DraftMessage[], from: number): number {
  const turn = message[0]?.step.turn;
  const later = merged.findIndex(
    (known, place) => place >= from && turn !== undefined && (known[0]?.step.turn ?? -1) > turn,
  );
  return later >= 0 ? later : merged.length;
}
