/** The part of a readable stream of Node that is needed to read it to its end, or to leave it. */
export type BodySource = {
  on(event: 'data', listener: (piece: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  pause(): unknown;
  resume(): unknown;
  destroy(): unknown;
  /** What broke it, if anything did. */
  readonly errored: Error | null;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
};

/** Bytes that may wait to be read before the sender is held up. */
const MAX_WAITING = 256 * 1024;

/**
 * The pieces of a stream. What arrived before it broke is given before the error, which the stream's own iterator does not
 * do; only an abort ends it at once. Whoever stops early destroys the stream, also before the first piece, so that its
 * connection is free.
 */
export function readPieces(
  source: BodySource,
  { explain, signal }: { explain: (error: unknown) => unknown; signal?: AbortSignal | null | undefined },
): AsyncIterator<Uint8Array, undefined> {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let state = stateOf(source);
  let wake = (): void => {};
  const close = (next: State): void => {
    if (state.status === 'open') state = next;
    wake();
  };
  source.on('data', (piece) => {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes > MAX_WAITING) source.pause();
    wake();
  });
  source.on('end', () => close({ status: 'ended' }));
  source.on('error', (error) => close({ status: 'failed', error }));
  source.on('close', () => close({ status: 'ended' }));
  return {
    async next() {
      for (;;) {
        if (state.status === 'failed' && (waiting.length === 0 || signal?.aborted === true)) {
          const { error } = state;
          state = { status: 'ended' };
          waiting.length = 0;
          throw explain(error);
        }
        const piece = waiting.shift();
        if (piece !== undefined) {
          if (bytes > MAX_WAITING && bytes - piece.length <= MAX_WAITING) source.resume();
          bytes -= piece.length;
          return { done: false, value: piece };
        }
        if (state.status === 'ended') return { done: true, value: undefined };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async return() {
      state = { status: 'ended' };
      waiting.length = 0;
      source.destroy();
      wake();
      return { done: true, value: undefined };
    },
  };
}

type State = { status: 'open' } | { status: 'ended' } | { status: 'failed'; error: unknown };

/** A stream may be over before anybody listens to it; it tells nobody then. */
function stateOf({ errored, destroyed, readableEnded }: BodySource): State {
  if (errored !== null) return { status: 'failed', error: errored };
  return { status: destroyed || readableEnded ? 'ended' : 'open' };
}
