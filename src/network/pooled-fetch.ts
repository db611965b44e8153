import type { Pool } from 'undici';
import { type AddressGuard, type AddressGuardOptions, createAddressGuard, shownUrl } from './address-guard.ts';
import { ConnectionError } from './connection-error.ts';
import { explainFailure, type PooledResponse, pooledResponse, type RawResponse } from './pooled-response.ts';

/** What a request consists of, besides its address. */
export type PooledRequest = {
  /** Default: `GET`. */
  method?: string | undefined;
  headers?: Headers | Readonly<Record<string, string>> | readonly (readonly [string, string])[] | undefined;
  body?: string | Uint8Array | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** Milliseconds until the answer's head; without a number, no limit. */
  firstByteMs?: number | undefined;
  /** Milliseconds between two pieces of the body; without a number, no limit. */
  idleMs?: number | undefined;
};

/**
 * Sends a request over kept connections and resolves as soon as the answer's head is there. Rejects with the signal's
 * reason when it aborts, with AddressRefusedError for a place that is not reached, with RedirectRefusedError for a
 * redirect that is not followed, and with ConnectionError when no whole answer came.
 */
export type PooledFetch = {
  (url: string | URL, request?: PooledRequest): Promise<PooledResponse>;
  /** Ends all connections, also those in use. */
  close(): Promise<void>;
};

export type PooledFetchOptions = AddressGuardOptions & {
  /** Connections to one host and port at the same time; without a number, as many as there are requests. */
  connections?: number | undefined;
  /** Bytes of one answer. Default: 64 MiB. */
  maxResponseBytes?: number | undefined;
  /**
   * Milliseconds for which a connection is kept that is not used; a server may ask for less. One that the server closes
   * just as it is used again fails like a crash. Default: 4,000.
   */
  keepAliveMs?: number | undefined;
};

/** The answer sends the request elsewhere. `location` is where, without query and user. */
export class RedirectRefusedError extends Error {
  override readonly name = 'RedirectRefusedError';
  readonly status: number;
  readonly location: string;
  constructor(message: string, { status, location }: { status: number; location: string }) {
    super(message);
    this.status = status;
    this.location = location;
  }
}

const MAX_REDIRECTS = 5;
const CONNECT_TIMEOUT_MS = 30_000;
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * A fetch with one pool of kept connections for each host and port, made when first needed. Besides that
 * for connecting (30 s) it has no time limits of its own: the caller's signal ends a request, at any moment. Redirects are followed for GET, on the
 * same origin, at most five times. Idle connections do not keep the process alive.
 */
export function pooledFetch(options: PooledFetchOptions = {}): PooledFetch {
  const guard = createAddressGuard(options);
  const pools = createPools(options, guard);
  const fetchPooled = async (address: string | URL, request: PooledRequest = {}): Promise<PooledResponse> => {
    const { method = 'GET', signal } = request;
    const headers = headersOf(request.headers);
    let url = parseUrl(address);
    for (let redirects = 0; ; redirects += 1) {
      guard.check(url);
      signal?.throwIfAborted();
      const response = await send(url, { ...request, pools, method: method.toUpperCase(), headers });
      const next = redirectOf(response, { url, method, redirects });
      if (next === undefined) {
        checkEncoding(response, url);
        return pooledResponse(response, {
          ...{ url: url.href, redirected: redirects > 0, shown: shownUrl(url) },
          ...(signal === undefined ? {} : { signal }),
        });
      }
      url = next;
    }
  };
  return Object.assign(fetchPooled, { close: pools.close });
}

type Pools = { poolFor(url: URL): Promise<Pool>; close(): Promise<void> };

function createPools({ connections, maxResponseBytes, keepAliveMs }: PooledFetchOptions, guard: AddressGuard): Pools {
  const pools = new Map<string, Pool>();
  let undici: typeof import('undici') | undefined;
  let isClosed = false;
  return {
    async poolFor(url) {
      undici ??= await import('undici');
      if (isClosed) throw new ConnectionError(`${shownUrl(url)}: the connections were closed`);
      const { origin } = url;
      let pool = pools.get(origin);
      if (pool === undefined) {
        pool = new undici.Pool(origin, {
          connections: connections ?? null,
          ...(keepAliveMs === undefined ? {} : { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: keepAliveMs }),
          maxResponseSize: maxResponseBytes ?? MAX_RESPONSE_BYTES,
          connect: { timeout: CONNECT_TIMEOUT_MS, lookup: guard.lookupFor(url) },
        });
        pools.set(origin, pool);
      }
      return pool;
    },
    async close() {
      isClosed = true;
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

type Sending = Omit<PooledRequest, 'method' | 'headers'> & {
  pools: Pools;
  method: string;
  headers: Record<string, string>;
};

async function send(url: URL, sending: Sending): Promise<RawResponse> {
  const { pools, method, headers, body, signal, firstByteMs, idleMs } = sending;
  try {
    const pool = await pools.poolFor(url);
    return await pool.request({
      path: url.pathname + url.search,
      method: method as 'GET',
      headers,
      body: body ?? null,
      signal: signal ?? null,
      headersTimeout: firstByteMs ?? 0,
      bodyTimeout: idleMs ?? 0,
    });
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    throw explainFailure(error, { where: shownUrl(url), signal });
  }
}

function redirectOf(
  { statusCode, headers, body }: RawResponse,
  { url, method, redirects }: { url: URL; method: string; redirects: number },
): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || typeof headers.location !== 'string') return undefined;
  body.on('error', () => {});
  body.destroy();
  const target = URL.canParse(headers.location, url.href) ? new URL(headers.location, url) : undefined;
  const why = reasonAgainstRedirect(target, { url, method, redirects });
  if (why === undefined) return target;
  const location = target === undefined ? 'an address that cannot be read' : shownUrl(target);
  throw new RedirectRefusedError(
    `${shownUrl(url)} answered ${statusCode} and sends the request to ${location}, which is not followed: ${why}`,
    { status: statusCode, location },
  );
}

function reasonAgainstRedirect(
  target: URL | undefined,
  { url, method, redirects }: { url: URL; method: string; redirects: number },
): string | undefined {
  if (target === undefined) return 'it leads nowhere';
  if (target.origin !== url.origin) return 'it is another host, port or protocol';
  if (method.toUpperCase() !== 'GET') return `a ${method.toUpperCase()} is sent once`;
  return redirects >= MAX_REDIRECTS ? `it is redirect ${redirects + 1} in a row` : undefined;
}

function checkEncoding({ headers, body }: RawResponse, url: URL): void {
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding === 'identity') return;
  body.on('error', () => {});
  body.destroy();
  throw new ConnectionError(`${shownUrl(url)} answered in the encoding ${encoding}, which was not asked for`, {
    reached: true,
  });
}

function parseUrl(address: string | URL): URL {
  if (address instanceof URL) return address;
  if (URL.canParse(address)) return new URL(address);
  // The text may hold a key; it is not shown.
  throw new TypeError('the address of the request is no URL: expected one such as https://agent.example/chat');
}

function headersOf(given: PooledRequest['headers'] = {}): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  const entries = given instanceof Headers || Array.isArray(given) ? given : Object.entries(given);
  for (const [name, value] of entries as Iterable<readonly [string, string]>) headers[name.toLowerCase()] = value;
  return headers;
}
