import type { Effect } from '../../../src/domain/authoring/tool-stub.ts';
import { trajectoryOf } from '../../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../../src/domain/transcript/transcript-event.ts';
import { importTranscript } from '../../../src/importers/import-transcript.ts';
import type { UserCall } from '../../../src/importers/imported.ts';
import type { EffectCall } from '../../../src/scorers/trajectory/equivalence/effect-call.ts';
import type { Simulation, ToolKinds } from './simulation.ts';

/** A recorded talk: its transcript, and the calls of both sides in order. */
export type Recording = { transcript: Transcript; calls: readonly EffectCall[] };

/** Throws when the messages make no transcript. */
export function readRecording(simulation: Simulation, kinds: ToolKinds): Recording {
  const effects = effectsIn(simulation.domain, kinds);
  const imported = importTranscript(simulation, { format: 'tau', effects });
  if (imported.status === 'refused') {
    throw new Error(`${simulation.id}: ${imported.problems.map(({ message }) => message).join('; ')}`);
  }
  const { transcript, userCalls } = imported;
  const ofAgent = trajectoryOf(transcript).calls.map((call) => ({ seq: call.seq, call: withEffect(call, effects) }));
  const ofUser = userCalls.map((call) => ({ seq: call.seq, call: withEffect(callOfUser(call), effects) }));
  const calls = [...ofAgent, ...ofUser].toSorted((left, right) => left.seq - right.seq).map(({ call }) => call);
  return { transcript, calls };
}

function callOfUser({ name, arguments: given, outcome, seq }: UserCall): EffectCall {
  return {
    name,
    arguments: given,
    effect: 'unknown',
    outcome: outcome?.status ?? 'none',
    ...(outcome === undefined ? {} : { result: { callId: `user-${seq}`, outcome, completed: 0 } }),
  };
}

function withEffect(call: EffectCall, effects: Readonly<Record<string, Effect>>): EffectCall {
  return { ...call, effect: effects[call.name] ?? effectByVerb(call.name) };
}

function effectsIn(domain: string, kinds: ToolKinds): Record<string, Effect> {
  const ofDomain = [...kinds].filter(([key]) => key.startsWith(`${domain}/`));
  return Object.fromEntries(
    ofDomain.map(([key, kind]) => [key.slice(domain.length + 1), kind === 'write' ? 'write' : 'read']),
  );
}

/** A tool that nobody described is judged by its verb. */
function effectByVerb(name: string): Effect {
  return /^(?:get|find|list|search|check|can|is|has|calculate|think|transfer|run)_/.test(name) ? 'read' : 'write';
}
