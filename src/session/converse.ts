import type { Agent, AgentSession } from '../domain/contracts/agent.ts';
import type { Heard, UserMove, UserSession } from '../domain/contracts/simulated-user.ts';
import type { WorldSession } from '../domain/contracts/world.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { closeAgent } from './close-agent.ts';
import { armDeadline, describeMs } from './deadline.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';
import type { Recorder } from './recorder.ts';
import type { SessionNotes, SessionOptions } from './run-session.ts';
import { createStepBook } from './step-book.ts';
import { endOfError, takeTurn } from './take-turn.ts';
import { beginGatewayTurn, closeGateway, createGateway, gatewayForAgent, type SessionGateway } from './tool-gateway.ts';

export type ConversationContext = {
  world: WorldSession | undefined;
  recorder: Recorder;
  interrupt: Interrupt;
  notes: SessionNotes;
};

type Talk = ConversationContext & {
  options: SessionOptions;
  agent: AgentSession;
  user: UserSession;
  gateway: SessionGateway;
};

/** Opens user and agent, lets them talk, and closes the agent. The end is final: a failing disposal is part of it. */
export async function converse(options: SessionOptions, context: ConversationContext): Promise<SessionEnd> {
  const { interrupt } = context;
  const gateway = openGateway(options, context);
  const opened = await openParties(options, { gateway, interrupt });
  if (opened.status === 'closed') {
    interrupt.abort();
    return opened.end;
  }
  const end = await talk({ ...context, options, gateway, agent: opened.agent, user: opened.user });
  closeGateway(gateway, end.detail);
  interrupt.abort();
  return closeAgent(opened.agent, { end, clock: options.clock });
}

function openGateway(
  { scenario, clock }: SessionOptions,
  { world, recorder, interrupt, notes }: ConversationContext,
): SessionGateway {
  return createGateway({
    world,
    descriptions: (world?.tools ?? []).map(({ name, description, parameters, effect }) => ({
      name,
      description,
      parameters,
      effect,
    })),
    book: createStepBook(recorder),
    interrupt,
    clock,
    faults: scenario.faults,
    limits: scenario.limits,
    onToolCrash: scenario.onToolCrash,
    onCrash(crash) {
      notes.breakages.push({ message: crash.message });
      notes.error ??= crash;
    },
  });
}

type Opened = { status: 'open'; agent: AgentSession; user: UserSession } | { status: 'closed'; end: SessionEnd };

async function openParties(
  { scenario, key, seed, user, agent, clock }: SessionOptions,
  { gateway, interrupt }: { gateway: SessionGateway; interrupt: Interrupt },
): Promise<Opened> {
  let userSession: UserSession;
  try {
    userSession = user.open({ key, seed, signal: interrupt.signal });
  } catch (error) {
    return { status: 'closed', end: brokenUser(error) };
  }
  const { language, policy, now, limits } = scenario;
  const detail = `the agent was not ready within ${describeMs(limits.turnTimeoutMs)}`;
  const disarm = armDeadline(clock, limits.turnTimeoutMs, { interrupt, end: { reason: 'timeout', detail } });
  try {
    const outcome = await interrupt.race(
      openAgent(agent, {
        key,
        seed,
        input: { ...(language === undefined ? {} : { language }), policy, now },
        tools: gatewayForAgent(gateway),
        signal: interrupt.signal,
      }),
    );
    return 'end' in outcome
      ? { status: 'closed', end: outcome.end }
      : { status: 'open', agent: outcome.value, user: userSession };
  } catch (error) {
    return { status: 'closed', end: endOfError(error) };
  } finally {
    disarm();
  }
}

async function openAgent(agent: Agent, context: Parameters<Agent['open']>[0]): Promise<AgentSession> {
  return agent.open(context);
}

async function talk(context: Talk): Promise<SessionEnd> {
  const { options, recorder, notes, interrupt } = context;
  const { limits, firstSpeaker } = options.scenario;
  let heard: Heard = { turn: -1, texts: [], notices: [] };
  for (let turn = 0; ; turn += 1) {
    if (turn >= limits.maxTurns)
      return { reason: 'max_turns', detail: `the talk reached its limit of ${limits.maxTurns} turns` };
    const isGreeting = turn === 0 && firstSpeaker === 'agent';
    const said: Said = isGreeting ? { text: '', silent: true } : await hearUser(context, { turn, heard });
    if ('stop' in said) return said.stop;
    recorder.beginTurn(turn);
    if (said.move !== undefined) recordTrace(context, said.move);
    recorder.record({ type: 'user_message', text: said.text, silent: said.silent });
    notes.turns = turn + 1;
    const before = recorder.events.length;
    const end = await answer(context, { turn, text: said.text });
    const broken = finishTurn(context);
    if (end !== undefined) return end;
    if (broken !== undefined) return broken;
    if (said.end !== undefined) return said.end;
    if (interrupt.ended() !== undefined) return interrupt.ended() as SessionEnd;
    heard = hearAgent(context, { turn, from: before });
  }
}

