import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', 'cli/main': 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // `dist/cli/main.js`, not `main.mjs`: the package is `type: module` already.
  fixedExtension: false,
  dts: { entry: ['src/index.ts'] },
  sourcemap: true,
  // Two folders below the package, like a file of src: `new URL('../../personas/', import.meta.url)` finds the same place.
  outputOptions: { chunkFileNames: 'chunks/[name]-[hash].js' },
});
