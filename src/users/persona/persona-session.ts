import type {
  Heard,
  TalkLine,
  UserContext,
  UserEnd,
  UserMove,
  UserSession,
  UserTrace,
} from '../../domain/contracts/simulated-user.ts';
import { saysValue } from '../checks/says-value.ts';
import type { UserKnowledge } from '../checks/words-check.ts';
import { moveAfterEnd } from '../ended.ts';
import { factValues } from '../facts.ts';
import { listenFor } from '../language/elicitation.ts';
import { emptyTrace } from '../utterance.ts';
import { type ModelLine, openModelLine } from './ask-model.ts';
import { mayLeave } from './judge-move.ts';
import type { PersonaSetup } from './persona-setup.ts';
import { bringsNothingNew } from './progress.ts';
import { linesHeard } from './remembered-talk.ts';
import { seekWords } from './seek-words.ts';
import { readState, type SessionState, storeState } from './session-state.ts';

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
  const answer = await seekWords({ setup, talk: state.talk, line, turn });
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
