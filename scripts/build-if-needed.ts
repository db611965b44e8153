import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = ['dist/index.js', 'dist/index.d.ts', 'dist/cli/main.js', 'dist/report/page.js', 'dist/report/page.css'];
const sources = ['src', 'package.json', 'tsconfig.json', 'tsdown.config.ts'];

process.exitCode = buildIfNeeded();

/** Builds unless everything in `dist` is newer than every source. Answers the exit code. */
function buildIfNeeded(): number {
  const missing = ['src/index.ts', 'src/cli/main.ts'].filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) {
    console.log(`not built: ${missing.join(' and ')} missing`);
    return 0;
  }
  if (oldest(built) >= newest(sources)) return 0;
  const builder = join(root, 'node_modules/tsdown/dist/run.mjs');
  if (!existsSync(builder)) {
    console.log('not built: the development dependencies are not installed (`npm ci` installs them)');
    return 0;
  }
  return spawnSync(process.execPath, [builder, '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

function oldest(files: readonly string[]): number {
  return Math.min(...files.map((file) => (existsSync(join(root, file)) ? statSync(join(root, file)).mtimeMs : 0)));
}

function newest(paths: readonly string[]): number {
  return Math.max(...paths.map((path) => newestIn(join(root, path))));
}

function newestIn(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  // A folder's own time says when a file in it was deleted or renamed.
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
