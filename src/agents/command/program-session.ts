import type { AgentContext, AgentSession, AgentStep, IncomingMessage } from '../../domain/contracts/agent.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { AgentReplyError } from '../agent-answer.ts';
import { createAbortRace } from '../race-abort.ts';
import { type CallBatch, createCallBatch } from './call-batch.ts';
import { readPipes } from './clock.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { PROTOCOL, quoteLine, type SessionLine } from './lines/program-line.ts';
import { stepOf, type ToolCallsOf } from './lines/step-of-line.ts';
import type { Program } from './program.ts';
import { errorOf } from './program-failure.ts';

export type ProgramSessionOptions = {
  program: Program;
  /** The session's name in every line. */
  id: string;
  label: string;
  toolCalls: ToolCallsOf;
  maxBytes: number;
  /** Whether its standard error becomes part of the transcript. */
  isLogKept: boolean;
  /** Gives the program back. `isBroken`: the session did not end well, and the program may hang. */
  release(state: { isBroken: boolean }): Promise<void>;
};

/** Lines of one session in one turn; a turn of more is a loop. */
const MAX_LINES = 10_000;

type Talk = ProgramSessionOptions & {
  context: AgentContext;
  inbox: Inbox;
  calls: CallBatch;
  isTurnOpen: boolean;
};

/** Begins one conversation with a program that runs. */
export function openProgramSession(options: ProgramSessionOptions, context: AgentContext): AgentSession {
  const { program, id, label, maxBytes } = options;
  const inbox = createInbox({ label, maxBytes });
  const calls = createCallBatch(context.tools, (line) => program.send({ type: 'tool_result', session: id, ...line }));
  const talk: Talk = { ...options, context, inbox, calls, isTurnOpen: false };
  const race = createAbortRace();
  program.attach(id, inbox);
  program.send({ type: 'session_started', session: id, ...startOf(talk) });
  let isClosed = false;
  return {
    async *reply(message, { signal }) {
      signal.throwIfAborted();
      yield* replyIn(talk, message, (line) => race.race(line, signal));
    },
    async [Symbol.asyncDispose]() {
      if (isClosed) return;
      isClosed = true;
      race.close();
      await closeTalk(talk);
    },
  };
}

function startOf({ context, toolCalls }: Talk): Readonly<Record<string, JsonValue>> {
  const { seed, input, tools } = context;
  return {
    protocol: PROTOCOL,
    seed,
    now: input.now,
    ...(input.language === undefined ? {} : { language: input.language }),
    policy: input.policy,
    tools: toolCalls === 'world' ? tools.descriptions : [],
  };
}

type Race = (line: SessionLine | Promise<SessionLine>) => Promise<SessionLine>;

async function* replyIn(talk: Talk, { turn, text }: IncomingMessage, race: Race): AsyncGenerator<AgentStep> {
  const { inbox, program, id, calls } = talk;
  if (talk.isTurnOpen) throw new AgentReplyError(`${talk.label} cannot go on: its turn before this one did not end`);
  refuseEarlyWords(talk);
  talk.isTurnOpen = true;
  program.send({ type: 'user_message', session: id, turn, text });
  try {
    for (let count = 0; count < MAX_LINES; count += 1) {
      const line = await race(inbox.next());
      if (line.type === 'tool_call') {
        takeCall(talk, line);
        continue;
      }
      calls.launch();
      if (endsTurn(line)) yield* tellErrorLines(talk);
      yield stepOf(line, talk);
      if (endsTurn(line)) {
        talk.isTurnOpen = false;
        return;
      }
    }
    throw new AgentReplyError(`${talk.label} wrote ${MAX_LINES} lines in one turn, and none that ends it`);
  } finally {
    if (talk.isTurnOpen) becomeLate(talk);
  }
}

/** What the program logged up to the end of its turn. What it logs afterwards belongs to the next one. */
async function* tellErrorLines({ program, isLogKept }: Talk): AsyncGenerator<AgentStep> {
  if (!isLogKept) return;
  await readPipes();
  const lines = program.takeErrorLines();
  if (lines.length > 0) yield { type: 'custom', name: 'stderr', data: { lines } };
}

function endsTurn(line: SessionLine): boolean {
  return line.type === 'handed_off' || (line.type === 'agent_message' && line.final);
}

/** Words before the question would become the answer to it, and every later answer would slip by one. */
function refuseEarlyWords({ inbox, label }: Talk): void {
  const early = inbox.unread().find(isWord);
  if (early !== undefined)
    throw new AgentReplyError(`${label} wrote ${EARLY}: ${quoteLine(early.source)}\n${EARLY_HINT}`);
}

const EARLY = 'a line after the last one of its turn, when no answer was awaited';
const EARLY_HINT = 'Of several messages in a turn, all but the last say `"final": false`.';

function isWord({ type }: SessionLine): boolean {
  return type !== 'usage' && type !== 'custom' && type !== 'step_started';
}

function takeCall({ calls, toolCalls, label }: Talk, line: Extract<SessionLine, { type: 'tool_call' }>): void {
  if (toolCalls !== 'world') {
    const what = `${label} called the tool of a world, which an agent with \`toolCalls: '${toolCalls}'\` does not have`;
    throw new AgentReplyError(`${what}: ${quoteLine(line.source)}`);
  }
  calls.add(line);
}

function becomeLate({ inbox, program, context }: Talk): void {
  const rest = program.unfinishedLine();
  if (rest !== undefined) context.noteLate?.(`a line that has no end yet: ${quoteLine(rest)}`);
  inbox.closeTo((line) => context.noteLate?.(nameOf(line)));
}

function nameOf({ type }: SessionLine): string {
  switch (type) {
    case 'agent_message':
      return 'an answer';
    case 'tool_call':
      return 'a tool call';
    default:
      return `a line of type \`${type}\``;
  }
}

async function closeTalk(talk: Talk): Promise<void> {
  const { inbox, program, id, context, calls, release } = talk;
  const isBroken = talk.isTurnOpen || (inbox.failure()?.isClean ?? true) === false;
  calls.close();
  program.send({ type: 'session_ended', session: id });
  await release({ isBroken });
  program.detach(id, (line) => context.noteLate?.(nameOf(line)));
  if (talk.isTurnOpen) return;
  const failure = inbox.failure();
  refuseEarlyWords(talk);
  if (failure !== undefined && !failure.isClean) throw errorOf(failure, { isAwaited: false });
}