type Said =
  | { text: string; silent: boolean; move?: Exclude<UserMove, { kind: 'broken' }>; end?: SessionEnd | undefined }
  | { stop: SessionEnd };

async function hearUser(
  { options, user, recorder, interrupt, ...rest }: Talk,
  { turn, heard }: { turn: number; heard: Heard },
): Promise<Said> {
  const { limits } = options.scenario;
  const detail = `the simulated user did not speak within ${describeMs(limits.turnTimeoutMs)}`;
  const move = await nextMove({ user, heard, interrupt, clock: options.clock, ms: limits.turnTimeoutMs, detail });
  if ('stop' in move) return move;
  switch (move.kind) {
    case 'broken':
      recordTrace({ recorder }, move);
      return { stop: { reason: 'user_error', detail: move.problem } };
    case 'end': {
      recordTrace({ recorder }, move);
      if (turn < limits.minTurns) {
        const early = `the simulated user ended after ${turn} turns, before its minimum of ${limits.minTurns}`;
        return { stop: { reason: 'user_error', detail: early } };
      }
      if (rest.notes.turns === 0)
        return { stop: { reason: 'user_error', detail: 'the simulated user ended without a word' } };
      return { stop: { reason: move.end.reason, detail: move.end.detail ?? '' } };
    }
    case 'silent':
      return { text: '', silent: true, move };
    case 'say':
      return {
        text: move.text,
        silent: false,
        move,
        end: move.end === undefined ? undefined : { reason: move.end.reason, detail: move.end.detail ?? '' },
      };
  }
}

async function nextMove({
  user,
  heard,
  interrupt,
  clock,
  ms,
  detail,
}: {
  user: UserSession;
  heard: Heard;
  interrupt: Interrupt;
  clock: SessionOptions['clock'];
  ms: number;
  detail: string;
}): Promise<UserMove | { stop: SessionEnd }> {
  try {
    const move = user.next(heard);
    if (!(move instanceof Promise)) return move;
    const disarm = armDeadline(clock, ms, { interrupt, end: { reason: 'user_error', detail } });
    try {
      const outcome = await interrupt.race(move);
      return 'end' in outcome ? { stop: outcome.end } : outcome.value;
    } finally {
      disarm();
    }
  } catch (error) {
    return { stop: brokenUser(error) };
  }
}

async function answer(context: Talk, message: { turn: number; text: string }): Promise<SessionEnd | undefined> {
  const { options, recorder, notes, interrupt, gateway } = context;
  const { turnTimeoutMs } = options.scenario.limits;
  const detail = `the agent did not finish turn ${message.turn} within ${describeMs(turnTimeoutMs)}`;
  const disarm = armDeadline(options.clock, turnTimeoutMs, { interrupt, end: { reason: 'timeout', detail } });
  beginGatewayTurn(gateway);
  const end = await takeTurn(message, {
    agent: context.agent,
    gateway,
    recorder,
    interrupt,
    clock: options.clock,
    turnTimeoutMs,
    onLateReply(what) {
      if (notes.isOver) options.onLateReply?.(what);
      else recorder.record({ type: 'late_reply_ignored', what });
    },
    onBlocked(ms) {
      notes.blockedMs += ms;
    },
  });
  disarm();
  return end;
}

/** Checks the world's rules after a turn; a world that cannot tell is broken. */
function finishTurn({ world, recorder }: Talk): SessionEnd | undefined {
  try {
    for (const { rule, message } of world?.invariants() ?? []) {
      recorder.record({ type: 'policy_violation', source: 'invariant', rule, message, evidence: [] });
    }
    return undefined;
  } catch (error) {
    const { message, stack } = safeErrorText(error);
    return {
      reason: 'world_error',
      detail: `the world's rules could not be checked: ${message}`,
      error: { message, stack },
    };
  }
}

function hearAgent({ recorder, world }: Talk, { turn, from }: { turn: number; from: number }): Heard {
  const texts: string[] = [];
  for (let index = from; index < recorder.events.length; index += 1) {
    const event = recorder.events[index];
    if (event?.type === 'agent_message') texts.push(event.text);
  }
  const notices = world?.notices() ?? [];
  for (const { text, from: sender } of notices) {
    recorder.record({ type: 'notice', text, ...(sender === undefined ? {} : { from: sender }) });
  }
  return { turn, texts, notices: notices.map(({ text }) => text) };
}

function recordTrace({ recorder }: { recorder: Recorder }, { trace }: UserMove): void {
  recorder.record({ type: 'user_step', ...trace });
}

function brokenUser(error: unknown): SessionEnd {
  const { message, stack } = safeErrorText(error);
  const detail = `the simulated user broke: ${message}`;
  return { reason: 'user_error', detail, error: { message: detail, ...(stack === undefined ? {} : { stack }) } };
}
