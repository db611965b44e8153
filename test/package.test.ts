import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { pagesIn } from './docs/fenced-blocks.ts';

interface Manifest {
  files?: string[];
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface LockedPackage {
  hasInstallScript?: boolean;
  resolved?: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = readJson<Manifest>('package.json');
const { packages } = readJson<{ packages: Record<string, LockedPackage> }>('package-lock.json');
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('package.json', () => {
  test('every dependency is pinned to one version', () => {
    const pins = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.entries(pins).filter(([, pin]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+$/.test(pin))).toEqual([]);
  });

  test('every peer is installed for development', () => {
    const installed = Object.keys(manifest.devDependencies ?? {});
    expect(Object.keys(manifest.peerDependencies ?? {}).filter((name) => !installed.includes(name))).toEqual([]);
  });

  test('what the pages point to inside of the package is packed', () => {
    const pages = pagesIn(root).map((page) => readFileSync(join(root, page), 'utf8'));
    const named = pages.flatMap((text) => [...text.matchAll(/node_modules\/rehearsal\/([\w./-]+\w)/g)]);
    const paths = named.map(([, path = '']) => path);
    expect(paths).toContain('schemas/scenario.schema.json');
    const packed = (path: string) =>
      (manifest.files ?? []).some((file) => path === file || path.startsWith(`${file}/`));
    expect(paths.filter((path) => !packed(path) || !existsSync(join(root, path)))).toEqual([]);
  });

  test('[F74] installing it runs nothing', () => {
    expect(installScriptsOf(manifest)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  test('[F74] no package runs a script when it is installed', () => {
    expect(locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });

  test('[F74] no installed package has such a script, whatever the lock says', () => {
    const present = locked.map(([path]) => path).filter((path) => existsSync(join(root, path, 'package.json')));
    expect(present.length).toBeGreaterThan(100);
    const running = present.filter((path) => {
      const compiles = existsSync(join(root, path, 'binding.gyp'));
      return compiles || installScriptsOf(readJson<Manifest>(join(path, 'package.json'))).length > 0;
    });
    expect(running).toEqual([]);
  });

  test('it names no host to download from', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });
});

function installScriptsOf({ scripts = {} }: Manifest): string[] {
  return ['preinstall', 'install', 'postinstall'].filter((name) => name in scripts);
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}
