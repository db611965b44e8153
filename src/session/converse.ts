import type { Heard } from '../domain/contracts/simulated-user.ts';
import { countOf } from '../domain/values/quantities.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { closeAgent } from './close-agent.ts';
import { armDeadline, describeMs, ranOutOfTime } from './deadline.ts';
import { hearUser, recordTrace, type Said } from './hear-user.ts';
import type { SessionEnd } from './interrupt.ts';
import { createModelWatch } from './model-watch.ts';
import { openGateway, openParties } from './open-parties.ts';
import type { ConversationContext, SessionOptions, Talk } from './session-context.ts';
import { takeTurn } from './take-turn.ts';
import { beginGatewayTurn, closeGateway } from './tool-gateway.ts';

/** Opens user and agent, lets them talk, and closes the agent. The end is final: a failing disposal is part of it. */
export async function converse(options: SessionOptions, context: ConversationContext): Promise<SessionEnd> {
  const { interrupt, recorder, notes, requests } = context;
  const gateway = openGateway(options, context);
  // Only an answer that came too late is worth a word; what comes after another end was cut off by us.
  const noteLate = (what: string): void => {
    const stopped = interrupt.ended();
    if (stopped === undefined || !ranOutOfTime(stopped)) return;
    if (notes.isOver) options.onLateReply?.(what);
    else recorder.record({ type: 'late_reply_ignored', what });
  };
  const watch = createModelWatch(
    options.agent.tellsModelCalls === true
      ? undefined
      : (call) => recorder.record({ type: 'model_call', role: 'agent', ...call }),
  );
  const opened = await openParties(options, { ...context, gateway, watch, noteLate });
  if (opened.status === 'closed') {
    interrupt.abort();
    return opened.end;
  }
  const { agent, user } = opened;
  const end = await talk({ ...context, options, gateway, agent, user, watch, noteLate });
  closeGateway(gateway, end.detail);
  requests.close();
  interrupt.abort();
  return closeAgent(agent, { end, watch, clock: options.clock });
}

async function talk(context: Talk): Promise<SessionEnd> {
  const { options, recorder, notes, interrupt } = context;
  const { limits, firstSpeaker } = options.scenario;
  let heard: Heard = { turn: -1, texts: [], notices: [] };
  for (let turn = 0; ; turn += 1) {
    if (turn >= limits.maxTurns)
      return { reason: 'max_turns', detail: `the talk reached its limit of ${countOf(limits.maxTurns, 'turn')}` };
    const isGreeting = turn === 0 && firstSpeaker === 'agent';
    const said: Said = isGreeting ? { text: '', silent: true } : await hearUser(context, { turn, heard });
    if ('stop' in said) return said.stop;
    recorder.beginTurn(turn);
    if (said.move !== undefined) recordTrace(context, said.move);
    recorder.record({ type: 'user_message', text: said.text, silent: said.silent });
    notes.turns = turn + 1;
    const stopped = interrupt.ended();
    if (stopped?.reason === 'policy_stop') return stopped;
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

async function answer(context: Talk, message: { turn: number; text: string }): Promise<SessionEnd | undefined> {
  const { options, recorder, notes, interrupt, gateway, requests } = context;
  const { turnTimeoutMs } = options.scenario.limits;
  const disarm = armDeadline(options.clock, turnTimeoutMs, {
    interrupt,
    requests,
    who: 'agent',
    missed: `turn ${message.turn} was not over within ${describeMs(turnTimeoutMs)}`,
    end: {
      reason: 'timeout',
      detail: `the agent did not finish turn ${message.turn} within ${describeMs(turnTimeoutMs)}`,
    },
  });
  beginGatewayTurn(gateway);
  const end = await takeTurn(message, {
    agent: context.agent,
    gateway,
    recorder,
    interrupt,
    clock: options.clock,
    turnTimeoutMs,
    onLateReply: context.noteLate,
    onBlocked(ms) {
      notes.blockedMs += ms;
    },
  });
  disarm();
  // An agent that caught the error and answered all the same, or that hid it in one of its own.
  const isOver = end !== undefined && end.reason !== 'agent_error' && end.reason !== 'agent_handed_off';
  return isOver ? end : (context.watch.fault() ?? end);
}

/** Checks the world's rules after a turn; a world that cannot tell is broken. */
function finishTurn({ world, recorder, ledger }: Talk): SessionEnd | undefined {
  ledger.settle();
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
