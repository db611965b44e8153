import type { ChatMessage, ChatModel, ModelCallRecord } from '../../domain/contracts/chat-model.ts';
import type {
  Heard,
  TalkLine,
  UserContext,
  UserEnd,
  UserMove,
  UserSession,
  UserTrace,
} from '../../domain/contracts/simulated-user.ts';
import { againRequest } from '../../domain/prompts/persona-prompt.ts';
import { saysValue } from '../checks/says-value.ts';
import { quoteOf, type UserKnowledge, type WordsFinding } from '../checks/words-check.ts';
import { moveAfterEnd } from '../ended.ts';
import { factValues } from '../facts.ts';
import { listenFor } from '../language/elicitation.ts';
import { emptyTrace } from '../utterance.ts';
import { type ModelLine, openModelLine } from './ask-model.ts';
import { type JudgedMove, judgeMove, mayLeave } from './judge-move.ts';
import { bringsNothingNew } from './progress.ts';
import { readReply } from './read-reply.ts';
import { chatMessages, linesHeard } from './remembered-talk.ts';
import { readState, type SessionState, storeState } from './session-state.ts';

/** What is known of a session's user before the first word. */
export type PersonaSetup = {
  model: ChatModel;
  /** The persona's name, as a model might put it before its words. */
  name: string;
  system: string;
  fence: string;
  promptHash: string;
  knowledge: UserKnowledge;
  patience: number | undefined;
  minTurns: number;
  waitsForAgent: boolean;
  /** For the first step of the trace. */
  notes: readonly string[];
};

/** One conversation in which a model speaks for a persona. */
export function openPersonaSession(setup: PersonaSetup, context: UserContext): UserSession {
  let state: SessionState = {
    talk: [...(context.history ?? [])],
    stalled: 0,
    isHeld: false,
    hasBegun: false,
    isOver: false,
  };
  const line = openModelLine(setup.model, { context, promptHash: setup.promptHash });
  return {
    next: async (heard) => {
      if (state.isOver) return moveAfterEnd('persona');
      const move = await takeTurn({ setup, state, line, heard });
      state.isOver = move.kind === 'broken' || move.kind === 'end' || (move.kind === 'say' && move.end !== undefined);
      if (!state.isOver) return move;
      const problem = await line.close();
      if (problem === undefined || move.kind === 'broken') return move;
      return { kind: 'broken', problem, trace: move.trace, modelCalls: move.modelCalls };
    },
    snapshot: () => storeState(state),
    restore: (snapshot) => {
      state = readState(snapshot);
    },
  };
}

type Turn = { setup: PersonaSetup; state: SessionState; line: ModelLine; heard: Heard };

async function takeTurn({ setup, state, line, heard }: Turn): Promise<UserMove> {
  const turn = heard.turn + 1;
  const notes = state.hasBegun ? [] : [...setup.notes];
  state.hasBegun = true;
  hear(state, heard);
  if (setup.waitsForAgent && heard.turn < 0 && state.talk.length === 0)
    return { kind: 'silent', trace: traceOf(notes) };
  const leaving = leave(state, { turn, setup });
  if (leaving !== undefined) return { kind: 'end', end: leaving, trace: traceOf(notes) };
  state.isHeld = false;
  const answer = await seekWords({ setup, state, line, turn });
  const { modelCalls } = answer;
  const told = [...notes, ...answer.notes];
  if (answer.status === 'broken') {
    const { problem, reason } = answer;
    return { kind: 'broken', problem, reason, trace: traceOf(told), modelCalls };
  }
  const { act, said, reason, isHeld } = answer.move;
  const end: UserEnd = { reason, detail: `the persona said ${reason === 'user_done' ? 'END' : 'GIVE UP'}` };
  if (act === 'end') return { kind: 'end', end, trace: traceOf(told), modelCalls };
  const trace: UserTrace = {
    ...traceOf(told),
    disclosed: disclosuresIn(said, { talk: state.talk, knowledge: setup.knowledge }),
  };
  state.talk.push({ speaker: 'user', turn, text: said });
  state.isHeld = isHeld;
  return act === 'last_words'
    ? { kind: 'say', text: said, end, trace, modelCalls }
    : { kind: 'say', text: said, trace, modelCalls };
}

function hear(state: SessionState, heard: Heard): void {
  const earlier = state.talk.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : []));
  const lines = linesHeard(heard);
  if (heard.turn >= 0) {
    const reply = lines.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])).join('\n');
    const isStalled = heard.notices.length === 0 && bringsNothingNew(reply, earlier);
    state.stalled = isStalled ? state.stalled + 1 : 0;
  }
  state.talk.push(...lines);
}

