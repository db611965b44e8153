import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { equalJson } from '../../../src/domain/values/canonical.ts';
import { isObject } from '../../../src/domain/values/json-shape.ts';
import type { JsonObject } from '../../../src/domain/values/json-value.ts';
import type { EffectCall } from '../../../src/scorers/trajectory/equivalence/effect-call.ts';
import { equivalentWrites } from '../../../src/scorers/trajectory/equivalence/equivalent-writes.ts';
import { judgeEndState } from './judge-end-state.ts';
import { type Recording, readRecording } from './recorded-calls.ts';
import { callText, effectiveActions, sameToTools, wantedWrite } from './reference.ts';
import type { ExpectedAction, Simulation, ToolKinds } from './simulation.ts';

/** One part of a reward: its name in the reward basis, and what was wrong, in words. */
export type RewardPart = { name: string; problems: readonly string[] };
export type RecomputedReward = {
  passed: boolean;
  parts: readonly RewardPart[];
  /** Names in the reward basis that a transcript cannot answer, such as NL_ASSERTION. */
  unknownParts: readonly string[];
};

const normalEnds = ['user_stop', 'agent_stop', 'agent_transfer'];

/**
 * The official reward, from the transcript and the line's own expectations: the product of the parts that its reward
 * basis names, and 0 for a talk that did not end by itself. Nothing official is looked at.
 */
export function recomputeReward(simulation: Simulation, kinds: ToolKinds): RecomputedReward {
  const recording = readRecording(simulation, kinds);
  const parts: RewardPart[] = [{ name: 'end', problems: judgeEnd(simulation) }];
  const unknownParts: string[] = [];
  for (const name of simulation.reward_basis) {
    const problems = judgePart(name, simulation, recording);
    if (problems === undefined) unknownParts.push(name);
    else parts.push({ name, problems });
  }
  return { passed: parts.every(({ problems }) => problems.length === 0), parts, unknownParts };
}

function judgePart(name: string, simulation: Simulation, { transcript, calls }: Recording): string[] | undefined {
  switch (name) {
    case 'DB':
      return judgeWrites(simulation, calls);
    case 'COMMUNICATE':
      return judgeWords(simulation, transcript);
    case 'ENV_ASSERTION':
      return judgeEndState(simulation, calls);
    case 'ACTION':
      return judgeActions(simulation, calls);
    default:
      return undefined;
  }
}

function judgeEnd({ termination_reason: reason }: Simulation): string[] {
  return normalEnds.includes(reason) ? [] : [`the talk did not end by itself: ${reason}`];
}

function judgeWrites({ expected_actions: actions }: Simulation, calls: readonly EffectCall[]): string[] {
  const { equivalent, missing, surplus, misplaced } = equivalentWrites(
    effectiveActions(actions).map(wantedWrite),
    calls,
    {
      match: sameToTools,
      newNames: 'counted',
    },
  );
  if (equivalent) return [];
  return [
    ...missing.map(({ tool, arguments: given }) => `no effect of ${callText(tool, given)}`),
    ...misplaced.map(({ tool, arguments: given }) => `made before what it builds on: ${callText(tool, given)}`),
    ...surplus.map(({ name, arguments: given }) => `unexpected effect of ${callText(name, given)}`),
  ];
}

/** The benchmark's own reading: any case, commas of the text left out, within one message. */
function judgeWords({ expected_outputs: outputs }: Simulation, transcript: Transcript): string[] {
  const said = transcript
    .flatMap((event) => (event.type === 'agent_step' || event.type === 'agent_message' ? [event.text ?? ''] : []))
    .map((text) => text.toLowerCase().replaceAll(',', ''));
  return outputs
    .filter((output) => !said.some((text) => text.includes(output.toLowerCase())))
    .map((output) => `never said ${JSON.stringify(output)}`);
}

/** Each expected action was tried by either side; without `compare_args` with exactly its arguments. */
function judgeActions({ expected_actions: actions }: Simulation, calls: readonly EffectCall[]): string[] {
  return actions
    .filter((action) => !calls.some((call) => call.name === action.name && hasArguments(action, call)))
    .map(({ name, arguments: given }) => `never called ${callText(name, given)}`);
}

function hasArguments({ arguments: wanted, compare_args: keys }: ExpectedAction, { arguments: given }: EffectCall) {
  if (!isObject(given)) return false;
  const compared = keys ?? Object.keys(given);
  return equalJson(pick(wanted, compared), pick(given, compared));
}

function pick(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
