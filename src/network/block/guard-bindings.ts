import { isIP } from 'node:net';
import { getSystemErrorMap } from 'node:util';
import { guardMethod } from './guard-method.ts';
import type { Refuse } from './refusals.ts';

type Binding = Readonly<Record<string, unknown>>;

/**
 * Closes what all sockets of Node pass through at last, where names are addresses by now: whatever look-up, option or own
 * socket led there. These functions report by a number, so a refusal is the system's "permission denied".
 */
export function guardBindings(refuse: Refuse): void {
  const denied = numberOf('EACCES');
  const unlessLocal =
    (what: string, addressOf: (args: readonly unknown[]) => unknown) => (args: readonly unknown[]) => {
      const address = addressOf(args);
      return address === undefined || !refuse.isRefused(String(address), what) ? undefined : denied;
    };
  const tcp = prototypeOf('tcp_wrap', 'TCP');
  for (const name of ['connect', 'connect6'])
    guardMethod(
      tcp,
      name,
      unlessLocal('a connection', (args) => args[1]),
    );
  const udp = prototypeOf('udp_wrap', 'UDP');
  for (const name of ['connect', 'connect6'])
    guardMethod(
      udp,
      name,
      unlessLocal('a datagram socket', (args) => args[0]),
    );
  // A socket that is connected sends without an address.
  const addressOfSend = (args: readonly unknown[]) => (args.length > 4 ? args[4] : undefined);
  for (const name of ['send', 'send6']) guardMethod(udp, name, unlessLocal('a datagram', addressOfSend));
  guardMethod(
    bindingOf('cares_wrap'),
    'getaddrinfo',
    unlessLocal(LOOK_UP, ([, name]) => nameOf(name)),
  );
  guardMethod(
    bindingOf('cares_wrap'),
    'getnameinfo',
    unlessLocal(LOOK_UP, (args) => args[1]),
  );
  const channel = prototypeOf('cares_wrap', 'ChannelWrap');
  for (const name of Object.keys(channel).filter((key) => /^(?:query|getHost)/.test(key))) {
    // Even what this machine is called is asked of a server.
    guardMethod(channel, name, ([, wanted], self) => {
      const servers = (self as { getServers(): [string, number][] }).getServers().map(([address]) => address);
      return [String(wanted), ...servers].some((host) => refuse.isRefused(host, LOOK_UP)) ? denied : undefined;
    });
  }
}

const LOOK_UP = 'a name look-up';

/** An address is looked up by nobody: it is read, also when a server is told where to listen. */
function nameOf(name: unknown): unknown {
  return typeof name === 'string' && isIP(name) === 0 ? name : undefined;
}

function prototypeOf(binding: string, name: string): object {
  return (bindingOf(binding)[name] as { prototype: object }).prototype;
}

function bindingOf(name: string): Binding {
  return (process as unknown as { binding(name: string): Binding }).binding(name);
}

function numberOf(code: string): number {
  for (const [number, [name]] of getSystemErrorMap()) if (name === code) return number;
  throw new Error(`this system has no error \`${code}\``);
}
