import type { InvariantBreach, Notice, World, WorldSession, WorldTool } from '../../domain/contracts/world.ts';
import { isThenable } from '../../domain/values/is-thenable.ts';

/** What became of a world call by call: a session itself looks at it when a turn is over. */
export type Watched = {
  /** Calls that told the user something: that is an effect, too. */
  notified: ReadonlySet<string>;
  /** By rule that did not hold when a turn was over: the call since which it did not, undefined for the beginning. */
  brokenBy: ReadonlyMap<string, string | undefined>;
};

type Watch = { notified: Set<string>; brokenBy: Map<string, string | undefined> };

export function watchWorld(world: World): Watched & { world: World } {
  const watch: Watch = { notified: new Set(), brokenBy: new Map() };
  return { ...watch, world: { ...world, open: (context) => watchSession(world.open(context), watch) } };
}

function watchSession(session: WorldSession, { notified, brokenBy }: Watch): WorldSession {
  const held: Notice[] = [];
  const broken = new Map<string, string | undefined>();
  const look = (callId: string | undefined): void => {
    const rules = new Set(breachesOf(session).map(({ rule }) => rule));
    for (const rule of [...broken.keys()]) if (!rules.has(rule)) broken.delete(rule);
    for (const rule of rules) if (!broken.has(rule)) broken.set(rule, callId);
  };
  const collect = (callId: string): void => {
    const fresh = session.notices();
    if (fresh.length > 0) notified.add(callId);
    held.push(...fresh);
    look(callId);
  };
  look(undefined);
  return {
    tools: session.tools.map((tool) => watchTool(tool, collect)),
    state: () => session.state(),
    writes: () => session.writes(),
    notices: () => [...held.splice(0), ...session.notices()],
    invariants() {
      const breaches = session.invariants();
      for (const { rule } of breaches) {
        if (broken.has(rule) && !brokenBy.has(rule)) brokenBy.set(rule, broken.get(rule));
      }
      return breaches;
    },
    snapshot: () => session.snapshot(),
    restore: (snapshot) => session.restore(snapshot),
  };
}

/** A world that cannot tell is met by the session itself when the turn is over. */
function breachesOf(session: WorldSession): readonly InvariantBreach[] {
  try {
    return session.invariants();
  } catch {
    return [];
  }
}

function watchTool(tool: WorldTool, collect: (callId: string) => void): WorldTool {
  const { name, description, parameters, effect, requires, concurrent } = tool;
  return {
    ...{ name, description, parameters, effect, requires, concurrent },
    check: (input) => tool.check(input),
    run(value, options) {
      const settle = (): void => collect(options.callId);
      let result: unknown;
      try {
        result = tool.run(value, options);
      } catch (error) {
        settle();
        throw error;
      }
      if (isThenable(result)) return Promise.resolve(result).finally(settle);
      settle();
      return result;
    },
  };
}
