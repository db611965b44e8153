import type { AnyMachineSnapshot } from 'xstate';
import type { Heard, UserContext, UserMove, UserTrace } from '../../domain/contracts/simulated-user.ts';
import { fromJsonValue } from '../../domain/values/from-json-value.ts';
import { type JsonValue, toJsonValue } from '../../domain/values/json-value.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { moveAfterEnd } from '../ended.ts';
import type { KnownFacts } from '../facts.ts';
import { createMoment, type Memory, type Moment } from '../guards/moment.ts';
import { emptyTrace } from '../utterance.ts';
import type { Engine } from './engine.ts';
import { readStep, type Step } from './read-step.ts';
import type { Outcome } from './xstate-kernel.ts';

export type MachineSession = {
  next(engine: Engine, heard: Heard): UserMove;
  snapshot(): JsonValue;
  restore(snapshot: JsonValue): void;
};

/** What a session keeps between turns. */
type State = {
  /** XState's snapshot, or what is left of it after `restore`, until the machine is at hand again. */
  at: { kind: 'new' } | { kind: 'live'; snapshot: AnyMachineSnapshot } | { kind: 'stored'; persisted: JsonValue };
  current: string;
  visits: Map<string, number>;
  captures: Record<string, string>;
  isOver: boolean;
};

/** One conversation of a machine user. The engine is handed in with each turn, since it may still have to be loaded. */
export function openMachineSession({ key, seed }: UserContext, knowledge: KnownFacts): MachineSession {
  let state: State = { at: { kind: 'new' }, current: '', visits: new Map(), captures: {}, isOver: false };
  return {
    next: (engine, heard) => {
      if (state.isOver) return moveAfterEnd('machine');
      const move = takeTurn(engine, { state, heard, key, seed, knowledge });
      state.isOver = move.kind === 'broken' || move.kind === 'end' || (move.kind === 'say' && move.end !== undefined);
      return move;
    },
    snapshot: () => storeState(state),
    restore: (snapshot) => {
      state = readState(snapshot);
    },
  };
}

type Turn = { state: State; heard: Heard; key: UserContext['key']; seed: number; knowledge: KnownFacts };

function takeTurn(engine: Engine, { state, heard, key, seed, knowledge }: Turn): UserMove {
  const { facts } = knowledge;
  const memory: Memory = { state: state.current, visits: state.visits, captures: state.captures, facts };
  const moment = createMoment(heard, memory);
  let outcome: Outcome;
  try {
    outcome = runMachine(engine, { state, heard, moment, input: { facts, key, seed } });
  } catch (error) {
    return brokenMove(engine.probe, describeFailure(engine, state.current, error));
  }
  const { snapshot, actions } = outcome;
  state.at = { kind: 'live', snapshot };
  if (snapshot.status === 'error') {
    return brokenMove(engine.probe, describeFailure(engine, state.current, snapshot.error));
  }
  const made = capture(engine, moment.text);
  for (const { name, value } of made) {
    Object.defineProperty(state.captures, name, { value, enumerable: true, configurable: true, writable: true });
  }
  const { visits, captures } = state;
  const step = readStep(engine, { actions, snapshot, heard, seed, visits, captures, knowledge });
  state.current = step.current ?? state.current;
  const trace: UserTrace = {
    ...traceOf(engine.probe),
    left: step.left,
    entered: step.entered,
    captures: made,
    disclosed: step.disclosed,
  };
  return moveOf(step, { trace, current: state.current });
}

function runMachine(
  { run, machine, probe, current }: Engine,
  { state, heard, moment, input }: { state: State; heard: Heard; moment: Moment; input: object },
): Outcome {
  Object.assign(probe, { looks: 0, guards: [], taken: [], failure: undefined });
  current.moment = moment;
  try {
    if (state.at.kind === 'new') return run.start(machine, input);
    const from =
      state.at.kind === 'live'
        ? state.at.snapshot
        : machine.restoreSnapshot(fromJsonValue(state.at.persisted) as never, {} as never);
    const event = {
      type: 'REPLY',
      turn: heard.turn,
      texts: Object.freeze([...heard.texts]),
      notices: Object.freeze([...heard.notices]),
    };
    return run.step(machine, from as AnyMachineSnapshot, event);
  } finally {
    current.moment = undefined;
  }
}

function capture({ captures, probe }: Engine, text: string): UserTrace['captures'] {
  if (captures.size === 0) return [];
  return probe.taken
    .flatMap((id) => captures.get(id) ?? [])
    .flatMap(({ name, pattern }) => {
      const value = pattern.capture(text);
      return value === undefined ? [] : [{ name, value }];
    });
}

function moveOf(step: Step, { trace, current }: { trace: UserTrace; current: string }): UserMove {
  const { text, end, problem } = step;
  if (problem !== undefined) return { kind: 'broken', problem, trace };
  if (end !== undefined) return text === '' ? { kind: 'end', end, trace } : { kind: 'say', text, end, trace };
  if (text !== '') return { kind: 'say', text, trace };
  const why = trace.transitions.length === 0 ? 'no transition takes this reply' : 'it neither says anything nor ends';
  return { kind: 'broken', problem: `state \`${current}\`: ${why}`, trace };
}

function brokenMove(probe: Engine['probe'], problem: string): UserMove {
  return { kind: 'broken', problem, trace: traceOf(probe) };
}

function traceOf({ taken, guards }: Engine['probe']): UserTrace {
  return { ...emptyTrace('machine'), transitions: taken, guards };
}

function describeFailure({ probe }: Engine, current: string, error: unknown): string {
  const { message } = safeErrorText(error);
  const { failure } = probe;
  if (failure === undefined) return `state \`${current === '' ? '(initial)' : current}\`: ${message}`;
  const reason = message.replace(/^Unable to evaluate guard [^\n]*\n/, '');
  if (failure.guard === '') return `state \`${failure.state}\`: transition \`${failure.transition}\`: ${reason}`;
  return `state \`${failure.state}\`: guard \`${failure.guard}\` of \`${failure.transition}\` failed: ${reason}`;
}

/** Only what XState needs to go on; its snapshots also carry the machine itself. */
function storeState({ at, current, visits, captures, isOver }: State): JsonValue {
  const persisted =
    at.kind === 'live' ? toJsonValue(persist(at.snapshot)).value : at.kind === 'stored' ? at.persisted : null;
  return { persisted, current, visits: [...visits], captures: Object.entries(captures), isOver };
}

function persist({ value, status, context, historyValue }: AnyMachineSnapshot): object {
  const history = Object.entries(historyValue as Record<string, readonly { id: string }[]>);
  return {
    value,
    status,
    context,
    children: {},
    historyValue: Object.fromEntries(history.map(([id, nodes]) => [id, nodes.map((node) => ({ id: node.id }))])),
  };
}

function readState(stored: JsonValue): State {
  const { persisted, current, visits, captures, isOver } = stored as {
    persisted: JsonValue;
    current: string;
    visits: readonly (readonly [string, number])[];
    captures: readonly (readonly [string, string])[];
    isOver: boolean;
  };
  if (typeof current !== 'string' || !Array.isArray(visits) || !Array.isArray(captures)) {
    throw new Error('not a snapshot of a machine user');
  }
  return {
    at: persisted === null ? { kind: 'new' } : { kind: 'stored', persisted },
    current,
    visits: new Map(visits),
    captures: Object.fromEntries(captures),
    isOver,
  };
}
