import type { AgentStep } from '../../../domain/contracts/agent.ts';
import type { Usage } from '../../../domain/transcript/transcript-event.ts';
import { assertNever } from '../../../domain/values/assert-never.ts';
import { fromJsonValue } from '../../../domain/values/from-json-value.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { AgentReplyError } from '../../agent-answer.ts';
import { rawArgumentsOf } from '../call-batch.ts';
import { ProgramExitError } from '../program-failure.ts';
import { quoteLine, type SessionLine } from './program-line.ts';

/** Which calls a program may tell of: the world's tools, only its own, or none. */
export type ToolCallsOf = 'world' | 'reported' | 'none';

/** What a line tells, as a step. Throws for one that says the agent failed, and for a call that it may not tell of. */
export function stepOf(
  line: Exclude<SessionLine, { type: 'tool_call' }>,
  { toolCalls, label }: { toolCalls: ToolCallsOf; label: string },
): AgentStep {
  switch (line.type) {
    case 'agent_message':
      return { type: 'text', text: line.text, final: line.final };
    case 'step_started':
      return { type: 'step_started' };
    case 'reported_call':
    case 'reported_result': {
      if (toolCalls === 'none') {
        const what = `${label} told of a call, although its calls are declared as not visible (\`toolCalls: 'none'\`)`;
        throw new AgentReplyError(`${what}: ${quoteLine(line.source)}`);
      }
      return line.type === 'reported_call' ? reportedCall(line) : reportedResult(line);
    }
    case 'usage':
      return { type: 'usage', model: line.model, usage: usageOf(line), attempts: [{ status: 'ok' }] };
    case 'handed_off':
      return { type: 'handed_off', to: line.to, reason: line.reason };
    case 'custom':
      return { type: 'custom', name: line.name, data: fromJsonValue((line.data ?? null) as JsonValue) };
    case 'agent_error':
      throw new ProgramExitError(`${label} reports an error: ${line.message}`);
    default:
      return assertNever(line);
  }
}

function reportedCall(line: Extract<SessionLine, { type: 'reported_call' }>): AgentStep {
  return { type: 'reported_call', id: line.id, name: line.name, rawArguments: rawArgumentsOf(line) };
}

function reportedResult(line: Extract<SessionLine, { type: 'reported_result' }>): AgentStep {
  const { id, status, content, kind, message } = line;
  if (status === 'error') return { type: 'reported_result', callId: id, outcome: { status, kind, message } };
  // The session encodes what is reported, so it gets the value and not our code for it.
  const value = fromJsonValue((content ?? null) as JsonValue) as JsonValue;
  return { type: 'reported_result', callId: id, outcome: { status, content: value } };
}

/** Counts that are no counts are left out: nobody could add them up. */
function usageOf({ tokensIn, tokensOut }: Extract<SessionLine, { type: 'usage' }>): Usage {
  const isCount = (count: unknown): count is number => Number.isSafeInteger(count) && Number(count) >= 0;
  return { ...(isCount(tokensIn) ? { tokensIn } : {}), ...(isCount(tokensOut) ? { tokensOut } : {}) };
}
