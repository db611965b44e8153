import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { closestCall } from '../trajectory/explanation/closest-call.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import { assignPairs } from '../trajectory/pairing/assign.ts';
import { type CallTest, fitsPattern } from '../trajectory/specification/expected-call.ts';
import { describeUndone } from './history/describe-undone.ts';
import { type UndoneWrite, undoneWrites } from './history/undone-writes.ts';
import type { WorldCheck } from './world-check.ts';

/** The tool of a successful call of which an imported log does not say whether it writes; undefined when all is known. */
export function hasUnknownWrites({ transcript, trajectory }: ScoreInput): string | undefined {
  if (startOf(transcript)?.origin.kind !== 'import') return undefined;
  return trajectory.calls.find(({ effect, outcome }) => effect === 'unknown' && outcome === 'ok')?.name;
}

/**
 * Compares the writes that took place until the end of `turn` with the expected ones, as a set; the pairing is a maximum
 * matching. A write that was taken back later, by nothing that is expected itself, is not done.
 */
export function findWriteDifferences(
  input: ScoreInput,
  expected: readonly CallTest[],
  turn: number = Number.POSITIVE_INFINITY,
): WorldCheck {
  const made = writesOf(input, turn);
  const undone = new Map(undoneWrites(input.transcript, input.trajectory, turn).map((one) => [one.write, one]));
  // One that stands is taken before one that does not, as far as that leaves no other without.
  const assigned = assignPairs(expected.length, made.length, (row, column) => {
    const call = made[column] as TrajectoryCall;
    return fitsPattern(expected[row] as CallTest, call) ? (undone.has(call) ? 1 : 1 + 1 / (made.length + 1)) : 0;
  });
  const paired = expected.map((wanted, row) => {
    const call = made[assigned[row] as number];
    return call !== undefined && fitsPattern(wanted, call) ? call : undefined;
  });
  const takenBack = paired.flatMap((call): UndoneWrite[] => {
    const one = call === undefined ? undefined : undone.get(call);
    return one === undefined || paired.includes(one.by) ? [] : [one];
  });
  const told = new Set([...paired, ...takenBack.map(({ by }) => by)]);
  const surplus = made.filter((call) => !told.has(call));
  const missing = expected.filter((_, row) => paired[row] === undefined);
  const findings = [
    ...missing.map((wanted) => explainMissing(wanted, surplus, input)),
    ...takenBack.map(describeUndone),
    ...surplus.map((call) => explainSurplus(call)),
  ];
  const checked = Math.max(1, expected.length + surplus.length);
  return {
    checked,
    right: expected.length === 0 && surplus.length === 0 ? 1 : expected.length - missing.length - takenBack.length,
    findings,
  };
}

/** Successful calls that write, and any other that is recorded to have changed the world. */
function writesOf({ transcript, trajectory }: ScoreInput, turn: number): TrajectoryCall[] {
  const changing = new Set(transcript.flatMap((event) => (event.type === 'world_change' ? [event.callId] : [])));
  return trajectory.calls.filter(
    (call) => call.turn <= turn && (changing.has(call.call.id) || (call.outcome === 'ok' && call.effect !== 'read')),
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
