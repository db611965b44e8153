import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import type { ArgumentDifference, ArgumentMatcher } from '../trajectory/arguments/matcher.ts';
import { callEvidence, describeCall } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { isBelow, type WorldChange, worldChanges } from './world-changes.ts';
import type { WorldCheck } from './world-check.ts';

/** Compares the final state with the expected part of it; each difference names the call that last touched the place. */
export function findStateDifferences(
  input: ScoreInput,
  expected: ArgumentMatcher,
  { state, seq }: { state: JsonValue; seq: number },
): WorldCheck {
  const { differences, credit } = expected.compare(state);
  const changes = worldChanges(input);
  const findings = differences.map((difference) => explain(difference, { input, changes, seq }));
  return { checked: 1, right: credit, findings };
}

type Context = { input: ScoreInput; changes: readonly WorldChange[]; seq: number };

function explain({ pointer, expected, actual }: ArgumentDifference, { input, changes, seq }: Context): Finding {
  const touched = changes.findLast((change) => isBelow(change.pointer, pointer) || isBelow(pointer, change.pointer));
  const by =
    touched === undefined
      ? 'nothing changed it'
      : touched.call === undefined
        ? `it was last changed in turn ${touched.turn}`
        : `it was last changed by \`${describeCall(touched.call)}\` in turn ${touched.turn}`;
  return {
    turn: turnOfAbsence(input, touched?.turn ?? lastTurnOf(input)),
    stage: 'execution',
    code: 'wrong_end_state',
    severity: 'failure',
    message: `\`${pointerName(pointer)}\` is ${actual} at the end; expected ${expected}; ${by}`,
    evidence: [
      { kind: 'state', seq, pointer, quote: actual },
      ...(touched?.call === undefined ? [] : [callEvidence(touched.call)]),
    ],
  };
}
