import { verdictOfEnd } from '../../domain/transcript/end-reason.ts';
import { endOf } from '../../domain/transcript/endings.ts';
import type { EventOf, TranscriptEvent } from '../../domain/transcript/transcript-event.ts';
import { NO_CALL } from '../../domain/transcript/world-changes.ts';
import { shownModel } from './known-names.ts';
import { partsText, textMessage } from './model-messages.ts';
import type { SessionTrace } from './session-trace.ts';
import type { Span } from './span.ts';

type Turn = {
  turn: number;
  user?: EventOf<'user_message'>;
  /** What the agent did, in order. */
  done: TranscriptEvent[];
  /** The user moved on in this turn, so that something else ended the session. */
  hasMoved: boolean;
};

/** `invoke_agent` for each turn in which the agent was asked or acted; `seq` is the turn's first event. */
export function turnSpans(trace: SessionTrace): { seq: number; span: Span }[] {
  const turns = collectTurns(trace.result.transcript);
  return turns.map((turn, index) => spanOfTurn(trace, turn, index === turns.length - 1));
}

export function markOfTurn(turn: number): string {
  return `turn ${turn}`;
}

function collectTurns(transcript: readonly TranscriptEvent[]): Turn[] {
  const turns = new Map<number, Turn>();
  for (const event of transcript) {
    const isAgents = isDoneByAgent(event);
    const known = turns.get(event.turn);
    if (known === undefined && event.type !== 'user_message' && !isAgents) continue;
    const turn = known ?? { turn: event.turn, done: [], hasMoved: false };
    turns.set(event.turn, turn);
    if (event.type === 'user_message') turn.user = event;
    else if (event.type === 'user_step') turn.hasMoved = turn.user !== undefined;
    else if (isAgents) turn.done.push(event);
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}

function isDoneByAgent(event: TranscriptEvent): boolean {
  switch (event.type) {
    case 'agent_step':
    case 'agent_message':
    case 'agent_event':
    case 'tool_call':
    case 'tool_result':
    case 'fault_injected':
      return true;
    case 'world_change':
      return event.callId !== NO_CALL;
    case 'model_call':
      return event.role === 'agent';
    default:
      return false;
  }
}

function spanOfTurn(trace: SessionTrace, turn: Turn, isLast: boolean): { seq: number; span: Span } {
  const { agent, eventMs, options, result } = trace;
  const { user, done } = turn;
  const first = user ?? done[0];
  const end = endOf(result.transcript);
  const { endReason } = result;
  const isCut = isLast && !isAnswered(turn) && endReason !== 'user_error' && verdictOfEnd(endReason) !== 'scored';
  const last = isCut ? (end ?? done.at(-1)) : done.at(-1);
  const models = done.filter((event) => event.type === 'model_call');
  const model = models[0] === undefined ? undefined : shownModel(trace, models[0]);
  const startMs = eventMs(first?.seq ?? 0);
  const span = trace.make({
    mark: markOfTurn(turn.turn),
    parent: 'session',
    name: agent === undefined ? 'invoke_agent' : `invoke_agent ${agent}`,
    time: { startMs, endMs: last === undefined ? startMs : eventMs(last.seq) },
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.provider.name': options.providerOf(models[0]?.model ?? '', 'agent'),
      'gen_ai.agent.name': agent,
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': sumOf(models.map(({ usage }) => usage?.tokensIn)),
      'gen_ai.usage.output_tokens': sumOf(models.map(({ usage }) => usage?.tokensOut)),
      'rehearsal.turn': turn.turn,
      ...(options.content ? contentOf(turn) : {}),
    },
    error: isCut ? { type: endReason, message: end?.detail } : undefined,
  });
  return { seq: first?.seq ?? 0, span };
}

function isAnswered({ hasMoved, done }: Turn): boolean {
  return hasMoved || done.some((event) => event.type === 'agent_message' && event.final);
}

function contentOf({ user, done }: Turn): Record<string, string> {
  const said = done.flatMap((event) => (event.type === 'agent_message' ? [event.text] : []));
  return {
    ...(user === undefined || user.silent
      ? {}
      : { 'gen_ai.input.messages': partsText([textMessage('user', user.text)]) }),
    ...(said.length === 0
      ? {}
      : {
          'gen_ai.output.messages': partsText(
            said.map((text) => ({ ...textMessage('assistant', text), finish_reason: 'stop' })),
          ),
        }),
  };
}

/** Absent when nobody said a number. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, count) => sum + count, 0);
}
