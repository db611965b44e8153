import type { Fault } from '../domain/authoring/tool-stub.ts';
import type { AgentStep, ToolGateway } from '../domain/contracts/agent.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import type { WorldSession, WorldTool } from '../domain/contracts/world.ts';
import type { ToolCall, ToolDescription, ToolOutcome } from '../domain/transcript/tool-call.ts';
import { assertNever } from '../domain/values/assert-never.ts';
import { parseJson } from '../domain/values/parse-json.ts';
import { countOf } from '../domain/values/quantities.ts';
import type { Interrupt } from './interrupt.ts';
import { createLoopDetector, type LoopDetector } from './loop-detector.ts';
import type { PastCall } from './requirements.ts';
import { brokenRun, runTool, type ToolRun, type ToolRunContext } from './run-tool.ts';
import {
  addCall,
  addLateResult,
  addText,
  beginStep,
  type StepBook,
  type StepCall,
  settleCall,
  writeStep,
} from './step-book.ts';
import type { WorldLedger } from './world-ledger.ts';

export type GatewayOptions = {
  world: WorldSession | undefined;
  ledger: WorldLedger;
  descriptions: readonly ToolDescription[];
  book: StepBook;
  interrupt: Interrupt;
  clock: Clock;
  faults: readonly Fault[];
  limits: { maxSteps: number; maxCalls: number; maxEqualCalls: number; toolTimeoutMs: number };
  onToolCrash: 'report' | 'fail_fast';
  /** What a call comes to that may not run; undefined for all others. */
  refuse(book: StepBook, entry: StepCall): ToolRun | undefined;
  /** Told of each unplanned exception in a tool. */
  onCrash(crash: { message: string; stack?: string | undefined }): void;
};

/** A call of the world that the agent waits for. */
type Launch = { entry: StepCall; resolve(outcome: ToolOutcome): void };

/** The session's side of the tools: what was called, what came of it, and who still waits. */
export type SessionGateway = {
  options: GatewayOptions;
  tools: ReadonlyMap<string, WorldTool>;
  /** What running a call needs of the session. */
  running: ToolRunContext;
  loops: LoopDetector;
  past: PastCall[];
  reported: Map<string, StepCall>;
  /** Ids given by the agent for calls that the world ran; a report of the same id is the same call. */
  givenIds: Set<string>;
  waiting: Launch[];
  /** Calls of a step run one after the other, unless their tool says otherwise. */
  queue: Promise<void>;
  callCount: number;
  /** Calls before this turn began. */
  earlierCalls: number;
  /** How long the event loop had stood still before calls of this turn began to run, which was not their tools' doing. */
  blockedBeforeCalls: number;
  isClosed: boolean;
  onIdle(): void;
};

export function createGateway(options: GatewayOptions): SessionGateway {
  const { world, ledger, book, faults, interrupt, clock, limits } = options;
  const tools = new Map((world?.tools ?? []).map((tool) => [tool.name, tool]));
  const past: PastCall[] = [];
  const occurrences = new Map<string, number>();
  return {
    options,
    tools,
    running: {
      ledger,
      tools,
      past: () => past.filter(({ id }) => book.delivered.has(id)),
      faultFor: (tool) => plantedFault(tool, { faults, occurrences }),
      signal: interrupt.signal,
      armTimeout: (fire) => clock.setTimer(limits.toolTimeoutMs, fire),
      timeoutMs: limits.toolTimeoutMs,
      takeBlockedMs: clock.takeBlockedMs,
    },
    loops: createLoopDetector(),
    past,
    reported: new Map(),
    givenIds: new Set(),
    waiting: [],
    queue: Promise.resolve(),
    callCount: 0,
    earlierCalls: 0,
    blockedBeforeCalls: 0,
    isClosed: false,
    onIdle() {},
  };
}

/** The gateway as the agent gets it. */
export function gatewayForAgent(gateway: SessionGateway): ToolGateway {
  return { descriptions: gateway.options.descriptions, call: (request) => callTool(gateway, readRequest(request)) };
}

