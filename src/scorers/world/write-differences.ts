import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { closestCall } from '../trajectory/explanation/closest-call.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import { assignPairs } from '../trajectory/pairing/assign.ts';
import { type CallTest, fitsPattern } from '../trajectory/specification/expected-call.ts';
import type { WorldCheck } from './world-check.ts';

/** The tool of a successful call of which an imported log does not say whether it writes; undefined when all is known. */
export function hasUnknownWrites({ transcript, trajectory }: ScoreInput): string | undefined {
  if (startOf(transcript)?.origin.kind !== 'import') return undefined;
  return trajectory.calls.find(({ effect, outcome }) => effect === 'unknown' && outcome === 'ok')?.name;
}

/** Compares the writes that took place with the expected ones, as a set; the pairing is a maximum matching. */
export function findWriteDifferences(input: ScoreInput, expected: readonly CallTest[]): WorldCheck {
  const made = writesOf(input);
  const assigned = assignPairs(expected.length, made.length, (row, column) =>
    fitsPattern(expected[row] as CallTest, made[column] as TrajectoryCall) ? 1 : 0,
  );
  const done = expected.map((wanted, row) => {
    const call = made[assigned[row] as number];
    return call !== undefined && fitsPattern(wanted, call) ? call : undefined;
  });
  const surplus = made.filter((call) => !done.includes(call));
  const missing = expected.filter((_, row) => done[row] === undefined);
  const findings = [
    ...missing.map((wanted) => explainMissing(wanted, surplus, input)),
    ...surplus.map((call) => explainSurplus(call)),
  ];
  const checked = Math.max(1, expected.length + surplus.length);
  return {
    checked,
    right: expected.length === 0 && surplus.length === 0 ? 1 : expected.length - missing.length,
    findings,
  };
}

/** Successful calls that write, and any other that is recorded to have changed the world. */
function writesOf({ transcript, trajectory }: ScoreInput): TrajectoryCall[] {
  const changing = new Set(transcript.flatMap((event) => (event.type === 'world_change' ? [event.callId] : [])));
  return trajectory.calls.filter(
    (call) => changing.has(call.call.id) || (call.outcome === 'ok' && call.effect !== 'read'),
  );
}

function explainMissing(wanted: CallTest, surplus: readonly TrajectoryCall[], input: ScoreInput): Finding {
  const failed = input.trajectory.calls.findLast((call) => call.outcome !== 'ok' && fitsPattern(wanted, call));
  const near = failed ?? closestCall(wanted, surplus);
  const instead =
    failed !== undefined
      ? `it was tried in turn ${failed.turn} and did not succeed (${describeOutcome(failed)})`
      : near === undefined
        ? 'nothing like it was written'
        : `the closest write is \`${describeCall(near)}\` in turn ${near.turn}`;
  return {
    turn: turnOfAbsence(input, near?.turn ?? lastTurnOf(input)),
    stage: 'execution',
    code: 'missing_write',
    severity: 'failure',
    message: `expected the write \`${wanted.text}\`, which did not take place; ${instead}`,
    evidence: near === undefined ? [] : [callEvidence(near)],
  };
}

function explainSurplus(call: TrajectoryCall): Finding {
  return {
    turn: call.turn,
    stage: 'execution',
    code: 'unwanted_write',
    severity: 'failure',
    message: `\`${describeCall(call)}\` wrote to the world; nothing expected it`,
    evidence: [callEvidence(call)],
  };
}
