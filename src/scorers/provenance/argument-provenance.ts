import type { ChatMessage, ChatTool } from '../../domain/contracts/chat-model.ts';
import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import { type TrajectoryCall, trajectoryOf } from '../../domain/transcript/trajectory.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { evidenceOf } from './index/evidence.ts';
import { type JudgedLeaf, judgeCall } from './judge-call.ts';
import { type ProvenanceOptions, type ProvenanceRules, readRules } from './rules.ts';
import { sourcesOfMessages } from './sources/sources-of-messages.ts';
import { documentationSource, policySource, sourcesOfSession } from './sources/sources-of-session.ts';
import type { LeafVerdict, Origin } from './verdict/leaf-verdict.ts';

/** Where one value of a call's arguments comes from. */
export type ArgumentProvenance = {
  tool: string;
  /** JSON Pointer into the arguments, and the same as people write it: `item_ids[0]`. */
  pointer: string;
  path: string;
  value: JsonValue;
  verdict: LeafVerdict['verdict'];
  /** Why it is weak, ungrounded or exempt; `from a source that is not allowed` has no reason of its own. */
  why?: string | undefined;
  /** The part of the value that is made up. */
  quote?: string | undefined;
  /** Where it stands: the user's words first, then results, then the policy; the oldest first. */
  origins: readonly Origin[];
};

/** A session, all of whose calls are judged, or one call after a conversation in chat messages. */
export type ProvenanceInput =
  | { transcript: Transcript }
  | {
      messages: readonly ChatMessage[];
      call: { name: string; arguments: JsonValue };
      /** What the agent was told of its tools. */
      tools?: readonly ChatTool[] | undefined;
      /** Texts that the agent must keep to, besides system messages. */
      policy?: readonly string[] | undefined;
      /** `toolCallId` of results that are in the list though the agent had not seen them, such as those of parallel calls. */
      unseen?: readonly string[] | undefined;
      /** The clock, ISO 8601. Without it a date in the policy counts: `The current time is 2026-01-15`. */
      now?: string | undefined;
    };

/**
 * Says for each value of the arguments where it comes from among what the agent had seen when it launched the call, in
 * order. Asks no model. Throws `UsageError` when the options are no rules.
 */
export function argumentProvenance(input: ProvenanceInput, options: ProvenanceOptions = {}): ArgumentProvenance[] {
  const rules = readRules(options);
  if ('transcript' in input) {
    const { transcript } = input;
    return judgeCalls({ transcript, trajectory: trajectoryOf(transcript) }, rules).flatMap(({ call, leaves }) =>
      leaves.map((leaf) => describe(call.name, leaf)),
    );
  }
  const { messages, call, tools = [], policy = [], unseen = [], now } = input;
  const parameters = tools.find(({ name }) => name === call.name)?.parameters;
  const sources = [
    ...policy.map(policySource),
    ...tools.map((tool) => documentationSource({ ...tool, effect: 'unknown' })),
    ...sourcesOfMessages(messages, new Set(unseen)),
  ];
  const at = messages.length;
  const placed = { ...call, launchedAt: at, index: at, step: at, parameters };
  return judgeCall(placed, evidenceOf(sources, now), rules).map((leaf) => describe(call.name, leaf));
}

export type JudgedCall = { call: TrajectoryCall; leaves: readonly JudgedLeaf[] };

/** The calls of a session whose arguments could be read, judged. `picks` leaves calls out. */
export function judgeCalls(
  input: Pick<ScoreInput, 'transcript' | 'trajectory'>,
  rules: ProvenanceRules,
  picks: (call: TrajectoryCall) => boolean = () => true,
): JudgedCall[] {
  const started = startOf(input.transcript);
  const tools = started === undefined || started.tools === 'unknown' ? [] : started.tools;
  const calls = input.trajectory.calls.filter((call) => call.arguments !== undefined && picks(call));
  if (calls.length === 0) return [];
  const evidence = evidenceOf(sourcesOfSession(input), started?.now);
  return calls.map((call) => {
    const { name, launchedAt, index, step } = call;
    const parameters = tools.find((tool) => tool.name === name)?.parameters;
    const made = { name, arguments: call.arguments ?? null, launchedAt, index, step, parameters, effect: call.effect };
    return { call, leaves: judgeCall(made, evidence, rules) };
  });
}

function describe(tool: string, { pointer, leaf, verdict }: JudgedLeaf): ArgumentProvenance {
  return {
    tool,
    pointer,
    path: pointerName(pointer),
    value: leaf,
    verdict: verdict.verdict,
    ...('why' in verdict ? { why: verdict.why } : {}),
    ...('quote' in verdict ? { quote: verdict.quote } : {}),
    origins: verdict.parts.flat(),
  };
}