/** Plain JavaScript may ask for anything; what is no text names no tool and is no JSON. */
function readRequest(request: CallRequest): CallRequest {
  const { name, rawArguments, givenId } = request;
  if (typeof name === 'string' && typeof rawArguments === 'string') return request;
  return { name: String(name), rawArguments: typeof rawArguments === 'string' ? rawArguments : '', givenId };
}

export function beginGatewayTurn(gateway: SessionGateway): void {
  // Until now the agent had nothing to do.
  takeBlockedOfAgent(gateway);
  gateway.loops.beginTurn();
  gateway.options.book.steps = 0;
  gateway.earlierCalls = gateway.callCount;
}

/** For how long the event loop stood still since this was last asked, but for what tools did. Milliseconds. */
export function takeBlockedOfAgent(gateway: SessionGateway): number {
  const blocked = gateway.blockedBeforeCalls + gateway.running.takeBlockedMs();
  gateway.blockedBeforeCalls = 0;
  return blocked;
}

/** Notes a step of the agent that concerns messages and calls. */
export function takeGatewayStep(
  gateway: SessionGateway,
  step: Extract<AgentStep, { type: 'step_started' | 'text' | 'reported_call' | 'reported_result' }>,
): void {
  const { book } = gateway.options;
  switch (step.type) {
    case 'step_started':
      if (!stopAtLimit(gateway)) beginStep(book);
      return;
    case 'text':
      addText(book, step);
      return;
    case 'reported_call': {
      if (gateway.givenIds.has(step.id) || stopAtTooManyCalls(gateway)) return;
      const call = nameCall(gateway, { ...step, givenId: step.id }, 'reported');
      gateway.reported.set(step.id, addCall(book, call));
      return;
    }
    case 'reported_result':
      takeReportedResult(gateway, step);
      return;
    default:
      assertNever(step);
  }
}

/** Waits until every call launched in this turn has its result, and writes what is still open. */
export async function closeGatewayTurn(gateway: SessionGateway): Promise<void> {
  const { interrupt, book } = gateway.options;
  if (gateway.waiting.length > 0) {
    const idle = new Promise<void>((resolve) => {
      gateway.onIdle = resolve;
    });
    await interrupt.race(idle);
  }
  if (interrupt.ended() === undefined) writeStep(book, { closesTurn: true });
}

/** Gives every open call the outcome `cancelled`, writes what is open, and takes no further call. */
export function closeGateway(gateway: SessionGateway, reason: string): void {
  if (gateway.isClosed) return;
  const { book } = gateway.options;
  for (const { entry } of gateway.waiting) {
    settleCall(book, entry, {
      status: 'error',
      kind: 'cancelled',
      message: reason === '' ? CANCELLED.message : reason,
    });
  }
  deliver(gateway);
  gateway.isClosed = true;
}

const CANCELLED = { status: 'error', kind: 'cancelled', message: 'the session is over' } as const;

function callTool(gateway: SessionGateway, request: CallRequest): Promise<ToolOutcome> {
  const { book, interrupt, limits } = gateway.options;
  if (gateway.isClosed || interrupt.ended() !== undefined) return Promise.resolve(CANCELLED);
  if (book.open === undefined && stopAtLimit(gateway)) return Promise.resolve(CANCELLED);
  if (stopAtTooManyCalls(gateway)) return Promise.resolve(CANCELLED);
  const call = nameCall(gateway, request, 'world');
  if (request.givenId !== undefined) gateway.givenIds.add(request.givenId);
  const entry = addCall(book, call);
  const answered = new Promise<ToolOutcome>((resolve) => {
    gateway.waiting.push({ entry, resolve });
  });
  const equal = gateway.loops.count(call);
  if (equal >= limits.maxEqualCalls) {
    interrupt.stop({
      reason: 'loop',
      detail: `the agent made the same call of \`${call.name}\` ${equal} times in a row`,
    });
    return answered;
  }
  const run = async (): Promise<void> => {
    if (gateway.isClosed) return;
    entry.startMs = book.recorder.elapsedMs();
    const prevented = gateway.options.refuse(book, entry);
    gateway.blockedBeforeCalls += gateway.running.takeBlockedMs();
    finishCall(gateway, entry, prevented ?? (await runTool(call, gateway.running).catch(brokenRun)));
  };
  if (gateway.tools.get(call.name)?.concurrent === true) void Promise.resolve().then(run);
  else gateway.queue = gateway.queue.then(run);
  return answered;
}

