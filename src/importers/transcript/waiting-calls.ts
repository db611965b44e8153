import type { LoggedCall } from '../messages/logged-message.ts';

export type Launched = { call: LoggedCall; message: number };

/** The calls that wait for a result; each question is answered in constant time, since a log may hold any number of them. */
export type WaitingCalls = {
  /** A message launches calls: those of earlier ones are late from now on. */
  begin(message: number): void;
  launch(call: LoggedCall): void;
  /** The first of the latest message with that id, else the last of an earlier one. */
  withId(id: string): Launched | undefined;
  /** The first of the latest message, of that name where one is given. */
  first(name: string | undefined): Launched | undefined;
  settle(launched: Launched): void;
  /** Oldest first. */
  all(): readonly Launched[];
};

/** Calls of one message in their order; those that wait no more are passed over, once. */
type Queue = { calls: Launched[]; head: number };

export function waitingCalls(): WaitingCalls {
  const open = new Set<Launched>();
  const older = new Map<string, Launched[]>();
  let message = -1;
  let recent: Queue = { calls: [], head: 0 };
  let byId = new Map<string, Queue>();
  let byName = new Map<string, Queue>();
  const firstOpen = (queue: Queue | undefined): Launched | undefined => {
    if (queue === undefined) return undefined;
    for (; queue.head < queue.calls.length; queue.head += 1) {
      const launched = queue.calls[queue.head];
      if (launched !== undefined && open.has(launched)) return launched;
    }
    return undefined;
  };
  const lastOpen = (stack: Launched[] | undefined): Launched | undefined => {
    for (let last = stack?.at(-1); last !== undefined; last = stack?.at(-1)) {
      if (open.has(last)) return last;
      stack?.pop();
    }
    return undefined;
  };
  return {
    begin(next) {
      for (const launched of recent.calls) {
        const { givenId } = launched.call;
        if (givenId !== undefined && open.has(launched)) addTo(older, givenId, [], (calls) => calls.push(launched));
      }
      message = next;
      recent = { calls: [], head: 0 };
      byId = new Map();
      byName = new Map();
    },
    launch(call) {
      const launched = { call, message };
      open.add(launched);
      recent.calls.push(launched);
      addTo(byName, call.name, { calls: [], head: 0 }, ({ calls }) => calls.push(launched));
      if (call.givenId !== undefined)
        addTo(byId, call.givenId, { calls: [], head: 0 }, ({ calls }) => calls.push(launched));
    },
    withId: (id) => firstOpen(byId.get(id)) ?? lastOpen(older.get(id)),
    first: (name) => firstOpen(name === undefined ? recent : byName.get(name)),
    settle: (launched) => void open.delete(launched),
    all: () => [...open],
  };
}

function addTo<T>(map: Map<string, T>, key: string, fresh: T, add: (value: T) => void): void {
  const known = map.get(key) ?? fresh;
  map.set(key, known);
  add(known);
}
