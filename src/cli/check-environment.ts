import type { Problem } from '../domain/authoring/problem.ts';

/** Versions found, as text; undefined where a package is not installed. */
export type Environment = {
  node: string;
  zod?: string | undefined;
  xstate?: string | undefined;
  openai?: string | undefined;
};

type Requirement = { name: keyof Environment; minimum: readonly number[]; isOptional: boolean; remedy: string };

const REQUIREMENTS: readonly Requirement[] = [
  {
    name: 'node',
    minimum: [20, 19, 0],
    isOptional: false,
    remedy: 'install Node.js 20.19 or newer, such as the current LTS',
  },
  { name: 'zod', minimum: [4, 0, 0], isOptional: false, remedy: 'run `npm install zod@^4`' },
  { name: 'xstate', minimum: [5, 19, 0], isOptional: false, remedy: 'run `npm install xstate@^5`' },
  { name: 'openai', minimum: [6, 0, 0], isOptional: true, remedy: 'run `npm install openai@^6`' },
];

/** What in this environment is too old or missing, each with its remedy. */
export function checkEnvironment(found: Environment): readonly Problem[] {
  return REQUIREMENTS.flatMap(({ name, minimum, isOptional, remedy }): Problem[] => {
    const version = found[name];
    const wanted = `${minimum.join('.')} or newer`;
    if (version === undefined) {
      if (isOptional) return [];
      return [
        {
          severity: 'error',
          code: 'missing-package',
          path: '',
          message: `${name} is not installed; ${wanted} is needed`,
          hint: remedy,
        },
      ];
    }
    if (isAtLeast(version, minimum)) return [];
    return [
      {
        severity: 'error',
        code: 'old-version',
        path: '',
        message: `${name} ${version} is too old; ${wanted} is needed`,
        hint: remedy,
      },
    ];
  });
}

/** Compares the release; a pre-release of the minimum itself does not count as it. */
function isAtLeast(version: string, minimum: readonly number[]): boolean {
  const match = /^v?(\d+)\.(\d+)\.(\d+)(-)?/.exec(version);
  if (match === null) return false;
  const parts = match.slice(1, 4).map(Number);
  for (const [index, least] of minimum.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return match[4] === undefined;
}
