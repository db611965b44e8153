import { type LookupAddress, type LookupOptions, lookup as lookUpName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, reasonAgainstAddress } from './refused-ranges.ts';

/** Nothing is sent to this address. `host` is the host, and the port where the URL names one. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly host: string;
  constructor(message: string, host: string) {
    super(message);
    this.host = host;
  }
}

/** Resolves a name to all of its addresses, as `dns.lookup` does. */
export type LookUpAll = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export type AddressGuardOptions = {
  /** Hosts, or hosts with ports, that are reached whatever their address is: `169.254.10.1`, `box.local:8080`. */
  allow?: readonly string[] | undefined;
  /** Nothing leaves this machine: only loopback addresses and `localhost` are reached, and no other name is looked up. */
  onlyLoopback?: boolean | undefined;
  lookUp?: LookUpAll | undefined;
};

/** Says where requests may go. */
export type AddressGuard = {
  /** Throws AddressRefusedError unless it is an address of HTTP, without user and password, that may be reached. */
  check(url: URL): void;
  /** What `check` would throw. */
  refusalOf(url: URL): AddressRefusedError | undefined;
  /** Looks up names for connections to `url`, and refuses what they resolve to, at the moment when it is used. */
  lookupFor(url: URL): LookupFunction;
};

/** Hosts whose form was judged; a run asks a few, again and again. */
const MAX_JUDGED = 1_000;
const BLOCKED = 'not on this machine, and the network is blocked';

/** See `reasonAgainstAddress` for what is refused. */
export function createAddressGuard({
  allow = [],
  onlyLoopback = false,
  lookUp = lookUpName,
}: AddressGuardOptions = {}): AddressGuard {
  const allowed = new Set(allow.map(normalHost));
  const isAllowed = (url: URL): boolean => {
    const host = nameOf(url);
    return !onlyLoopback && (allowed.has(host) || allowed.has(`${host}:${portOf(url)}`));
  };
  const reasonAgainst = (address: string): string | undefined =>
    onlyLoopback && !isLoopbackAddress(address) ? BLOCKED : reasonAgainstAddress(address);
  const reasonAgainstHost = (url: URL): string | undefined => {
    if (isAllowed(url)) return undefined;
    const host = nameOf(url);
    if (isIP(host) !== 0) return reasonAgainst(host);
    return onlyLoopback && !isLocalName(host) ? BLOCKED : undefined;
  };
  // What is written in a URL stays what it is; what a name resolves to is judged for each connection anew.
  const reasons = new Map<string, string | undefined>();
  const knownReasonAgainst = (url: URL): string | undefined => {
    const { origin } = url;
    if (reasons.has(origin)) return reasons.get(origin);
    const reason = reasonAgainstHost(url);
    if (reasons.size < MAX_JUDGED) reasons.set(origin, reason);
    return reason;
  };
  const refusalOf = (url: URL): AddressRefusedError | undefined => {
    const problem = problemOfForm(url);
    if (problem !== undefined) return new AddressRefusedError(problem, url.host);
    return refusal(knownReasonAgainst(url), url);
  };
  return {
    refusalOf,
    check(url) {
      const refused = refusalOf(url);
      if (refused !== undefined) throw refused;
    },
    lookupFor: (url) => (name, options, done) => {
      lookUp(name, { ...options, all: true }, (error, addresses) => {
        if (error !== null) return done(error, '');
        for (const { address } of isAllowed(url) ? [] : addresses) {
          const reason = reasonAgainst(address);
          if (reason !== undefined) return done(refusal(`\`${address}\`, which is ${reason}`, url) ?? null, '');
        }
        if (options.all === true) return done(null, addresses);
        const [first] = addresses;
        return done(null, first?.address ?? '', first?.family);
      });
    },
  };
}

/** The address of a request as people may see it: no user, password, query or fragment, any of which may be a secret. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function problemOfForm(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `an address that begins with \`${url.protocol}\` is not reached: expected http: or https:`;
  }
  if (url.username === '' && url.password === '') return undefined;
  return `\`${shownUrl(url)}\` was given with a user or password in it: put them into a header instead`;
}

function refusal(reason: string | undefined, url: URL): AddressRefusedError | undefined {
  if (reason === undefined) return undefined;
  const hint = reason.endsWith(BLOCKED) ? '' : `\n  Hint: if it is meant, allow \`${url.host}\`.`;
  return new AddressRefusedError(`\`${url.host}\` is not reached: it is ${reason}${hint}`, url.host);
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

function nameOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80');
}

/** An author's host in the form that the parser of URLs gives it; a bare IPv6 address needs no brackets. */
function normalHost(host: string): string {
  const written = isIP(host) === 6 ? `[${host}]` : host;
  const port = /^(?:\[[^\]]*\]|[^:]*):(\d+)$/.exec(written)?.[1];
  try {
    const name = nameOf(new URL(`http://${written}`));
    return port === undefined ? name : `${name}:${port}`;
  } catch {
    return host;
  }
}
