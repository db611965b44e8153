import type { AgentStep } from '../domain/contracts/agent.ts';
import { ToolErrorKind, type ToolOutcome } from '../domain/transcript/tool-call.ts';
import { toJsonValue } from '../domain/values/json-value.ts';

/** An agent may be written in plain JavaScript: what it yields is read before it is believed. Throws for what is no step. */
export function readStep(value: unknown): AgentStep {
  if (!isRecord(value))
    throw new Error(`the agent yielded ${describe(value)}: expected a step, such as { type: 'text', text }`);
  switch (value.type) {
    case 'step_started':
    case 'handed_off':
      return value as AgentStep;
    case 'text':
      return wantText(value, ['text']);
    case 'custom':
      return wantText(value, ['name']);
    case 'reported_call':
      return wantText(value, ['id', 'name', 'rawArguments']);
    case 'usage':
      return {
        ...wantText(value, ['model']),
        attempts: Array.isArray(value.attempts) ? value.attempts : [],
      } as AgentStep;
    case 'reported_result':
      return { type: 'reported_result', callId: String(value.callId), outcome: readOutcome(value.outcome) };
    default:
      throw new Error(`the agent yielded a step of unknown type ${describe(value.type)}`);
  }
}

function readOutcome(outcome: unknown): ToolOutcome {
  if (isRecord(outcome)) {
    if (outcome.status === 'ok') return { status: 'ok', content: toJsonValue(outcome.content ?? null).value };
    const kind = ToolErrorKind.safeParse(outcome.kind);
    if (outcome.status === 'error' && kind.success)
      return { status: 'error', kind: kind.data, message: String(outcome.message) };
  }
  throw new Error(
    "the agent reported a result without a readable `outcome`: expected { status: 'ok', content } or { status: 'error', kind, message }",
  );
}

function wantText(step: Record<string, unknown>, fields: readonly string[]): AgentStep {
  for (const field of fields) {
    if (typeof step[field] === 'string') continue;
    throw new Error(
      `the agent yielded a step of type \`${String(step.type)}\` whose \`${field}\` is ${describe(step[field])}: expected text`,
    );
  }
  return step as AgentStep;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  return value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : `a value of type ${typeof value}`;
}
