import type { MachineGraph } from '../domain/authoring/machine-definition.ts';
import type { ModelCallRecord } from '../domain/contracts/chat-model.ts';
import type {
  Heard,
  SimulatedUser,
  TalkLine,
  UserContext,
  UserEnd,
  UserMove,
  UserSession,
  UserTrace,
} from '../domain/contracts/simulated-user.ts';
import { UsageError } from '../domain/errors.ts';
import { stableHash } from '../domain/values/hash.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { moveAfterEnd } from './ended.ts';
import { linesHeard } from './persona/remembered-talk.ts';

/**
 * A user who is played by several drivers, one after the other: when a part ends, for whatever reason, the next takes
 * over, in the same turn or after the agent's reply to a last word, and is handed the talk so far. The last part's end
 * is the user's. In traces and in the graph, names of states and transitions carry the part before them: `1/ask`, `1/ask.on[0]`.
 */
export function chainUser(parts: readonly SimulatedUser[]): SimulatedUser {
  if (parts.length === 0) throw new UsageError('a chain of users needs at least one part');
  const [first] = parts;
  const promptHash = combine(parts.map((part) => part.promptHash));
  const machineHash = combine(parts.map((part) => part.machineHash));
  const graph = joinGraphs(parts);
  return {
    driver: 'chain',
    fixed: (first?.fixed ?? []).filter((input) => parts.every(({ fixed }) => fixed.includes(input))),
    ...(promptHash === undefined ? {} : { promptHash }),
    ...(machineHash === undefined ? {} : { machineHash }),
    ...(graph === undefined ? {} : { graph }),
    open: (context) => openChain(parts, context),
  };
}

type Place = {
  part: number;
  session: UserSession;
  isPartOver: UserEnd | undefined;
  isOver: boolean;
  /** What was heard and said before the next move. */
  talk: readonly TalkLine[];
};

function openChain(parts: readonly SimulatedUser[], context: UserContext): UserSession {
  const openPart = (part: number, history: readonly TalkLine[]): UserSession => {
    const user = parts[part];
    if (user === undefined) throw new Error(`a chain of ${parts.length} users has no part ${part}`);
    return user.open({ ...context, history });
  };
  const talk = context.history ?? [];
  const place: Place = { part: 0, session: openPart(0, talk), isPartOver: undefined, isOver: false, talk };
  return {
    next: async (heard) => {
      if (place.isOver) return moveAfterEnd('chain');
      const move = await advance(place, { heard, parts, openPart });
      place.talk = [...place.talk, ...linesHeard(heard), ...lineSaid(move, heard.turn + 1)];
      return move;
    },
    snapshot: () => {
      const { part, session, isPartOver, isOver } = place;
      const ended = isPartOver === undefined ? null : { reason: isPartOver.reason, detail: isPartOver.detail ?? null };
      return { part, session: session.snapshot(), ended, isOver, talk: place.talk.map((line) => ({ ...line })) };
    },
    restore: (snapshot) => {
      const { part, session: inner, ended, isOver, talk: said } = snapshot as Stored;
      if (!Number.isInteger(part) || typeof isOver !== 'boolean' || !Array.isArray(said)) {
        throw new Error('not a snapshot of a chain of users');
      }
      const session = openPart(part, said);
      session.restore(inner);
      const isPartOver = ended === null ? undefined : { reason: ended.reason, detail: ended.detail ?? undefined };
      Object.assign(place, { part, session, isPartOver, isOver, talk: said });
    },
  };
}

type Ways = {
  heard: Heard;
  parts: readonly SimulatedUser[];
  openPart(part: number, history: readonly TalkLine[]): UserSession;
};