function stopAtTooManyCalls({ callCount, earlierCalls, options }: SessionGateway): boolean {
  const { maxCalls } = options.limits;
  if (callCount - earlierCalls < maxCalls) return false;
  options.interrupt.stop({
    reason: 'max_steps',
    detail: `the agent made more than ${countOf(maxCalls, 'call')} in one turn`,
  });
  return true;
}

type CallRequest = Parameters<ToolGateway['call']>[0];

function nameCall(
  gateway: SessionGateway,
  { name, rawArguments, givenId }: CallRequest,
  source: ToolCall['source'],
): ToolCall {
  const id = `c${gateway.callCount}`;
  gateway.callCount += 1;
  const parsed = parseJson(rawArguments);
  return givenId === undefined
    ? { id, name, rawArguments, arguments: parsed, source }
    : { id, givenId, name, rawArguments, arguments: parsed, source };
}

/** `occurrences` counts the calls so far that reached each tool. */
function plantedFault(
  tool: string,
  { faults, occurrences }: { faults: readonly Fault[]; occurrences: Map<string, number> },
): { fault: Fault; name: string } | undefined {
  if (faults.length === 0) return undefined;
  const position = occurrences.get(tool) ?? 0;
  occurrences.set(tool, position + 1);
  const index = faults.findIndex(({ tool: name, on }) => name === tool && strikes(on, position));
  const fault = faults[index];
  return fault === undefined ? undefined : { fault, name: `faults[${index}]` };
}

function strikes(on: Fault['on'], position: number): boolean {
  if (on === 'every') return true;
  return on === 'first' ? position === 0 : on.includes(position);
}

function finishCall(gateway: SessionGateway, entry: StepCall, { outcome, events, injectedBy, crash }: ToolRun): void {
  const { options, past } = gateway;
  if (gateway.isClosed) return;
  const { id, name, arguments: parsed } = entry.call;
  entry.between.push(...events);
  entry.injectedBy = injectedBy;
  past.push({ id, name, arguments: parsed.status === 'parsed' ? parsed.value : null, ok: outcome.status === 'ok' });
  if (crash !== undefined) options.onCrash(crash);
  if (settleCall(options.book, entry, outcome)) deliver(gateway);
  if (crash !== undefined && options.onToolCrash === 'fail_fast') {
    options.interrupt.stop({ reason: 'world_error', detail: crash.message, error: crash });
  }
}

/** Writes the step and lets its calls return, all at once: none of them has seen another's result. */
function deliver(gateway: SessionGateway): void {
  const ready = gateway.waiting;
  gateway.waiting = [];
  writeStep(gateway.options.book);
  for (const { entry, resolve } of ready) resolve(entry.outcome ?? CANCELLED);
  gateway.onIdle();
}

function takeReportedResult(
  gateway: SessionGateway,
  { callId, outcome }: Extract<AgentStep, { type: 'reported_result' }>,
): void {
  const { book } = gateway.options;
  if (gateway.givenIds.has(callId)) return;
  const entry = gateway.reported.get(callId);
  if (entry === undefined) addLateResult(book, `orphan:${callId}`, outcome);
  else if (book.open?.calls.includes(entry) !== true) addLateResult(book, entry.call.id, outcome);
  else if (settleCall(book, entry, outcome)) deliver(gateway);
}

/** Ends the session when one more step of this turn would be too many. */
function stopAtLimit({ options: { book, interrupt, limits } }: SessionGateway): boolean {
  if (book.steps < limits.maxSteps) return false;
  interrupt.stop({
    reason: 'max_steps',
    detail: `the agent took more than ${countOf(limits.maxSteps, 'step')} in one turn`,
  });
  return true;
}
