import type { Effect } from '../authoring/tool-stub.ts';
import type { JsonValue } from '../values/json-value.ts';
import type { ToolCall, ToolResult } from './tool-call.ts';
import type { Transcript } from './transcript-event.ts';

/** A tool call with all that is known of it. */
export type TrajectoryCall = {
  call: ToolCall;
  name: string;
  /** Parsed arguments; absent for an unparsable call, which matches no expectation. */
  arguments?: JsonValue | undefined;
  turn: number;
  /** Number of the agent's message in the session, from 0; calls of one step have not seen each other. */
  step: number;
  /** Position in the trajectory, from 0. */
  index: number;
  /** `seq` of the call's own event. */
  seq: number;
  /** `seq` of the agent step that launched it. */
  launchedAt: number;
  /** `seq` of the first agent step whose request carried the result; absent when the agent never saw it. */
  seenAt?: number | undefined;
  result?: ToolResult | undefined;
  /** `seq` of the result's event. */
  resultSeq?: number | undefined;
  /** `none`: no result was ever recorded. */
  outcome: 'ok' | 'error' | 'none';
  effect: Effect;
};

/** What does not fit together in a transcript, such as a result that belongs to no call. */
export type TrajectoryProblem = {
  kind: 'orphan_result' | 'duplicate_result' | 'missing_result' | 'call_without_step';
  seq: number;
  message: string;
};

export type Trajectory = { calls: readonly TrajectoryCall[]; problems: readonly TrajectoryProblem[] };

/** Pairs the calls of a transcript with their results, in call order. */
export function trajectoryOf(transcript: Transcript): Trajectory {
  const effects = effectsOf(transcript);
  const calls: TrajectoryCall[] = [];
  const byId = new Map<string, TrajectoryCall>();
  const launches = new Map<string, { seq: number; step: number }>();
  const problems: TrajectoryProblem[] = [];
  let step = -1;
  for (const event of transcript) {
    if (event.type === 'agent_step') {
      step += 1;
      for (const id of event.callIds) launches.set(id, { seq: event.seq, step });
      for (const id of event.sawResults) {
        const seen = byId.get(id);
        if (seen !== undefined && seen.seenAt === undefined) seen.seenAt = event.seq;
      }
    } else if (event.type === 'tool_call') {
      const { call } = event;
      const launch = launches.get(call.id);
      if (launch === undefined) {
        problems.push({
          kind: 'call_without_step',
          seq: event.seq,
          message: `call \`${call.id}\` belongs to no message of the agent`,
        });
      }
      const entry: TrajectoryCall = {
        call,
        name: call.name,
        ...(call.arguments.status === 'parsed' ? { arguments: call.arguments.value } : {}),
        turn: event.turn,
        step: launch?.step ?? Math.max(step, 0),
        index: calls.length,
        seq: event.seq,
        launchedAt: launch?.seq ?? event.seq,
        outcome: 'none',
        effect: effects?.get(call.name) ?? 'unknown',
      };
      calls.push(entry);
      byId.set(call.id, entry);
    } else if (event.type === 'tool_result') {
      attachResult(byId.get(event.result.callId), event, problems);
    }
  }
  for (const call of calls) {
    if (call.outcome !== 'none') continue;
    problems.push({
      kind: 'missing_result',
      seq: call.seq,
      message: `call \`${call.call.id}\` of \`${call.name}\` has no result`,
    });
  }
  return { calls, problems };
}

/** Whether the agent had seen what came of `earlier` when it launched `later`. */
export function observedBefore(earlier: TrajectoryCall, later: TrajectoryCall): boolean {
  return earlier.seenAt !== undefined && earlier.seenAt <= later.launchedAt;
}

function effectsOf(transcript: Transcript): Map<string, Effect> | undefined {
  const started = transcript[0];
  if (started?.type !== 'session_started' || started.tools === 'unknown') return undefined;
  return new Map(started.tools.map((tool) => [tool.name, tool.effect]));
}

function attachResult(
  call: TrajectoryCall | undefined,
  event: { seq: number; result: ToolResult },
  problems: TrajectoryProblem[],
): void {
  const { callId } = event.result;
  if (call === undefined) {
    problems.push({
      kind: 'orphan_result',
      seq: event.seq,
      message: `a result for \`${callId}\`, which no call has as its id`,
    });
    return;
  }
  if (call.result !== undefined) {
    problems.push({ kind: 'duplicate_result', seq: event.seq, message: `a second result for call \`${callId}\`` });
    return;
  }
  call.result = event.result;
  call.resultSeq = event.seq;
  call.outcome = event.result.outcome.status;
}
