import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The command is tested as people run it: built. */
export function setup(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const built = spawnSync('npm', ['run', '--silent', 'build:if-needed'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`the package could not be built:\n${built.stdout}${built.stderr}`);
}
