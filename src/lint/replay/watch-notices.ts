import type { Notice, World, WorldSession, WorldTool } from '../../domain/contracts/world.ts';

/** A world of which is noted which calls told the user something: that is an effect, too. */
export function watchNotices(world: World): { world: World; notified: ReadonlySet<string> } {
  const notified = new Set<string>();
  return { notified, world: { ...world, open: (context) => watchSession(world.open(context), notified) } };
}

function watchSession(session: WorldSession, notified: Set<string>): WorldSession {
  const held: Notice[] = [];
  const collect = (callId: string): void => {
    const fresh = session.notices();
    if (fresh.length > 0) notified.add(callId);
    held.push(...fresh);
  };
  return {
    tools: session.tools.map((tool) => watchTool(tool, collect)),
    state: () => session.state(),
    writes: () => session.writes(),
    notices: () => [...held.splice(0), ...session.notices()],
    invariants: () => session.invariants(),
    snapshot: () => session.snapshot(),
    restore: (snapshot) => session.restore(snapshot),
  };
}

function watchTool(tool: WorldTool, collect: (callId: string) => void): WorldTool {
  const { name, description, parameters, effect, requires, concurrent } = tool;
  return {
    ...{ name, description, parameters, effect, requires, concurrent },
    check: (input) => tool.check(input),
    run(value, options) {
      const result = tool.run(value, options);
      if (!isThenable(result)) {
        collect(options.callId);
        return result;
      }
      return Promise.resolve(result).then((settled) => {
        collect(options.callId);
        return settled;
      });
    },
  };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
