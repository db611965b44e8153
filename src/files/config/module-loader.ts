import { realpathSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageEntry } from '../package-root.ts';

/** Loads the modules of a project: JavaScript, and TypeScript on any Node. */
export type ModuleLoader = { load(path: string): Promise<Readonly<Record<string, unknown>>> };

type Hooks = { registerHooks?: (hooks: { resolve: ResolveHook }) => unknown };
type ResolveHook = (
  specifier: string,
  context: unknown,
  next: (specifier: string, context: unknown) => unknown,
) => unknown;

/**
 * In the modules it loads, `rehearsal` is the running package (`entry`, a file URL): a command that is installed once
 * serves projects that did not install it, and classes are never there twice. Writes nothing to disk. `load` rejects
 * with whatever the module throws.
 */
export function moduleLoader({ entry = packageEntry() }: { entry?: string } = {}): ModuleLoader {
  let isHooked = false;
  let transpiler: Promise<(path: string) => Promise<unknown>> | undefined;
  const transpile = async (path: string): Promise<unknown> => {
    transpiler ??= openTranspiler(entry);
    return (await transpiler)(path);
  };
  const loadNow = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
    if (isTypeScript(path) && !readsTypeScript()) return asExports(await transpile(path));
    if (!isHooked && !findsPackage(path, entry)) {
      pointTo(entry);
      isHooked = true;
    }
    try {
      return asExports(await import(/* @vite-ignore */ pathToFileURL(path).href));
    } catch (error) {
      if (isTypeScript(path) && isBeyondStripping(error)) return asExports(await transpile(path));
      throw isSyntaxError(error) ? await locatedError(error, () => transpile(path)) : error;
    }
  };
  // One at a time: a module that two others load at once is handed out half made by the transpiler.
  let last: Promise<unknown> = Promise.resolve();
  return {
    load(path) {
      const loading = last.then(() => loadNow(path));
      last = loading.catch(() => undefined);
      return loading;
    },
  };
}

function isTypeScript(path: string): boolean {
  return ['.ts', '.mts', '.cts'].includes(extname(path));
}

function readsTypeScript(): boolean {
  return Boolean((process.features as { typescript?: unknown }).typescript);
}

/** Enums and the like are more than types: Node refuses them, and so it does files below `node_modules`. */
function isBeyondStripping(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' || code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING';
}

/** Node does not say where a module's syntax is wrong; the transpiler does, and gets no further than that. */
async function locatedError(error: unknown, transpile: () => Promise<unknown>): Promise<unknown> {
  try {
    await transpile();
    return error;
  } catch (located) {
    return located instanceof Error && located.message.includes('ParseError') ? located : error;
  }
}

function isSyntaxError(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'SyntaxError' && /\bcompileSourceTextModule\b/.test(error.stack ?? '')
  );
}

async function openTranspiler(entry: string): Promise<(path: string) => Promise<unknown>> {
  const [{ createJiti }, self] = await Promise.all([
    import('jiti'),
    import(/* @vite-ignore */ entry) as Promise<unknown>,
  ]);
  // Without a cache on disk: a run leaves nothing but its results.
  const jiti = createJiti(import.meta.url, { fsCache: false, virtualModules: { rehearsal: self } });
  return (path) => jiti.import(path);
}

/** Whether the module would find the running package by itself. */
function findsPackage(path: string, entry: string): boolean {
  try {
    const found = nodeModule.createRequire(path).resolve('rehearsal');
    return realpathSync(found) === realpathSync(fileURLToPath(entry));
  } catch {
    return false;
  }
}

function pointTo(entry: string): void {
  const { registerHooks } = nodeModule as Hooks;
  if (registerHooks !== undefined) {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'rehearsal' ? { url: entry, shortCircuit: true } : next(specifier, context),
    });
    return;
  }
  // Older Nodes run hooks on a thread of their own, which takes its code from a URL.
  const code = `export const resolve = (specifier, context, next) => specifier === 'rehearsal'
    ? { url: ${JSON.stringify(entry)}, shortCircuit: true } : next(specifier, context);`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(code)}`);
}

/** The transpiler hands out the module itself as `default` where there is none, which would be read as one. */
function asExports(module: unknown): Readonly<Record<string, unknown>> {
  const exports = Object(module) as Readonly<Record<string, unknown>>;
  return Object.hasOwn(exports, 'default') ? exports : { ...exports };
}