/** An end that needs no model: patience is used up, or an end that was held may come. */
function leave(
  { talk, stalled, isHeld }: SessionState,
  { turn, setup }: { turn: number; setup: PersonaSetup },
): UserEnd | undefined {
  const { patience, minTurns } = setup;
  if (turn < minTurns) return undefined;
  if (isHeld && mayLeave(talk)) return { reason: 'user_done', detail: 'the persona said END, and was answered' };
  if (patience === undefined || stalled < patience) return undefined;
  const detail = `${stalled} ${stalled === 1 ? 'answer' : 'answers in a row'} brought nothing new (patience ${patience})`;
  return { reason: 'user_gave_up', detail };
}

type Words = { notes: readonly string[]; modelCalls: readonly ModelCallRecord[] } & (
  | { status: 'usable'; move: JudgedMove }
  | { status: 'broken'; problem: string; reason: 'user_error' | 'infrastructure_error' | 'budget' }
);

/** Asks the model, and once more when its words cannot be used. */
async function seekWords({ setup, state, line, turn }: Omit<Turn, 'heard'> & { turn: number }): Promise<Words> {
  const { minTurns, knowledge } = setup;
  const messages = chatMessages(setup.system, { talk: state.talk, fence: setup.fence });
  const modelCalls: ModelCallRecord[] = [];
  const notes: string[] = [];
  /** Words that could be better, and are still good enough. */
  let bearable: JudgedMove | undefined;
  let faults: readonly Fault[] = [];
  let asked: readonly ChatMessage[] = messages;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await line.ask(asked, turn);
    if (answer.call !== undefined) modelCalls.push(answer.call);
    if (answer.status === 'failed') {
      const { problem, reason } = answer;
      return { status: 'broken', problem, reason, notes, modelCalls };
    }
    const { text } = answer.reply;
    const reply = readReply(answer.reply, setup.name);
    const move =
      reply.status === 'said' ? judgeMove(reply, { turn, minTurns, talk: state.talk, knowledge }) : undefined;
    faults =
      reply.status === 'said'
        ? (move?.findings ?? [])
        : [{ effect: 'break', message: reply.problem, quote: quoteOf(text) }];
    const isBroken = faults.some(({ effect }) => effect === 'break');
    if (move !== undefined && faults.every(({ effect }) => effect === 'note')) {
      return { status: 'usable', move, notes: [...notes, ...faults.map(sentence)], modelCalls };
    }
    if (!isBroken) bearable = move;
    const reasons = faults.filter(({ effect }) => effect !== 'note');
    if (attempt === 0) {
      notes.push(`asked again: ${reasons.map(sentence).join('; ')}`);
      asked = [...messages, ...again(text, reasons)];
    }
  }
  if (bearable !== undefined) {
    return {
      status: 'usable',
      move: bearable,
      notes: [...notes, ...bearable.findings.map((fault) => `kept all the same: ${sentence(fault)}`)],
      modelCalls,
    };
  }
  const worst = faults.find(({ effect }) => effect === 'break');
  const problem = `turn ${turn}: the simulated user ${worst === undefined ? 'did not speak' : sentence(worst)}, also when it was asked again`;
  return { status: 'broken', problem, reason: 'user_error', notes, modelCalls };
}

type Fault = Pick<WordsFinding, 'effect' | 'message' | 'quote'>;

function sentence({ message, quote }: Fault): string {
  return quote === '' ? message : `${message}: “${quote}”`;
}

function again(text: string, reasons: readonly Fault[]): ChatMessage[] {
  return [
    { role: 'assistant', content: text.trim() === '' ? '(nothing)' : text.slice(0, 2_000) },
    { role: 'user', content: againRequest(reasons.map(({ message }) => message)) },
  ];
}

function traceOf(notes: readonly string[]): UserTrace {
  return { ...emptyTrace('persona'), ...(notes.length === 0 ? {} : { notes: [...notes] }) };
}

/** Facts in the words; asked for, if the agent has done so by now, in this turn or before. */
function disclosuresIn(
  said: string,
  { talk, knowledge }: { talk: readonly TalkLine[]; knowledge: UserKnowledge },
): UserTrace['disclosed'] {
  const isAskedFor = listenFor(talk.flatMap(({ speaker, text }) => (speaker === 'agent' ? [text] : [])));
  return Object.entries(factValues(knowledge.facts ?? {})).flatMap(([fact, value]) => {
    if (!saysValue(said, value)) return [];
    return [{ fact, how: isAskedFor({ name: fact, value }) ? ('elicited' as const) : ('volunteered' as const) }];
  });
}
