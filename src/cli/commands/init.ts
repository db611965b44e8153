import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { StoreError, UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { shellWord } from '../../reporters/replay-command.ts';
import { INIT_FILES } from '../init-files.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Writes a first project, and keeps what runs write out of git. Throws `UsageError`, and writes nothing, when one of its
 * files is already there.
 */
export async function initProject(folder: string, { cwd, out }: Terminal): Promise<number> {
  const root = resolve(cwd, folder);
  const names = Object.keys(INIT_FILES);
  const taken = names.filter((name) => existsSync(join(root, name)));
  if (taken.length > 0) {
    throw new UsageError(
      'nothing was written, because these files are already there:',
      taken.map((name) => ({
        severity: 'error',
        code: 'file-exists',
        path: '',
        message: shown(join(root, name), cwd),
      })),
    );
  }
  for (const [name, text] of Object.entries(INIT_FILES)) {
    await write(join(root, name), text);
    out(`wrote ${shown(join(root, name), cwd)}\n`);
  }
  const ignored = await ignoreRuns(join(root, '.gitignore'));
  if (ignored !== undefined) out(`${ignored} ${shown(join(root, '.gitignore'), cwd)}\n`);
  const inside = root === cwd ? '' : `cd ${shellWord(relative(cwd, root))} && `;
  out(
    `\nNow run it:\n  ${inside}npx rehearsal run\n\nThen put your own agent into agent.ts, and ask what the scenario does not check yet:\n  ${inside}npx rehearsal lint\n`,
  );
  return EXIT.ok;
}

const RUNS = '.rehearsal/';

/** Adds the folder of runs to a `.gitignore`, which may not be there yet; undefined when it has that line already. */
async function ignoreRuns(path: string): Promise<'wrote' | 'added `.rehearsal/` to' | undefined> {
  if (!existsSync(path)) {
    await write(path, `# What \`rehearsal run\` writes: conversations may hold anything.\n${RUNS}\n`);
    return 'wrote';
  }
  try {
    const text = await readFile(path, 'utf8');
    if (text.split('\n').some((line) => /^\/?\.rehearsal(?:\/\*{0,2})?\s*$/.test(line))) return undefined;
    const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    await appendFile(path, `${text === '' || text.endsWith('\n') ? '' : lineEnd}${RUNS}${lineEnd}`);
    return 'added `.rehearsal/` to';
  } catch (error) {
    throw new StoreError(`${path} could not be written: ${safeErrorText(error).message}`, { path, cause: error });
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
  } catch (error) {
    throw new StoreError(`${path} could not be written: ${safeErrorText(error).message}`, { path, cause: error });
  }
}

function shown(path: string, cwd: string): string {
  return relative(cwd, path) || '.';
}
