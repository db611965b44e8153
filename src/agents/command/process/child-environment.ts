import type { Environment } from '../../environment.ts';

/** What a program cannot do without, and what holds no secret: where programs, homes and temporary files are, languages. */
const NEEDED = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'VIRTUAL_ENV'],
  ...[
    'SYSTEMROOT',
    'SYSTEMDRIVE',
    'WINDIR',
    'COMSPEC',
    'PATHEXT',
    'TEMP',
    'TMP',
    'USERPROFILE',
    'APPDATA',
    'LOCALAPPDATA',
  ],
];

/** Python keeps what it prints to a pipe to itself until 8 kB have come together; these make it speak at once, in UTF-8. */
const FOR_PIPES: Environment = { PYTHONUNBUFFERED: '1', PYTHONUTF8: '1' };

/**
 * The environment of a program: what every program needs, taken from `parent`, the variables of `parent` named in `pass`,
 * and `own`, which wins. Nothing else of `parent`, so that no secret gets there unasked.
 */
export function childEnvironment(
  parent: Environment,
  { own, pass }: { own: Environment; pass: readonly string[] },
): Record<string, string> {
  const needed = new Set(NEEDED);
  const passed = new Set(pass);
  const child: Record<string, string> = {};
  const take = (name: string, value: string | undefined): void => {
    if (value !== undefined) child[name] = value;
  };
  for (const [name, value] of Object.entries(FOR_PIPES)) take(name, value);
  for (const [name, value] of Object.entries(parent)) {
    // Windows knows them as `Path` and `SystemRoot`.
    if (needed.has(name.toUpperCase()) || passed.has(name)) take(name, value);
  }
  for (const [name, value] of Object.entries(own)) take(name, value);
  return child;
}
