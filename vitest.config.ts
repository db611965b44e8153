import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { closingLine } from './test/setup/closing-line.ts';

export default defineConfig({
  resolve: {
    alias: [{ find: /^rehearsal$/, replacement: fileURLToPath(new URL('./src/index.ts', import.meta.url)) }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup/build-package.ts'],
    setupFiles: ['test/setup/no-network.ts'],
    // A busy machine is no failure; what hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', closingLine()],
    tags: [{ name: 'scripted', description: 'A whole session with a scripted user and a scripted or function agent.' }],
    // Names of time zones and languages differ between machines; what people read must not.
    env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', NO_COLOR: '1' },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
