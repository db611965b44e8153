import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';

const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Absolute paths of the files that differ from what `reference` names in git: changed, added, removed, and those that git
 * does not know yet. Throws `UsageError` where git cannot tell.
 */
export async function changedFiles(
  reference: string,
  { root, env }: { root: string; env: Readonly<Record<string, string | undefined>> },
): Promise<{ changed: ReadonlySet<string>; top: string }> {
  const git = gitIn(realpathSync(root), env);
  const top = (await git(['rev-parse', '--show-toplevel'], notInGit)).trimEnd();
  const resolving = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${reference}^{commit}`];
  const commit = (await git(resolving, () => unknownReference(reference))).trim();
  const inTop = gitIn(top, env);
  const differing = await inTop(['diff', '--name-only', '--no-renames', '--no-ext-diff', '-z', commit, '--'], failed);
  const unknown = await inTop(['ls-files', '--others', '--exclude-standard', '-z'], failed);
  const names = `${differing}\0${unknown}`.split('\0').filter((name) => name !== '');
  return { changed: new Set(names.map((name) => join(top, name))), top };
}

type Refusal = (reason: string) => UsageError;

/** Runs git in a folder; without locks of its own, so that it is in nobody's way. */
function gitIn(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): (args: readonly string[], refusal: Refusal) => Promise<string> {
  return async (args, refusal) => {
    try {
      const options = { cwd, env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }, maxBuffer: MOST_BYTES };
      return (await promisify(execFile)('git', [...args], options)).stdout;
    } catch (error) {
      throw refusal(reasonOf(error));
    }
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'there is no command `git` here';
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return said === '' ? safeErrorText(error).message : (said.split('\n')[0] ?? said);
}

function notInGit(reason: string): UsageError {
  const remedy = 'Without git nothing tells what changed: leave the flag out, or pick scenarios by `--filter`.';
  return new UsageError(`\`--only-changed\` asks git what changed, and this is no checkout: ${reason}\n  ${remedy}`);
}

function unknownReference(reference: string): UsageError {
  const remedy =
    'Name a commit, branch or tag of this checkout. A build server may fetch the newest commit alone: give it the history, such as `fetch-depth: 0` of actions/checkout.';
  return new UsageError(`\`--only-changed ${reference}\`: git knows no commit of that name\n  ${remedy}`);
}

function failed(reason: string): UsageError {
  return new UsageError(`\`--only-changed\`: git could not tell what changed: ${reason}`);
}
