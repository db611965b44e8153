import module from 'node:module';
import { fileURLToPath } from 'node:url';
import threads, { BroadcastChannel, getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { Refusals } from './refusals.ts';

/** Under this name a thread finds the remedy, and tells what it refused. */
const NAME = 'rehearsal.network-block';

/** The built entry that closes the network of a thread; TypeScript, as tests run it, is nothing that a thread could load. */
const ENTRY = import.meta.url.endsWith('.ts') ? undefined : new URL('../network/block-thread.js', import.meta.url);

/** The remedy that the thread's parent left for it; undefined outside of such threads. */
export function inheritedRemedy(): string | undefined {
  const remedy: unknown = getEnvironmentData(NAME);
  return typeof remedy === 'string' ? remedy : undefined;
}

/** Tells the main thread what was refused in this one. */
export function tellMainThread(sentence: string): void {
  const channel = new BroadcastChannel(NAME);
  channel.postMessage(sentence);
  channel.close();
}

/**
 * Every thread that is begun from now on closes its network before it runs anything else, and so do module hooks, which
 * have a thread of their own. Where that cannot be, the thread is refused.
 */
export function guardThreads(remedy: string, refusals: Refusals): void {
  setEnvironmentData(NAME, remedy);
  let isListening = !threads.isMainThread;
  const listen = (): void => {
    if (isListening) return;
    isListening = true;
    const channel = new BroadcastChannel(NAME);
    channel.onmessage = ({ data }: { data?: unknown }) => {
      if (typeof data === 'string') refusals.take(data);
    };
    channel.unref();
  };
  const prepare = (what: string): URL => {
    if (ENTRY === undefined) return refusals.always(`${what}, which the block cannot be carried into,`);
    listen();
    return ENTRY;
  };
  guardWorkers(() => prepare('a worker thread'));
  // From sources there is nothing to load before the hooks, and the project's own loader needs them.
  if (ENTRY !== undefined) guardHooks(() => prepare('a thread for module hooks'));
}

function guardWorkers(prepare: () => URL): void {
  const { Worker } = threads;
  const guarded = new Proxy(Worker, {
    construct(target, [file, options = {}]: [string | URL, threads.WorkerOptions?], newTarget) {
      const preload = ['--require', fileURLToPath(prepare())];
      const begin = (execArgv: readonly string[]): threads.Worker =>
        Reflect.construct(target, [file, { ...options, execArgv: [...preload, ...execArgv] }], newTarget);
      if (options.execArgv !== undefined) return begin(options.execArgv);
      try {
        return begin(process.execArgv);
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'ERR_WORKER_INVALID_EXEC_ARGV') throw error;
        // What holds for the whole process is in force anyway, and may not be said again.
        const { message } = error as Error;
        return begin(process.execArgv.filter((flag) => !message.includes(flag)));
      }
    },
  });
  threads.Worker = guarded;
  Worker.prototype.constructor = guarded;
}

function guardHooks(prepare: () => URL): void {
  const { register } = module;
  let isClosed = false;
  const guarded = (...args: unknown[]): unknown => {
    const entry = prepare();
    if (!isClosed) register(entry);
    isClosed = true;
    return (register as (...args: unknown[]) => unknown)(...args);
  };
  module.register = guarded as typeof register;
}