/** Lets the part speak whose turn it is, and those after it as long as each only ends. */
async function advance(place: Place, { heard, parts, openPart }: Ways): Promise<UserMove> {
  const earlier: UserTrace[] = [];
  const modelCalls: ModelCallRecord[] = [];
  for (;;) {
    if (place.isPartOver !== undefined) {
      const handover = handoverOf(place.part, { user: parts[place.part], end: place.isPartOver });
      place.part += 1;
      place.session = openPart(place.part, place.talk);
      place.isPartOver = undefined;
      earlier.push({ ...emptyPart(place.part), driver: parts[place.part]?.driver ?? '', handover });
    }
    const move = await place.session.next(heard);
    modelCalls.push(...(move.modelCalls ?? []));
    const trace = joinTraces([...earlier, inPart(move.trace, place.part)]);
    const calls = modelCalls.length === 0 ? {} : { modelCalls };
    const isLast = place.part === parts.length - 1;
    if (move.kind === 'end' && !isLast) {
      place.isPartOver = move.end;
      earlier.push(inPart(move.trace, place.part));
      continue;
    }
    if (move.kind === 'say' && move.end !== undefined && !isLast) {
      place.isPartOver = move.end;
      const { end: _, ...said } = move;
      return { ...said, trace, ...calls };
    }
    place.isOver = move.kind === 'end' || move.kind === 'broken' || (move.kind === 'say' && move.end !== undefined);
    return { ...move, trace, ...calls };
  }
}

function lineSaid(move: UserMove, turn: number): TalkLine[] {
  return move.kind === 'say' ? [{ speaker: 'user', turn, text: move.text }] : [];
}

type Stored = {
  part: number;
  session: JsonValue;
  ended: { reason: UserEnd['reason']; detail: string | null } | null;
  isOver: boolean;
  talk: TalkLine[];
};

function handoverOf(part: number, { user, end }: { user: SimulatedUser | undefined; end: UserEnd }): string {
  return `part ${part} (${user?.driver ?? ''}) ended: ${end.reason}${end.detail === undefined ? '' : `, ${end.detail}`}`;
}

function emptyPart(part: number): UserTrace {
  return { driver: '', part, left: [], entered: [], transitions: [], guards: [], captures: [], disclosed: [] };
}

function inPart(trace: UserTrace, part: number): UserTrace {
  const placed = (name: string): string => `${part}/${name}`;
  return {
    ...trace,
    part,
    left: trace.left.map(placed),
    entered: trace.entered.map(placed),
    transitions: trace.transitions.map(placed),
    guards: trace.guards.map((guard) => ({ ...guard, transition: placed(guard.transition) })),
  };
}

/** One trace for all that happened before the move; driver and part are those that made it. */
function joinTraces(traces: readonly UserTrace[]): UserTrace {
  const last = traces.at(-1) ?? emptyPart(0);
  const handovers = traces.flatMap(({ handover }) => (handover === undefined ? [] : [handover]));
  const notes = traces.flatMap(({ notes: own = [] }) => own);
  return {
    driver: last.driver,
    part: last.part,
    left: traces.flatMap(({ left }) => left),
    entered: traces.flatMap(({ entered }) => entered),
    transitions: traces.flatMap(({ transitions }) => transitions),
    guards: traces.flatMap(({ guards }) => guards),
    captures: traces.flatMap(({ captures }) => captures),
    disclosed: traces.flatMap(({ disclosed }) => disclosed),
    ...(notes.length === 0 ? {} : { notes }),
    ...(handovers.length === 0 ? {} : { handover: handovers.join('; ') }),
  };
}

function combine(hashes: readonly (string | undefined)[]): string | undefined {
  if (hashes.every((hash) => hash === undefined)) return undefined;
  return stableHash(JSON.stringify(hashes.map((hash) => hash ?? null)));
}

function joinGraphs(parts: readonly SimulatedUser[]): MachineGraph | undefined {
  const graphs = parts.flatMap(({ graph }, part) => (graph === undefined ? [] : [{ graph, part }]));
  const [first] = graphs;
  if (first === undefined) return undefined;
  return {
    initial: `${first.part}/${first.graph.initial}`,
    states: graphs.flatMap(({ graph, part }) => graph.states.map((state) => ({ ...state, id: `${part}/${state.id}` }))),
    transitions: graphs.flatMap(({ graph, part }) =>
      graph.transitions.map((transition) => ({
        ...transition,
        id: `${part}/${transition.id}`,
        from: `${part}/${transition.from}`,
        to: `${part}/${transition.to}`,
      })),
    ),
  };
}
