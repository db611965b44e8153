import type { WorldSession } from '../domain/contracts/world.ts';
import { type FixedInput, TRANSCRIPT_VERSION, type UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import { canonicalText } from '../domain/values/canonical.ts';
import { stableHash } from '../domain/values/hash.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { describeTools } from './describe-tools.ts';
import type { SessionEnd } from './interrupt.ts';
import type { Recorder } from './recorder.ts';
import type { SessionOptions } from './session-context.ts';

/** Records what kind of session this is. */
export function recordStart(
  recorder: Recorder,
  { options, world, hashOf }: { options: SessionOptions; world: WorldSession | undefined; hashOf: StateHash },
): void {
  const { scenario, key, seed, user, agent } = options;
  const event: Extract<UnplacedEvent, { type: 'session_started' }> = {
    type: 'session_started',
    version: TRANSCRIPT_VERSION,
    key,
    seed,
    now: scenario.now,
    ...(scenario.language === undefined ? {} : { language: scenario.language }),
    origin: { kind: 'simulated' },
    policy: scenario.policy,
    tools: describeTools(world),
    agent: { name: agent.name, adapter: agent.adapter, toolCallsVisible: agent.toolCallsVisible },
    user: {
      driver: user.driver,
      ...(options.persona === undefined ? {} : { persona: options.persona }),
      ...(user.promptHash === undefined ? {} : { promptHash: user.promptHash }),
      ...(user.machineHash === undefined ? {} : { machineHash: user.machineHash }),
    },
    fixed: fixedInputs(options),
    ...(world === undefined ? {} : { world: { name: options.world?.name ?? 'world', hash: hashOf(world.state()) } }),
    ...(options.scenarioHash === undefined ? {} : { scenarioHash: options.scenarioHash }),
  };
  recorder.record(event);
}

/** Records how it ended and what the world looks like now. A world that cannot tell is left out, with the reason. */
export function recordEnd(
  recorder: Recorder,
  { end, world, hashOf }: { end: SessionEnd; world: WorldSession | undefined; hashOf: StateHash },
): void {
  const { reason, detail } = end;
  if (world === undefined) {
    recorder.record({ type: 'session_ended', reason, detail });
    return;
  }
  try {
    const state = world.state();
    recorder.record({ type: 'session_ended', reason, detail, world: { state, hash: hashOf(state) } });
  } catch (error) {
    const problem = `the world's state could not be read: ${safeErrorText(error).message}`;
    recorder.record({ type: 'session_ended', reason, detail: detail === '' ? problem : `${detail}; ${problem}` });
  }
}

/** Hashes states of one session; a state that is as it was keeps its hash. */
export type StateHash = (state: JsonValue) => string;

export function createStateHash(): StateHash {
  let last = { text: '', hash: '' };
  return (state) => {
    const text = canonicalText(state);
    if (text !== last.text) last = { text, hash: stableHash(text) };
    return last.hash;
  };
}

function fixedInputs({ user, agent, world }: SessionOptions): FixedInput[] {
  const held = new Set<FixedInput>([...agent.fixed, ...user.fixed, ...(world?.fixed ?? [])]);
  return (['model', 'counterparty', 'tools', 'past'] as const).filter((input) => held.has(input));
}
