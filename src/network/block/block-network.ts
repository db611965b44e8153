import dgram from 'node:dgram';
import dns from 'node:dns';
import module from 'node:module';
import net, { isIP } from 'node:net';
import { guardBindings } from './guard-bindings.ts';
import { guardMethod } from './guard-method.ts';
import { guardThreads } from './guard-threads.ts';
import { createRefusals, NetworkBlockedError, type Refusals } from './refusals.ts';

/** Marks a process whose network is already closed: whoever asks first decides what is said. */
const CLOSED = Symbol.for('rehearsal.network-closed');

/** A network that is closed. */
export type BlockedNetwork = {
  /** Sentences about what was refused since, each once, oldest first, and not more than a page of them. */
  refusals(): readonly string[];
};

/**
 * From now on every connection, datagram and name look-up of this process and its threads that is not loopback is refused
 * with an error that names the host and ends in `remedy`, and is remembered, whoever catches the error. What counts is the
 * address that is dialled, not the name that led to it. Listening is no dialling. Programs that the process starts are not
 * reached by this.
 */
export function blockNetwork(
  remedy: string,
  { onRefusal }: { onRefusal?: (sentence: string) => void } = {},
): BlockedNetwork {
  const state = globalThis as { [CLOSED]?: BlockedNetwork };
  if (state[CLOSED] !== undefined) return state[CLOSED];
  const refusals = createRefusals(remedy, onRefusal);
  const blocked: BlockedNetwork = Object.freeze({ refusals: () => refusals.list() });
  Object.defineProperty(state, CLOSED, { value: blocked });
  guardSockets(refusals);
  const lookups = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const target of lookups) guardLookups(target, refusals);
  guardBindings(refusals);
  guardThreads(remedy, refusals);
  explainFetch();
  module.syncBuiltinESMExports();
  return blocked;
}

/** Names are refused as they are given, where the error still reaches whoever gave them. */
function guardSockets(refusals: Refusals): void {
  guardMethod(net.Socket.prototype, 'connect', (args) => {
    refusals.unlessLoopback(hostOfConnect(args), 'a connection');
  });
  guardMethod(dgram.Socket.prototype, 'connect', (args) => {
    refusals.unlessLoopback(hostAfterFirst(args), 'a datagram socket');
  });
  guardMethod(dgram.Socket.prototype, 'send', (args) => {
    refusals.unlessLoopback(hostAfterFirst(args), 'a datagram');
  });
}

function guardLookups(target: object, refusals: Refusals): void {
  for (const name of Object.getOwnPropertyNames(target)) {
    // An address is looked up by nobody: it is read, also when a server is told where to listen.
    if (name === 'lookup') {
      guardMethod(target, name, ([host]) => {
        if (isIP(String(host)) === 0) refusals.unlessLoopback(String(host ?? 'localhost'), 'a name look-up');
      });
    } else if (/^(lookup|resolve|reverse)/.test(name)) {
      guardMethod(target, name, ([host]) => refusals.unlessLoopback(String(host), 'a name look-up'));
    }
  }
}

/** Node's own fetch hides the reason of a failed connection in `cause`; this one says it. */
function explainFetch(): void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    try {
      return await original(input, init);
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      throw cause instanceof NetworkBlockedError ? cause : error;
    }
  };
}

/** `connect` takes (options), (port, host?), (path) or one array that `net.connect` has already put in order. */
function hostOfConnect(args: readonly unknown[]): string {
  const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: unknown; path?: unknown };
    // Like Node: an empty path is none.
    return path ? 'localhost' : String(host || 'localhost');
  }
  // A path is a text that is no number: a socket file on this machine.
  if (typeof first === 'string' && !(Number(first) >= 0)) return 'localhost';
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}

/** The address of a datagram is the only text after its first argument; without one it goes to this machine. */
function hostAfterFirst(args: readonly unknown[]): string {
  return args.slice(1).find((argument): argument is string => typeof argument === 'string') || 'localhost';
}
