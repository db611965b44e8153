import type {
  InvariantBreach,
  Notice,
  WorldContext,
  WorldSession,
  WorldTool,
  WriteRecord,
} from '../domain/contracts/world.ts';
import { fromJsonValue } from '../domain/values/from-json-value.ts';
import { seedOf } from '../domain/values/hash.ts';
import { isThenable } from '../domain/values/is-thenable.ts';
import { type JsonValue, toJsonValue } from '../domain/values/json-value.ts';
import { randomFrom } from '../domain/values/random.ts';
import { safeErrorText } from '../domain/values/safe-error.ts';
import { failTool, type Tool, type ToolContext } from './define-tool.ts';

type OpenOptions<State> = {
  name: string;
  tools: readonly Tool<State>[];
  invariants: Readonly<Record<string, (state: State) => true | string>>;
  initial: State;
  context: WorldContext;
};

type Live<State> = {
  state: State;
  /** Calls that have begun; each has a number, which decides its chance and its place in the log. */
  begun: number;
  writes: { place: number; record: WriteRecord }[];
  notices: Notice[];
};

/** Opens a world on a state that belongs to this session alone. */
export function openWorld<State>({ name, tools, invariants, initial, context }: OpenOptions<State>): WorldSession {
  const live: Live<State> = { state: initial, begun: 0, writes: [], notices: [] };
  return {
    tools: tools.map((tool) => bindTool(tool, live, context)),
    state: () => toJsonValue(live.state).value,
    writes: () => live.writes.map(({ record }) => record),
    notices: () => live.notices.splice(0),
    invariants: () => Object.entries(invariants).flatMap(([rule, holds]) => breachOf(rule, holds, live.state)),
    snapshot: () => snapshotOf(name, live),
    restore: (snapshot) => restoreInto(live, snapshot),
  };
}

function bindTool<State>(tool: Tool<State>, live: Live<State>, { seed, now }: WorldContext): WorldTool {
  const { name, description, parameters, effect, requires, concurrent, check } = tool;
  return {
    ...{ name, description, parameters, effect, requires, concurrent, check },
    run(value, { callId, signal }) {
      const place = live.begun;
      live.begun += 1;
      const toolContext = contextOf(live, { place, seed, now, callId, signal });
      const log = (result: unknown): unknown => {
        if (effect !== 'read')
          addWrite(live, place, {
            callId,
            tool: name,
            arguments: toJsonValue(value).value,
            result: toJsonValue(result).value,
          });
        return result;
      };
      const result = tool.run(value, toolContext);
      return isThenable(result) ? Promise.resolve(result).then(log) : log(result);
    },
  };
}

/** Without getters: an object literal that has some gets a hidden class of its own, which keeps the session alive. */
function contextOf<State>(live: Live<State>, { place, seed, now, callId, signal }: Call): ToolContext<State> {
  return {
    callId,
    signal,
    now,
    state: live.state,
    random: randomFrom(() => seedOf(seed, 'call', place)),
    fail: failTool,
    notify: (text, from) => void live.notices.push(from === undefined ? { text } : { text, from }),
  };
}

type Call = { place: number; seed: number; now: string; callId: string; signal: AbortSignal };

/** By the order in which calls began: which of two concurrent calls ends first is chance. */
function addWrite<State>(live: Live<State>, place: number, record: WriteRecord): void {
  const later = live.writes.findIndex((write) => write.place > place);
  live.writes.splice(later === -1 ? live.writes.length : later, 0, { place, record });
}

function breachOf<State>(rule: string, holds: (state: State) => unknown, state: State): InvariantBreach[] {
  try {
    const result = holds(state);
    if (result === true) return [];
    if (typeof result === 'string') return [{ rule, message: result }];
    if (result === false) return [{ rule, message: 'does not hold' }];
    const found = isThenable(result) ? 'a promise' : JSON.stringify(toJsonValue(result, { maxParts: 50 }).value);
    return [{ rule, message: `could not be judged: the rule returned ${found}, expected true or a text` }];
  } catch (error) {
    return [{ rule, message: `could not be judged: the rule itself failed with: ${safeErrorText(error).message}` }];
  }
}

function snapshotOf<State>(name: string, live: Live<State>): JsonValue {
  const state = toJsonValue(live.state);
  if (state.lossy.length > 0) {
    throw new Error(
      `the state of the world \`${name}\` cannot be kept whole: look at ${state.lossy.slice(0, 5).join(', ') || 'its root'}`,
    );
  }
  return {
    state: state.value,
    begun: live.begun,
    writes: [...live.writes],
    notices: [...live.notices],
  } as unknown as JsonValue;
}

function restoreInto<State>(live: Live<State>, snapshot: JsonValue): void {
  const { state, begun, writes, notices } = snapshot as unknown as { state: JsonValue } & Omit<Live<State>, 'state'>;
  live.state = fromJsonValue(state) as State;
  live.begun = begun;
  live.writes = [...writes];
  live.notices = [...notices];
}
