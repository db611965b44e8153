import type { Effect } from '../../../domain/authoring/tool-stub.ts';
import type { EventOf, TranscriptEvent } from '../../../domain/transcript/transcript-event.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import { compileGlob } from '../patterns/glob.ts';
import type { CallMoment, Moment, TextMoment } from './moment.ts';

/** Tools of which an author says what they do, for sessions that do not say; globs. */
export type KnownEffects = { reads?: readonly string[] | undefined; writes?: readonly string[] | undefined };

/** What an event of the transcript means to rules. */
export type Reading = {
  moments: readonly Moment[];
  /** Calls of whose results the agent's model has now been told. */
  seen: readonly CallMoment[];
  /** A call of which it is now known what came of it. */
  settled?: CallMoment | undefined;
};

/** Turns a session's events into moments, one event at a time. */
export type MomentReader = {
  calls: readonly CallMoment[];
  texts: readonly TextMoment[];
  lookupArguments: ReadonlySet<string>;
  read(event: TranscriptEvent): Reading;
  /** No further result can come. */
  finish(): void;
};

const NONE: readonly CallMoment[] = [];
const NOTHING: Reading = { moments: [], seen: NONE };

export function createMomentReader(effects: KnownEffects = {}): MomentReader {
  const calls: CallMoment[] = [];
  const texts: TextMoment[] = [];
  const lookupArguments = new Set<string>();
  const byId = new Map<string, CallMoment>();
  const launches = new Map<string, number>();
  let effectOf: (name: string) => Effect = () => 'unknown';
  let turn = -1;
  const readOne = (event: TranscriptEvent): Reading => {
    const { seq, turn: at } = event;
    const callsBefore = calls.length;
    switch (event.type) {
      case 'session_started':
        effectOf = effectsOf(event, effects);
        for (const name of argumentsOfReads(event, effectOf)) lookupArguments.add(name);
        return NOTHING;
      case 'user_message':
      case 'agent_message': {
        if (event.type === 'user_message' && event.silent) return NOTHING;
        const kind = event.type === 'user_message' ? 'user' : 'said';
        const moment: TextMoment = { kind, seq, turn: at, callsBefore, text: event.text };
        texts.push(moment);
        return { moments: [moment], seen: NONE };
      }
      case 'agent_step': {
        for (const id of event.callIds) launches.set(id, seq);
        const seen =
          event.sawResults.length === 0 ? NONE : event.sawResults.flatMap((id) => seeResult(byId.get(id), seq));
        return { moments: [{ kind: 'step', seq, turn: at, callsBefore, saw: event.sawResults }], seen };
      }
      case 'tool_call': {
        const { call } = event;
        const launchedAt = launches.get(call.id) ?? seq;
        const moment = callMoment(event, { callsBefore, effect: effectOf(call.name), launchedAt });
        if (moment.effect === 'read' && isObject(moment.arguments)) {
          for (const name in moment.arguments) lookupArguments.add(name);
        }
        calls.push(moment);
        byId.set(call.id, moment);
        return { moments: [moment], seen: NONE };
      }
      case 'tool_result':
        return settle(byId.get(event.result.callId), event);
      case 'agent_event':
        return { moments: [{ kind: 'event', seq, turn: at, callsBefore, name: event.name }], seen: NONE };
      default:
        return NOTHING;
    }
  };
  return {
    calls,
    texts,
    lookupArguments,
    read(event) {
      const callsBefore = calls.length;
      const reading = readOne(event);
      if (event.turn <= turn || event.type === 'session_started') return reading;
      turn = event.turn;
      return { ...reading, moments: [{ kind: 'turn', seq: event.seq, turn, callsBefore }, ...reading.moments] };
    },
    finish() {
      for (const call of calls) if (call.outcome === 'pending') call.outcome = 'none';
    },
  };
}

/** Every property is there from the beginning: the engine is quickest with objects of one shape. */
function callMoment(
  { seq, turn, call }: EventOf<'tool_call'>,
  known: Pick<CallMoment, 'callsBefore' | 'effect' | 'launchedAt'>,
): CallMoment {
  const { callsBefore, effect, launchedAt } = known;
  const values = call.arguments.status === 'parsed' ? call.arguments.value : undefined;
  return {
    kind: 'call',
    seq,
    turn,
    callsBefore,
    call,
    name: call.name,
    arguments: values,
    effect,
    launchedAt,
    outcome: 'pending',
    result: undefined,
    resultSeq: undefined,
    seenAt: undefined,
  };
}

function seeResult(call: CallMoment | undefined, seq: number): CallMoment[] {
  if (call === undefined || call.seenAt !== undefined) return [];
  call.seenAt = seq;
  return [call];
}

function settle(call: CallMoment | undefined, { result, seq }: EventOf<'tool_result'>): Reading {
  if (call === undefined || call.result !== undefined) return NOTHING;
  call.result = result;
  call.resultSeq = seq;
  call.outcome = result.outcome.status;
  return { moments: [], seen: NONE, settled: call };
}

/**
 * What an author says goes first. In a simulation a tool of the world that is not known to read counts as one that writes;
 * of a tool that nobody described nothing is known.
 */
function effectsOf(
  { tools, origin }: EventOf<'session_started'>,
  { reads = [], writes = [] }: KnownEffects,
): (name: string) => Effect {
  const told = new Map(tools === 'unknown' ? [] : tools.map(({ name, effect }) => [name, effect]));
  const [areReads, areWrites] = [reads.map(compileGlob), writes.map(compileGlob)];
  const known = new Map<string, Effect>();
  const decide = (name: string): Effect => {
    if (areWrites.some((fits) => fits(name))) return 'write';
    if (areReads.some((fits) => fits(name))) return 'read';
    const effect = told.get(name);
    return effect === 'unknown' && origin.kind !== 'import' ? 'write' : (effect ?? 'unknown');
  };
  return (name) => {
    const effect = known.get(name) ?? decide(name);
    known.set(name, effect);
    return effect;
  };
}

function argumentsOfReads({ tools }: EventOf<'session_started'>, effectOf: (name: string) => Effect): string[] {
  if (tools === 'unknown') return [];
  return tools.flatMap(({ name, parameters }) => {
    const properties = isObject(parameters) ? parameters.properties : undefined;
    return effectOf(name) === 'read' && isObject(properties) ? Object.keys(properties) : [];
  });
}
