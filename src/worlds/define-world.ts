import type { World, WorldContext } from '../domain/contracts/world.ts';
import { UsageError } from '../domain/errors.ts';
import type { FixedInput } from '../domain/transcript/transcript-event.ts';
import { seedOf } from '../domain/values/hash.ts';
import type { JsonValue } from '../domain/values/json-value.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import { type Random, randomFrom } from '../domain/values/random.ts';
import type { Tool } from './define-tool.ts';
import { openWorld } from './world-session.ts';

/** What the first state of a session is made from. */
export type StateContext = {
  seed: number;
  /** The scenario's clock, ISO 8601 with zone. */
  now: string;
  /** The scenario's `given`, or an empty object. */
  given: JsonValue;
  /** Chance, decided by the session's seed. */
  random: Random;
};

/** A rule of the world: true, or words that say how it is broken. */
export type Invariant<State> = (state: State) => true | string;

export type WorldOptions<State> = {
  name: string;
  /** The state that a session begins with; copied, so that sessions share nothing. Data only: no functions, no classes. */
  state: (context: StateContext) => State;
  tools: readonly Tool<NoInfer<State>>[];
  /** Rules that must hold at any time, by name. Synchronous, and without side effects. */
  invariants?: Readonly<Record<string, Invariant<NoInfer<State>>>>;
  /** What the world holds fixed for a run; `tools` unless it says otherwise. */
  fixed?: readonly FixedInput[];
};

/**
 * A simulated world: tools over a state that starts afresh for each session. A successful call of a tool whose effect is
 * `write` or `unknown` is logged as a write. Throws UsageError for two tools of one name, and for a `requires` that names
 * no tool of this world.
 */
export function defineWorld<State>({
  name,
  state,
  tools,
  invariants = {},
  fixed = ['tools'],
}: WorldOptions<State>): World {
  checkTools(name, tools);
  return {
    name,
    fixed,
    open: (context) => openWorld({ name, tools, invariants, initial: firstState(name, state, context), context }),
  };
}

function checkTools(world: string, tools: readonly { name: string; requires: readonly { tool: string }[] }[]): void {
  const names = tools.map((tool) => tool.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`the world \`${world}\` has two tools named \`${twice}\``);
  for (const tool of tools) {
    for (const requirement of tool.requires) {
      if (names.includes(requirement.tool)) continue;
      const near = nearestName(requirement.tool, names);
      const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
      throw new UsageError(
        `the tool \`${tool.name}\` of the world \`${world}\` requires \`${requirement.tool}\`, which is no tool of it.${hint}`,
      );
    }
  }
}

function firstState<State>(
  name: string,
  make: (context: StateContext) => State,
  { seed, now, given }: WorldContext,
): State {
  const state = make({ seed, now, given: given ?? {}, random: randomFrom(() => seedOf(seed, 'state')) });
  try {
    return structuredClone(state);
  } catch (cause) {
    throw new Error(`the state of the world \`${name}\` holds something that is no data, such as a function`, {
      cause,
    });
  }
}
