import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { canonicalText } from '../../domain/values/canonical.ts';
import { walkLeaves } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { exactNumber } from '../trajectory/arguments/tree/same-value.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';

/** Whether something was done twice that had worked the first time. */
export const noRepeatedWrites: AnyScorerDefinition = defineScorer({
  type: 'no-repeated-writes',
  summary: 'No write was made again, with the same arguments, after it had succeeded.',
  stages: ['execution'],
  metrics: ['writes', 'repeated'],
  schema: z.strictObject({}),
  create: () => [{ stage: 'execution', needs: { toolCalls: true }, deterministic: true, score: scoreRepeats }],
});

function scoreRepeats({ transcript, trajectory }: ScoreInput): ScoreOutcome {
  const writes = trajectory.calls.filter(({ effect }) => effect !== 'read');
  if (writes.length === 0) return notApplicable('no writing tool was called');
  const repeats = findRepeats(writes);
  // What a log does not say only matters of a call that was repeated, and only where no certain write was.
  const isImport = startOf(transcript)?.origin.kind === 'import';
  const open = isImport ? repeats.filter(({ call }) => call.effect === 'unknown') : [];
  const [first] = open;
  if (first !== undefined && open.length === repeats.length) {
    return unscored(`the log does not say whether \`${first.call.name}\`, which was called again, writes`);
  }
  return scoreFindings({
    right: writes.length - repeats.length + open.length,
    judged: writes.length,
    findings: repeats.map((repeat) => explainRepeat(repeat, open.includes(repeat) ? 'warning' : 'failure')),
    praise: 'no write was repeated',
    metrics: { writes: writes.length, repeated: repeats.length - open.length },
  });
}

type Repeat = { call: TrajectoryCall; earlier: TrajectoryCall };

function findRepeats(writes: readonly TrajectoryCall[]): Repeat[] {
  const done = new Map<string, TrajectoryCall>();
  const repeats: Repeat[] = [];
  for (const call of writes) {
    // Arguments that are no JSON are the same where their text is.
    const said = call.arguments === undefined ? [call.call.rawArguments] : [...leavesOf(call)].toSorted();
    const key = [call.name, ...said].join('\n');
    const earlier = done.get(key);
    if (earlier !== undefined && !wasChangedBetween(earlier, call, writes)) repeats.push({ call, earlier });
    if (call.outcome === 'ok') done.set(key, call);
  }
  return repeats;
}

/** Setting A, then B, then A again is no repetition: the same tool wrote something else about the same thing. */
function wasChangedBetween(earlier: TrajectoryCall, call: TrajectoryCall, writes: readonly TrajectoryCall[]): boolean {
  const own = leavesOf(call);
  return writes.some((between) => {
    if (between.index <= earlier.index || between.index >= call.index) return false;
    if (between.name !== call.name || between.outcome !== 'ok') return false;
    const leaves = [...leavesOf(between)];
    const common = leaves.filter((leaf) => own.has(leaf)).length;
    return common > 0 && (common < leaves.length || common < own.size);
  });
}

function leavesOf({ arguments: values }: TrajectoryCall): Set<string> {
  const leaves = new Set<string>();
  if (values !== undefined) walkLeaves(values, (leaf, pointer) => leaves.add(`${pointer} ${leafText(leaf)}`));
  return leaves;
}

/** The same for values that come to the same: 5, `"5"` and `"5.00"` are one amount. */
function leafText(leaf: JsonValue): string {
  const number = exactNumber(leaf, true);
  if (number === undefined) return canonicalText(leaf);
  return `${number.isNegative ? '-' : ''}${number.digits}e${number.exponent}`;
}

function explainRepeat({ call, earlier }: Repeat, severity: Finding['severity']): Finding {
  return {
    turn: call.turn,
    stage: 'execution',
    code: 'repeated_write',
    severity,
    message:
      `\`${describeCall(call)}\` was called again (${describeOutcome(call)}) ` +
      `after the same call had succeeded in turn ${earlier.turn}`,
    evidence: [callEvidence(call), callEvidence(earlier)],
  };
}
