import type { ScoreInput } from '../../../domain/contracts/scorer.ts';
import { startOf } from '../../../domain/transcript/endings.ts';
import type { ToolDescription } from '../../../domain/transcript/tool-call.ts';
import type { TrajectoryCall } from '../../../domain/transcript/trajectory.ts';
import { failureIn } from '../../grounding/evidence/failed-content.ts';
import { textOfTool } from '../../grounding/evidence/tool-text.ts';
import type { Source } from './source.ts';
import { spotsOfMessage, spotsOfResult } from './spots.ts';

/** All sources of a session, oldest first. */
export function sourcesOfSession({ transcript, trajectory }: Pick<ScoreInput, 'transcript' | 'trajectory'>): Source[] {
  const started = startOf(transcript);
  const policy = started === undefined || started.policy === 'unknown' ? [] : started.policy;
  const tools = started === undefined || started.tools === 'unknown' ? [] : started.tools;
  const sources: Source[] = [...policy.map(policySource), ...tools.map(documentationSource)];
  const byCall = new Map(trajectory.calls.map((call) => [call.resultSeq, call]));
  for (const event of transcript) {
    const { seq, turn } = event;
    if (event.type === 'user_message') {
      sources.push({ kind: 'user', knownFrom: seq, turn, seq, spots: spotsOfMessage(event.text) });
    } else if (event.type === 'agent_message' || (event.type === 'agent_step' && event.text !== undefined)) {
      sources.push({ kind: 'agent', knownFrom: seq, turn, seq, spots: spotsOfMessage(event.text ?? '') });
    } else if (event.type === 'tool_result') {
      const call = byCall.get(seq);
      if (call !== undefined) sources.push(resultSource(call));
    }
  }
  return sources;
}

export function policySource(text: string): Source {
  return { kind: 'policy', knownFrom: 0, turn: 0, seq: 0, spots: spotsOfMessage(text) };
}

export function documentationSource(tool: ToolDescription): Source {
  return { kind: 'documentation', knownFrom: 0, turn: 0, seq: 0, tool: tool.name, spots: [{ text: textOfTool(tool) }] };
}

/** What a call gave back. An error is told, not known: it repeats what it was given. */
function resultSource(call: TrajectoryCall): Source {
  const { index, launchedAt, step, name, turn, seenAt } = call;
  const head = { knownFrom: seenAt, turn, seq: call.resultSeq, tool: name, call: { index, launchedAt, step } };
  const outcome = call.result?.outcome;
  if (outcome?.status !== 'ok') return { kind: 'error', ...head, spots: spotsOfMessage(outcome?.message ?? '') };
  const hasFailed = failureIn(outcome.content) !== undefined;
  return { kind: hasFailed ? 'error' : 'tool', ...head, spots: spotsOfResult(outcome.content) };
}
