import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { equalJson } from '../../domain/values/canonical.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf } from '../last-turn.ts';
import { valueText } from '../text/value-text.ts';
import { callEvidence, describeCall } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { isBelow, type WorldChange, worldChanges } from './world-changes.ts';
import type { WorldCheck } from './world-check.ts';

type Hashes = { before: string | undefined; after: string | undefined };

/**
 * Changes below the given JSON Pointers (`''` is the whole state) that were not taken back. When the whole state is
 * meant, a hash that differs without a recorded change is a finding too.
 */
export function findUnwantedChanges(
  input: ScoreInput,
  pointers: readonly string[],
  { before, after }: Hashes,
): WorldCheck {
  const isSame = before !== undefined && before === after;
  const lasting = isSame ? [] : lastingChanges(worldChanges(input));
  const unwanted = lasting.filter((change) =>
    pointers.some((pointer) => isBelow(change.pointer, pointer) || isBelow(pointer, change.pointer)),
  );
  const findings = unwanted.map(explain);
  const isHidden =
    lasting.length === 0 && pointers.includes('') && before !== undefined && after !== undefined && !isSame;
  if (isHidden) findings.push(hiddenChange(input));
  return { checked: pointers.length, right: findings.length === 0 ? pointers.length : 0, findings };
}

/** The first and last word on each place, without places that came back to what they were. */
function lastingChanges(changes: readonly WorldChange[]): WorldChange[] {
  const byPlace = new Map<string, { first: WorldChange; last: WorldChange }>();
  for (const change of changes) {
    byPlace.set(change.pointer, { first: byPlace.get(change.pointer)?.first ?? change, last: change });
  }
  return [...byPlace.values()].filter(({ first, last }) => !isTakenBack(first, last)).map(({ last }) => last);
}

function isTakenBack({ before }: WorldChange, { after }: WorldChange): boolean {
  if (before === undefined || after === undefined) return before === after;
  return equalJson(before, after);
}

function explain(change: WorldChange): Finding {
  const { pointer, before, after, call, turn, seq } = change;
  const by = call === undefined ? '' : ` by \`${describeCall(call)}\``;
  const place = pointer === '' ? 'the state' : `\`${pointerName(pointer)}\``;
  return {
    turn,
    stage: 'execution',
    code: 'unwanted_change',
    severity: 'failure',
    message: `${place} was changed from ${valueText(before)} to ${valueText(after)}${by}; expected no change`,
    evidence: [
      { kind: 'state', seq, pointer, quote: valueText(after) },
      ...(call === undefined ? [] : [callEvidence(call)]),
    ],
  };
}

function hiddenChange(input: ScoreInput): Finding {
  return {
    turn: lastTurnOf(input),
    stage: 'execution',
    code: 'unwanted_change',
    severity: 'failure',
    message: 'the state of the world is not what it was at the start, and no call is recorded that changed it',
    evidence: [{ kind: 'state', seq: input.transcript.length - 1, pointer: '' }],
  };
}
