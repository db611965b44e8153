import type { AgentContext, AgentSession, AgentStep, ToolGateway } from '../../src/domain/contracts/agent.ts';
import type { ToolDescription, ToolOutcome } from '../../src/domain/transcript/tool-call.ts';
import { toJsonValue } from '../../src/domain/values/json-value.ts';

export type TestCall = { name: string; rawArguments: string; givenId?: string | undefined; step: number };
export type TestGateway = ToolGateway & { calls: TestCall[] };

/**
 * A gateway without a session: `tools` answer by name with content, or throw for a failure. Calls made before any result
 * came back have the same `step`.
 */
export function testGateway(tools: Readonly<Record<string, (given: unknown) => unknown>> = {}): TestGateway {
  const calls: TestCall[] = [];
  let step = 0;
  let isOpen = false;
  const descriptions = Object.keys(tools).map(
    (name): ToolDescription => ({ name, description: `Does ${name}.`, parameters: { type: 'object' }, effect: 'read' }),
  );
  return {
    calls,
    descriptions,
    async call({ name, rawArguments, givenId }) {
      if (!isOpen) step += 1;
      isOpen = true;
      calls.push({ name, rawArguments, givenId, step });
      const outcome = run(tools, name, rawArguments);
      await Promise.resolve();
      isOpen = false;
      return outcome;
    },
  };
}

function run(tools: Readonly<Record<string, (given: unknown) => unknown>>, name: string, raw: string): ToolOutcome {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
  if (tool === undefined)
    return { status: 'error', kind: 'unknown_tool', message: `unknown tool: there is no tool \`${name}\`` };
  let given: unknown;
  try {
    given = JSON.parse(raw);
  } catch {
    return { status: 'error', kind: 'invalid_arguments', message: 'invalid arguments: not a JSON object' };
  }
  try {
    return { status: 'ok', content: toJsonValue(tool(given)).value };
  } catch (error) {
    return { status: 'error', kind: 'tool_error', message: (error as Error).message };
  }
}

export function contextOf(tools: ToolGateway = testGateway(), more: Partial<AgentContext> = {}): AgentContext {
  return {
    key: { scenario: 'refund', variant: 'default', trial: 0 },
    seed: 1,
    input: { policy: [], now: '2026-01-15T09:00:00Z' },
    tools,
    signal: new AbortController().signal,
    ...more,
  };
}

/** All steps of one reply. */
export async function replyOf(
  session: AgentSession,
  text: string,
  { turn = 0, signal = new AbortController().signal } = {},
): Promise<AgentStep[]> {
  const steps: AgentStep[] = [];
  for await (const step of session.reply({ turn, text }, { signal })) steps.push(step);
  return steps;
}

/** What is said to the user in these steps. */
export function textsOf(steps: readonly AgentStep[]): string[] {
  return steps.flatMap((step) => (step.type === 'text' ? [step.text] : []));
}
