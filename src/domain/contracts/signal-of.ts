import type { ChatRequestOptions } from './chat-model.ts';

/**
 * The signal that ends a request. An agent's own code makes requests, too, and plain JavaScript may forget the signal:
 * throws TypeError that says where it comes from.
 */
export function signalOf(options: ChatRequestOptions | undefined): AbortSignal {
  // By its shape, since a signal may come from another realm.
  const signal: Partial<AbortSignal> | undefined = options?.signal;
  if (typeof signal?.aborted === 'boolean') return signal as AbortSignal;
  throw new TypeError(
    'a request to a model needs the signal that ends it: `complete(request, { signal })`, with `signal` of what your `reply` was handed',
  );
}
