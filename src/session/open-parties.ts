import type { Agent, AgentSession } from '../domain/contracts/agent.ts';
import type { ChatRole, OpenModel } from '../domain/contracts/chat-model.ts';
import type { UserSession } from '../domain/contracts/simulated-user.ts';
import { armDeadline, describeMs } from './deadline.ts';
import { describeTools } from './describe-tools.ts';
import { endOfError } from './end-of-error.ts';
import { brokenUser } from './hear-user.ts';
import type { SessionEnd } from './interrupt.ts';
import type { ModelWatch } from './model-watch.ts';
import type { ConversationContext, SessionOptions } from './session-context.ts';
import { createStepBook } from './step-book.ts';
import { timeRequests } from './time-requests.ts';
import { createGateway, gatewayForAgent, type SessionGateway } from './tool-gateway.ts';

/** The session's side of the tools. */
export function openGateway(
  { scenario, clock }: SessionOptions,
  { world, ledger, recorder, interrupt, notes, policies }: ConversationContext,
): SessionGateway {
  return createGateway({
    world,
    ledger,
    descriptions: describeTools(world),
    book: createStepBook(recorder),
    interrupt,
    clock,
    faults: scenario.faults,
    limits: scenario.limits,
    onToolCrash: scenario.onToolCrash,
    refuse: policies.refuse,
    onCrash(crash) {
      notes.breakages.push({ message: crash.message });
      notes.error ??= crash;
    },
  });
}

export type OpenedParties =
  | { status: 'open'; agent: AgentSession; user: UserSession }
  | { status: 'closed'; end: SessionEnd };

/** Opens the user and the agent; what either throws, or a deadline, is the end of the session. */
export async function openParties(
  { scenario, key, seed, run, user, agent, clock, models }: SessionOptions,
  {
    gateway,
    interrupt,
    recorder,
    requests,
    watch,
    noteLate,
  }: ConversationContext & { gateway: SessionGateway; watch: ModelWatch; noteLate: (what: string) => void },
): Promise<OpenedParties> {
  const openAs =
    (role: ChatRole): OpenModel =>
    (model) =>
      timeRequests(models?.open(model, { role, key, seed }) ?? model.open({ role, key, seed }), {
        elapsedMs: recorder.elapsedMs,
        note: (took) => recorder.noteRequest(role, took),
        follow: () => requests.begin({ role, model: model.name }),
      });
  const openForAgent: OpenModel = (model) => watch.watch(openAs('agent')(model), model.name);
  let userSession: UserSession;
  try {
    userSession = user.open({ key, seed, signal: interrupt.signal, openModel: openAs('user') });
  } catch (error) {
    return { status: 'closed', end: brokenUser(error) };
  }
  const { language, policy, now, limits } = scenario;
  const missed = `the agent was not ready within ${describeMs(limits.turnTimeoutMs)}`;
  const end: SessionEnd = { reason: 'timeout', detail: missed };
  const disarm = armDeadline(clock, limits.turnTimeoutMs, { interrupt, requests, who: 'agent', missed, end });
  try {
    const outcome = await interrupt.race(
      openAgent(agent, {
        key,
        seed,
        ...(run === undefined ? {} : { run }),
        input: { ...(language === undefined ? {} : { language }), policy, now },
        tools: gatewayForAgent(gateway),
        signal: interrupt.signal,
        openModel: openForAgent,
        noteLate,
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
