import { expect } from 'vitest';
import { runCommandLine } from '../../src/cli/run-command-line.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { writeFiles } from '../fixtures/command.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

type ScoreRun = { env?: Record<string, string>; signal?: AbortSignal; root?: string } & Partial<
  Pick<Terminal, 'isTty' | 'columns' | 'isErrTty'>
>;

/**
 * Runs `rehearsal score` in a folder with these files; what takes another time every time is left out. `tookMs`: how long it
 * said that it took.
 */
export async function score(
  args: readonly string[],
  files: Readonly<Record<string, string>>,
  { env = {}, signal = new AbortController().signal, root = temporaryFolder(), ...look }: ScoreRun = {},
): Promise<{ code: number; out: string; err: string; root: string; tookMs: number }> {
  writeFiles(root, { 'package.json': '{}', ...files });
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    cwd: root,
    env,
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
    isTty: false,
    columns: 100,
    colors: false,
    ...look,
    guard: { enter: () => undefined, problems: () => [], interrupted: signal, leave: () => expect.unreachable() },
  };
  const code = await runCommandLine(['score', ...args], terminal);
  const timeless = (text: string): string =>
    text.replaceAll(/ in [\d.]+ m?s$/gm, ' in 5 ms').replaceAll(root, '<root>');
  const [, amount = '', unit = ''] = / in ([\d.]+) (m?s)$/m.exec(said.out) ?? [];
  const tookMs = Number(amount) * (unit === 's' ? 1_000 : 1);
  return { code, tookMs, out: timeless(said.out), err: timeless(said.err), root };
}
