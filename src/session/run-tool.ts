import type { Fault } from '../domain/authoring/tool-stub.ts';
import type { ArgumentCheck, WorldTool } from '../domain/contracts/world.ts';
import type { CallArguments, ToolOutcome } from '../domain/transcript/tool-call.ts';
import type { UnplacedEvent } from '../domain/transcript/transcript-event.ts';
import { isThenable } from '../domain/values/is-thenable.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { toJsonValue } from '../domain/values/json-value.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { describeMs } from './deadline.ts';
import { type PastCall, unmetRequirement } from './requirements.ts';
import type { WorldLedger } from './world-ledger.ts';

/** What one call came to, and what it did on the way. */
export type ToolRun = {
  outcome: ToolOutcome;
  events: readonly UnplacedEvent[];
  injectedBy?: string | undefined;
  /** An unplanned exception of a tool of ours, which makes the session invalid. */
  crash?: { message: string; stack?: string | undefined } | undefined;
};

export type ToolRunContext = {
  ledger: WorldLedger;
  tools: ReadonlyMap<string, WorldTool>;
  /** Calls whose results the agent has been given. */
  past(): readonly PastCall[];
  /** The planted fault that answers this call, where there is one. */
  faultFor(tool: string): { fault: Fault; name: string } | undefined;
  signal: AbortSignal;
  /** Calls `fire` after the time a tool may take; returns a function that cancels. */
  armTimeout(fire: () => void): () => void;
  timeoutMs: number;
  /** How long the event loop has stood still since somebody last asked. */
  takeBlockedMs(): number;
};

/** Runs one call through all its gates: known tool, parsed and valid arguments, preconditions, faults, the tool itself. */
export async function runTool(
  call: { id: string; name: string; arguments: CallArguments },
  context: ToolRunContext,
): Promise<ToolRun> {
  const tool = context.tools.get(call.name);
  if (tool === undefined) return refused('unknown_tool', describeUnknown(call.name, [...context.tools.keys()]));
  if (call.arguments.status === 'unparsable') {
    return refused('invalid_arguments', `invalid arguments: not a JSON object: ${call.arguments.problem}`);
  }
  const { value } = call.arguments;
  const checked = checkArguments(tool, value);
  if (checked.status === 'broken') return checked.run;
  if (checked.status === 'refused') return refused('invalid_arguments', `invalid arguments: ${checked.problem}`);
  const unmet = tool.requires.length === 0 ? undefined : unmetRequirement(tool, value, context.past());
  if (unmet !== undefined) return refused('blocked', unmet);
  const planted = context.faultFor(call.name);
  if (planted !== undefined) return injectFault(call.id, planted);
  return execute(call.id, { tool, value: checked.value, context });
}

function refused(kind: 'unknown_tool' | 'invalid_arguments' | 'blocked', message: string): ToolRun {
  return { outcome: { status: 'error', kind, message }, events: [] };
}

/** A check of the author's own may throw, which is a crash of the world like any other. */
function checkArguments(tool: WorldTool, value: JsonValue): ArgumentCheck | { status: 'broken'; run: ToolRun } {
  try {
    return tool.check(value);
  } catch (error) {
    return { status: 'broken', run: { ...describeThrown(error, tool.name), events: [] } };
  }
}

/** A world that cannot tell its state, or breaks in another way around a call, is a crash too. */
export function brokenRun(error: unknown): ToolRun {
  return { ...describeThrown(error, 'the world'), events: [] };
}

function describeUnknown(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  const list = known.length === 0 ? 'there are no tools' : `tools: ${known.map((tool) => `\`${tool}\``).join(', ')}`;
  return `unknown tool: there is no tool \`${name}\`${near === undefined ? '' : ` (did you mean \`${near}\`?)`}; ${list}`;
}

function injectFault(callId: string, { fault, name }: { fault: Fault; name: string }): ToolRun {
  return {
    outcome: { status: 'error', kind: fault.kind, message: fault.message },
    events: [{ type: 'fault_injected', callId, fault: name }],
    injectedBy: name,
  };
}

async function execute(
  callId: string,
  { tool, value, context }: { tool: WorldTool; value: unknown; context: ToolRunContext },
): Promise<ToolRun> {
  const changes = tool.effect === 'read' ? (): UnplacedEvent[] => [] : context.ledger.beginCall(callId);
  try {
    let result = tool.run(value, { callId, signal: context.signal });
    const blockedMs = context.takeBlockedMs();
    if (blockedMs > 0) return { ...describeBlocked(tool.name, blockedMs), events: changes() };
    if (isThenable(result)) {
      const settled = await withTimeout(result, context);
      if (settled.status === 'timeout') {
        return { ...describeTimeout(tool.name, context.timeoutMs), events: changes() };
      }
      result = settled.value;
    }
    return { outcome: { status: 'ok', content: toContent(result) }, events: changes() };
  } catch (error) {
    return { ...describeThrown(error, tool.name), events: changes() };
  }
}

/** A tool of our own world that hangs is as broken as one that crashes; a hang that is part of the test is planted. */
function describeTimeout(tool: string, timeoutMs: number): Omit<ToolRun, 'events'> {
  const what = `did not answer within ${describeMs(timeoutMs)}`;
  return {
    outcome: { status: 'error', kind: 'timeout', message: `timeout: the tool ${what}` },
    crash: { message: `tool \`${tool}\` ${what}` },
  };
}

function describeBlocked(tool: string, blockedMs: number): Omit<ToolRun, 'events'> {
  const what = `stopped the event loop for ${describeMs(Math.round(blockedMs))}`;
  return {
    outcome: { status: 'error', kind: 'tool_crash', message: `tool crashed: it ${what}` },
    crash: { message: `tool \`${tool}\` ${what}` },
  };
}

function describeThrown(error: unknown, tool: string): Omit<ToolRun, 'events'> {
  // The agent hears what the tool wants to say, and nothing of what lies behind it.
  if (isToolError(error)) {
    return { outcome: { status: 'error', kind: 'tool_error', message: safeErrorText(error, { plain: true }).message } };
  }
  const { message, stack } = safeErrorText(error);
  const name = message.startsWith(errorName(error)) ? '' : errorName(error);
  const said = `tool crashed: ${name}${message}`;
  return {
    outcome: { status: 'error', kind: 'tool_crash', message: said },
    crash: { message: `tool \`${tool}\` crashed: ${name}${message}`, stack },
  };
}

/** By name, since a tool's package may hold another copy of the class. */
function isToolError(error: unknown): boolean {
  return errorName(error) === 'ToolError: ';
}

function errorName(error: unknown): string {
  try {
    const name = error instanceof Error ? error.name : undefined;
    return typeof name === 'string' && name !== '' ? `${name}: ` : '';
  } catch {
    return '';
  }
}

function toContent(result: unknown): JsonValue {
  return result === undefined ? null : toJsonValue(result).value;
}

async function withTimeout(
  work: PromiseLike<unknown>,
  { armTimeout }: ToolRunContext,
): Promise<{ status: 'done'; value: unknown } | { status: 'timeout' }> {
  let disarm = (): void => {};
  const timedOut = new Promise<{ status: 'timeout' }>((resolve) => {
    disarm = armTimeout(() => resolve({ status: 'timeout' }));
  });
  const done = Promise.resolve(work).then((value) => ({ status: 'done' as const, value }));
  try {
    return await Promise.race([done, timedOut]);
  } finally {
    disarm();
    done.catch(() => {});
  }
}
