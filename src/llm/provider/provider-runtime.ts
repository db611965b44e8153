import { type PooledFetch, pooledFetch } from '../../network/pooled-fetch.ts';
import { type ProviderClock, providerClock } from './clock.ts';
import type { Environment } from './credentials.ts';
import { loadOpenai, type OpenaiPackage } from './open-client.ts';
import { createEndpointLimiter, type EndpointLimiter } from './policy/endpoint-limiter.ts';

/** What the models of one process share. */
export type ProviderRuntime = {
  clock: ProviderClock;
  environment(): Environment;
  loadOpenai(): Promise<OpenaiPackage>;
  /** The limiter of the API at this address. */
  limiterOf(baseURL: string): EndpointLimiter;
  /** Connections that may also go to these hosts. */
  fetchFor(allow: readonly string[]): PooledFetch;
};

const CONCURRENCY = 64;

export function createProviderRuntime({
  clock = providerClock,
  environment = () => process.env,
  loadOpenai: load = loadOpenai,
  makeFetch = (allow) => pooledFetch({ allow }),
}: {
  clock?: ProviderClock;
  environment?: () => Environment;
  loadOpenai?: () => Promise<OpenaiPackage>;
  makeFetch?: (allow: readonly string[]) => PooledFetch;
} = {}): ProviderRuntime {
  const limiters = new Map<string, EndpointLimiter>();
  const fetches = new Map<string, PooledFetch>();
  return {
    clock,
    environment,
    loadOpenai: load,
    limiterOf: (baseURL) => madeOnce(limiters, new URL(baseURL).href, () => createEndpointLimiter(clock, CONCURRENCY)),
    fetchFor: (allow) => madeOnce(fetches, JSON.stringify(allow.toSorted()), () => makeFetch(allow)),
  };
}

/** Limits that a provider sets hold for the whole process, so that all of its models share this one. */
export const processRuntime: ProviderRuntime = createProviderRuntime();

function madeOnce<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
