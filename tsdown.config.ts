import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'tsdown';

/**
 * Loaded at every start, from more than 160 small files: bundled, a command needs about a quarter less time. Schemas of a
 * user's own zod are only asked through the interface that all versions of zod 4 share, so two copies do not disturb each
 * other.
 */
const BUNDLED = ['zod', 'yaml'];

const common = { format: 'esm', platform: 'node', target: 'node20.19', fixedExtension: false } as const;

export default defineConfig([
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      'cli/main': 'src/cli/main.ts',
      'network/block-thread': 'src/network/block/block-thread.ts',
    },
    deps: { alwaysBundle: BUNDLED },
    dts: false,
    // Two folders below the package, like a file of src: `new URL('../../personas/', import.meta.url)` finds the same place.
    outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
    onSuccess: writeNotices,
  },
  // The types speak of the zod that a user has installed.
  { ...common, entry: { index: 'src/index.ts' }, dts: { emitDtsOnly: true }, clean: false },
  // The HTML report carries these two in itself. A script of its own, for browsers.
  {
    entry: { page: 'src/reporters/html/page/main.ts' },
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'src/reporters/html/page/tsconfig.json',
    outDir: 'dist/report',
    outputOptions: { entryFileNames: 'page.js' },
    minify: true,
    dts: false,
    clean: false,
    onSuccess: () => copyFileSync('src/reporters/html/page/style.css', 'dist/report/page.css'),
  },
]);

/** What is bundled keeps its licence. */
function writeNotices(): void {
  const notices = BUNDLED.map((name) => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}\n`);
  writeFileSync(
    'dist/THIRD-PARTY-NOTICES.txt',
    `This folder contains code of these packages.\n\n${notices.join('\n\n')}`,
  );
}
