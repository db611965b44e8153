import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/** Marks a process whose network is already closed: whoever asks first decides what is said. */
const CLOSED = Symbol.for('rehearsal.network-closed');

/** A connection that is not loopback was refused because the network is blocked. */
export class NetworkBlockedError extends Error {
  override readonly name = 'NetworkBlockedError';
  /** Tells clients that trying again is of no use. */
  readonly code = 'ENETBLOCKED';
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/**
 * From now on every connection, datagram and name look-up of this process that is not loopback throws an error that names
 * the host and ends in `remedy`. Programs that the process starts are not reached by this.
 */
export function blockNetwork(remedy: string): void {
  const state = globalThis as { [CLOSED]?: true };
  const refuse = refuser(remedy);
  if (state[CLOSED]) return;
  state[CLOSED] = true;
  guard(net.Socket.prototype, 'connect', { hostOf: hostOfConnect, what: 'a connection', refuse });
  guard(dgram.Socket.prototype, 'connect', { hostOf: hostAfterFirst, what: 'a datagram socket', refuse });
  guard(dgram.Socket.prototype, 'send', { hostOf: hostAfterFirst, what: 'a datagram', refuse });
  const lookups = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];
  for (const target of lookups) guardLookups(target, refuse);
  guardFetch(refuse);
  syncBuiltinESMExports();
}

/** Throws for a host that is not loopback. */
type Refuse = (host: string, what: string) => void;

function refuser(remedy: string): Refuse {
  return (host, what) => {
    if (!isLoopback(host)) throw new NetworkBlockedError(`${what} to \`${host}\` was refused: ${remedy}`);
  };
}

function guardLookups(target: object, refuse: Refuse): void {
  for (const name of Object.getOwnPropertyNames(target)) {
    if (/^(lookup|resolve|reverse)/.test(name)) {
      guard(target, name, { hostOf: (args) => String(args[0]), what: 'a name look-up', refuse });
    }
  }
}

/** Node's own fetch hides the reason of a failed connection in `cause`; this one says it. */
function guardFetch(refuse: Refuse): void {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (url.protocol.startsWith('http')) refuse(url.hostname, 'a request');
    return original(input, init);
  };
}

function guard(
  target: object,
  name: string,
  { hostOf, what, refuse }: { hostOf: (args: unknown[]) => string; what: string; refuse: Refuse },
): void {
  const methods = target as Record<string, unknown>;
  const original = methods[name];
  if (typeof original !== 'function') return;
  const guarded: AnyFunction = function (...args) {
    refuse(hostOf(args), what);
    return (original as AnyFunction).apply(this, args);
  };
  methods[name] = guarded;
}

/** `connect` takes (options), (port, host?), (path) or one array that `net.connect` has already put in order. */
function hostOfConnect(args: unknown[]): string {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  if (typeof first === 'object' && first !== null) {
    const { host, path } = first as { host?: unknown; path?: unknown };
    return typeof path === 'string' ? 'localhost' : String(host ?? 'localhost');
  }
  // A path is a string that is not a number: a socket file on this machine.
  if (typeof first === 'string' && Number.isNaN(Number(first))) return 'localhost';
  return typeof args[1] === 'string' ? args[1] : 'localhost';
}

/** The address of a datagram is the only string after its first argument; without one it goes to this machine. */
function hostAfterFirst(args: unknown[]): string {
  return args.slice(1).find((argument): argument is string => typeof argument === 'string') ?? 'localhost';
}

function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === 'localhost' || name === '::1' || name.endsWith('.localhost')) return true;
  const address = name.startsWith('::ffff:') ? name.slice('::ffff:'.length) : name;
  return net.isIPv4(address) && address.startsWith('127.');
}
