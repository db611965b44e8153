/** Settles like `work`, or rejects with the reason of the signal when that comes first; `work` is then left alone. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let release = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    release = () => signal.removeEventListener('abort', stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    release();
  }
}
