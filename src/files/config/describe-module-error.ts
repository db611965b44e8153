import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { isInside } from '../project-paths.ts';

/** What kept a module from being loaded, in plain words. */
export type ModuleError = {
  code: string;
  message: string;
  hint?: string | undefined;
  details?: readonly string[] | undefined;
  /** Where the parser stopped, in an absolute file. */
  syntaxAt?: { file: string; line: number; column: number } | undefined;
  /** The file, absolute, whose import failed. */
  importer?: string | undefined;
  /** Words of the source that the error speaks of. */
  sought?: string | undefined;
};

/** `root` is the project: files outside of it are not named as the author's. */
export function describeModuleError(error: unknown, root: string): ModuleError {
  const { message } = safeErrorText(error, { plain: true });
  return (
    describeSyntax(error, message) ??
    describeMissingModule(message, root) ??
    describeMissingExport(message) ??
    describeThrown(error, message)
  );
}

function describeSyntax(error: unknown, message: string): ModuleError | undefined {
  const parsed = /ParseError: ([^\n]*?)\s*\n\s*(.+):(\d+):(\d+)\s*$/.exec(message);
  if (parsed !== null) {
    const [, what = '', file = '', line = '1', column = '0'] = parsed;
    // The parser counts columns from 0.
    const syntaxAt = { file, line: Number(line), column: Number(column) + 1 };
    return { code: 'syntax', message: syntaxText(what), syntaxAt };
  }
  const isSyntax =
    error instanceof Error &&
    error.name === 'SyntaxError' &&
    /\b(?:compileSourceTextModule|wrapSafe)\b/.test(error.stack ?? '');
  return isSyntax ? { code: 'syntax', message: syntaxText(message) } : undefined;
}

function syntaxText(what: string): string {
  return `this is no valid code: ${lowerFirst(what.replace(/\.$/, ''))}`;
}

function describeMissingModule(message: string, root: string): ModuleError | undefined {
  const found = /^Cannot find (?:module|package) '([^']+)'(?: imported from ([^\n]+))?/.exec(message);
  if (found === null) return undefined;
  const [, wanted = '', from] = found;
  const importer = from ?? /Require stack:\n- ([^\n]+)/.exec(message)?.[1];
  const own = importer !== undefined && isAbsolute(importer) && isInside(root, importer) ? importer : undefined;
  if (!wanted.startsWith('.') && !isAbsolute(wanted)) {
    const name = wanted.startsWith('@') ? wanted.split('/').slice(0, 2).join('/') : (wanted.split('/')[0] ?? wanted);
    const hint = `install it: \`npm install ${name}\``;
    return {
      code: 'missing-module',
      message: `the package \`${name}\` is not installed`,
      hint,
      importer: own,
      sought: wanted,
    };
  }
  const file = resolve(own === undefined ? root : dirname(own), wanted);
  const sought = own === undefined || !isAbsolute(wanted) ? wanted : specifierOf(own, wanted);
  const near = nearestFile(file);
  return {
    code: 'missing-module',
    message: `there is no file \`${sought}\``,
    hint:
      near === undefined
        ? 'write the path from this file, with its ending'
        : `did you mean \`${dirname(sought)}/${near}\`?`,
    importer: own,
    sought,
  };
}

/** As a module would write it. */
function specifierOf(importer: string, file: string): string {
  const way = relative(dirname(importer), file).split(sep).join('/');
  return way.startsWith('.') ? way : `./${way}`;
}

function nearestFile(file: string): string | undefined {
  const folder = dirname(file);
  const name = basename(file);
  const neighbours = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const isSame = (other: string) => /\.[cm]?[jt]sx?$/.test(other) && stem(other) === stem(name);
  return neighbours.find(isSame) ?? nearestName(name, neighbours);
}

function stem(name: string): string {
  return name.replace(/\.[cm]?[jt]sx?$/, '');
}

function describeMissingExport(message: string): ModuleError | undefined {
  const named = /requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message);
  if (named !== null) {
    const [, from = '', name = ''] = named;
    return {
      code: 'missing-export',
      message: `\`${from}\` does not export \`${name}\``,
      hint: 'mend the name, or export it there',
      sought: name,
    };
  }
  const called = /^\(0 ?, ?_\w+\.(\w+)\) is not a (function|constructor)/.exec(message);
  if (called === null) return undefined;
  const [, name = '', what] = called;
  const hint = 'mend the name, or export it from the module that it is imported from';
  return { code: 'missing-export', message: `\`${name}\` is imported and is no ${what}`, hint, sought: name };
}

function describeThrown(error: unknown, message: string): ModuleError {
  const code = 'module-failed';
  if (!(error instanceof Error))
    return { code, message: `this threw \`${message}\` while the file was loaded`, hint: LATER };
  const [first = ''] = message.split('\n');
  if (error.name === 'UsageError')
    return {
      code,
      message: first,
      details: message
        .split('\n')
        .slice(1)
        .filter((line) => line.trim() !== ''),
    };
  const issues = issuesOf(error);
  if (issues.length > 0) return { code, message: 'a value was refused here', details: issues };
  const undefinedName = /^(\S+) is not defined$/.exec(first)?.[1];
  if (error.name === 'ReferenceError' && undefinedName !== undefined) {
    return {
      code,
      message: `\`${undefinedName}\` is not defined`,
      hint: 'import it, or mend its name',
      sought: undefinedName,
    };
  }
  const kind = error.name === 'Error' ? '' : `${error.name}: `;
  return { code, message: `this threw while the file was loaded: ${kind}${first}`, hint: LATER };
}

const LATER = 'mend it, or do what may fail in `open`, which is called for each session';

/** What a zod schema has against a value. */
function issuesOf(error: Error): string[] {
  const issues: unknown = 'issues' in error ? error.issues : undefined;
  if (!/Zod/.test(error.name) || !Array.isArray(issues)) return [];
  return issues.slice(0, 20).map((issue: { path?: unknown; message?: unknown }) => {
    const path = Array.isArray(issue.path) ? issue.path.map(String).join('.') : '';
    return `${path === '' ? '' : `${path}: `}${String(issue.message)}`;
  });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
