import type { AgentSession, AgentStep, IncomingMessage } from '../domain/contracts/agent.ts';
import type { Clock } from '../domain/contracts/clock.ts';
import { assertNever } from '../domain/values/assert-never.ts';
import { toJsonValue } from '../domain/values/json-value.ts';
import { readStep } from './check-step.ts';
import { ranOutOfTime } from './deadline.ts';
import { endOfError } from './end-of-error.ts';
import type { Interrupt, SessionEnd } from './interrupt.ts';
import type { Recorder } from './recorder.ts';
import { closeGatewayTurn, type SessionGateway, takeBlockedOfAgent, takeGatewayStep } from './tool-gateway.ts';

export type TurnContext = {
  agent: AgentSession;
  gateway: SessionGateway;
  recorder: Recorder;
  interrupt: Interrupt;
  clock: Clock;
  /** A turn in which the agent held up the event loop for longer than this is over. Milliseconds. */
  turnTimeoutMs: number;
  /** Told of an answer that came when nobody was waiting any more. */
  onLateReply(what: string): void;
  /** Told how long the agent's code held up the event loop. Milliseconds. */
  onBlocked(ms: number): void;
};

/** Steps of all kinds that an agent may yield in one turn. */
const MAX_YIELDS = 10_000;
/** An agent that never waits for anything would starve every timer: after so many steps the timers get a chance. */
const BREATH = 256;

/** Lets the agent answer one message; returns the end of the session when the turn brought it. */
export async function takeTurn(message: IncomingMessage, context: TurnContext): Promise<SessionEnd | undefined> {
  const { agent, gateway, interrupt } = context;
  let handedOff: SessionEnd | undefined;
  let iterator: AsyncIterator<AgentStep> | undefined;
  try {
    iterator = agent.reply(message, { signal: interrupt.signal })[Symbol.asyncIterator]();
    for (let yields = 1; ; yields += 1) {
      const next = Promise.resolve(iterator.next());
      const outcome = await interrupt.race(next);
      if ('end' in outcome) {
        if (ranOutOfTime(outcome.end)) noteLateReply(next, context);
        abandon(iterator);
        return outcome.end;
      }
      const blocked = checkBlocked(context);
      if (outcome.value.done === true) break;
      handedOff = takeStep(readStep(outcome.value.value), context) ?? handedOff;
      if (yields % BREATH === 0) await breathe(context);
      if (yields >= MAX_YIELDS) interrupt.stop(tooManyYields());
      const end = interrupt.ended() ?? blocked;
      if (end !== undefined) {
        abandon(iterator);
        return end;
      }
    }
    await closeGatewayTurn(gateway);
    return interrupt.ended() ?? handedOff;
  } catch (error) {
    if (iterator !== undefined) abandon(iterator);
    return interrupt.ended() ?? endOfError(error);
  }
}

function takeStep(step: AgentStep, { gateway, recorder }: TurnContext): SessionEnd | undefined {
  switch (step.type) {
    case 'step_started':
    case 'text':
    case 'reported_call':
    case 'reported_result':
      takeGatewayStep(gateway, step);
      return undefined;
    case 'usage':
      recorder.record({
        type: 'model_call',
        role: 'agent',
        model: step.model,
        attempts: [...step.attempts],
        ...(step.promptHash === undefined ? {} : { promptHash: step.promptHash }),
        ...(step.usage === undefined ? {} : { usage: step.usage }),
        ...(step.cassetteKey === undefined ? {} : { cassetteKey: step.cassetteKey }),
      });
      return undefined;
    case 'handed_off': {
      const { to, reason } = step;
      recorder.record({
        type: 'agent_event',
        name: 'handed_off',
        data: toJsonValue({ to: to ?? null, reason: reason ?? null }).value,
      });
      return {
        reason: 'agent_handed_off',
        detail: `the agent handed the talk over${to === undefined ? '' : ` to ${to}`}`,
      };
    }
    case 'custom':
      recorder.record({ type: 'agent_event', name: step.name, data: toJsonValue(step.data).value });
      return undefined;
    default:
      return assertNever(step);
  }
}

async function breathe({ clock, interrupt }: TurnContext): Promise<void> {
  await interrupt.race(new Promise<void>((resolve) => void clock.setTimer(0, resolve)));
}

function tooManyYields(): SessionEnd {
  return { reason: 'max_steps', detail: `the agent yielded ${MAX_YIELDS} steps in one turn` };
}

function checkBlocked({ gateway, turnTimeoutMs, onBlocked }: TurnContext): SessionEnd | undefined {
  const blockedMs = takeBlockedOfAgent(gateway);
  if (blockedMs === 0) return undefined;
  onBlocked(blockedMs);
  if (blockedMs <= turnTimeoutMs) return undefined;
  const detail = `the agent's code stopped the event loop for ${Math.round(blockedMs)} ms, longer than a turn may take`;
  return { reason: 'timeout', detail };
}

function noteLateReply(next: Promise<IteratorResult<AgentStep>>, { onLateReply }: TurnContext): void {
  next.then(
    ({ done, value }) =>
      onLateReply(done === true ? 'the end of its turn' : `a step of type \`${String(value?.type)}\``),
    // An agent that stops with an exception when its signal aborts does as it should.
    () => {},
  );
}

/** Asks a generator to stop without waiting for it: one that hangs would never answer. */
function abandon(iterator: AsyncIterator<AgentStep>): void {
  try {
    iterator.return?.()?.catch(() => {});
  } catch {
    // A generator that refuses to stop has nothing left to say.
  }
}
