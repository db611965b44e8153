import type { Effect } from '../../../domain/authoring/tool-stub.ts';
import type { EventOf } from '../../../domain/transcript/transcript-event.ts';
import { compileGlob } from '../../../domain/values/glob.ts';
import { isObject } from '../../../domain/values/json-shape.ts';
import type { CallMoment } from './moment.ts';

/** Tools of which an author says what they do, for sessions that do not say; globs. */
export type KnownEffects = { reads?: readonly string[] | undefined; writes?: readonly string[] | undefined };

/** The calls of a session: who launched them, what came of them, and when that was seen. */
export type CallBook = {
  calls: readonly CallMoment[];
  lookupArguments: ReadonlySet<string>;
  begin(event: EventOf<'session_started'>): void;
  /** Notes which calls a message launches; returns those whose results its request carried. */
  launch(event: EventOf<'agent_step'>): readonly CallMoment[];
  take(event: EventOf<'tool_call'>): CallMoment;
  settle(event: EventOf<'tool_result'>): CallMoment | undefined;
};

const NONE: readonly CallMoment[] = [];

export function createCallBook(effects: KnownEffects): CallBook {
  const calls: CallMoment[] = [];
  const lookupArguments = new Set<string>();
  const byId = new Map<string, CallMoment>();
  const launches = new Map<string, number>();
  let effectOf: (name: string) => Effect = () => 'unknown';
  return {
    calls,
    lookupArguments,
    begin(event) {
      effectOf = effectsOf(event, effects);
      for (const name of argumentsOfReads(event, effectOf)) lookupArguments.add(name);
    },
    launch({ callIds, sawResults, seq }) {
      for (const id of callIds) launches.set(id, seq);
      return sawResults.length === 0 ? NONE : sawResults.flatMap((id) => seeResult(byId.get(id), seq));
    },
    take(event) {
      const { call, seq } = event;
      const launchedAt = launches.get(call.id) ?? seq;
      const moment = callMoment(event, { callsBefore: calls.length, effect: effectOf(call.name), launchedAt });
      if (moment.effect === 'read' && isObject(moment.arguments)) {
        for (const name in moment.arguments) lookupArguments.add(name);
      }
      calls.push(moment);
      byId.set(call.id, moment);
      return moment;
    },
    settle: (event) => settleCall(byId.get(event.result.callId), event),
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

function settleCall(call: CallMoment | undefined, { result, seq }: EventOf<'tool_result'>): CallMoment | undefined {
  if (call === undefined || call.result !== undefined) return undefined;
  call.result = result;
  call.resultSeq = seq;
  call.outcome = result.outcome.status;
  return call;
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
