import type { ReferenceWay } from '../../domain/authoring/reference-solution.ts';
import type { Scenario } from '../../domain/authoring/scenario.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import type { Replay } from './replay.ts';
import { choiceDetails, type WayFinding } from './replay-finding.ts';

/** A check that a transcript does not pass. `isFinal`: nor would it with more calls. */
export type FailedCheck = { index: number; type: string; required: boolean; reason: string; isFinal: boolean };

/** Checks that look at nothing but calls and the world, so that a solution without words can be held against them. */
const COMPARABLE: ReadonlySet<string> = new Set([
  'end-state',
  'calls',
  'no-calls',
  'forbidden-calls',
  'call-order',
  'no-repeated-writes',
  'policy',
]);

type Against = {
  scenario: Scenario;
  replay: Replay;
  judge(scenario: Scenario, transcript: Transcript, checks: readonly number[]): Promise<readonly FailedCheck[]>;
};

/** The scenario's own checks that refuse what the scenario itself expects. */
export async function contradictions(
  way: ReferenceWay,
  { scenario, replay, judge }: Against,
): Promise<readonly WayFinding[]> {
  const { steps, made, transcript } = replay;
  const isWhole = steps.length === made.length;
  const hasTurns = way.steps.every(({ turn }) => turn !== undefined);
  const asked = scenario.expect.flatMap(({ type, turn }, index) => {
    // A fault that was left out is missing among the calls, and a turn that nobody named among the states.
    const isUnfair = (!isWhole && type === 'calls') || (turn !== undefined && type === 'end-state' && !hasTurns);
    return COMPARABLE.has(type) && !isUnfair ? [index] : [];
  });
  const failed = await judge(scenario, transcript, asked);
  return failed.map((check): WayFinding => {
    const isSure = check.isFinal && check.required && way.choice?.kind !== 'without';
    return {
      severity: isSure ? 'error' : 'warning',
      code: 'contradiction',
      path: `expect[${check.index}]`,
      message: `the expected calls were carried out, and this check does not accept what came of it: ${check.reason}`,
      ...choiceDetails(way),
      hint: check.isFinal
        ? `two checks of this scenario contradict each other${isSure ? ': no agent can pass both' : ''}`
        : 'expect the calls that the rule asks for as well, where it needs them',
    };
  });
}
