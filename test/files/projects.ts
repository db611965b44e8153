import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { formatProblem } from '../../src/domain/authoring/problem.ts';
import type { AnyScorerDefinition } from '../../src/domain/contracts/scorer.ts';
import { UsageError } from '../../src/domain/errors.ts';
import { moduleLoader } from '../../src/files/config/module-loader.ts';
import { loadProject } from '../../src/files/load-project.ts';
import type { Project, ProjectOptions } from '../../src/files/project.ts';

/** A folder with these files, gone when the test ends. */
export function plant(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rehearsal-files-')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** A scorer that takes `text`, and refuses `text: nothing` as a contradiction. */
export const said: AnyScorerDefinition = {
  type: 'said',
  summary: 'Says it.',
  stages: ['generation'],
  metrics: [],
  schema: z.strictObject({ text: z.string().min(1), turn: z.int().min(0).optional() }),
  create: (spec: never) => {
    if ((spec as { text: string }).text === 'nothing') throw new UsageError('nothing cannot be said');
    return [];
  },
};

/** A module that stands for this package, as a project imports it. */
export const STAND_IN = `
export const defineConfig = (config) => config;
export const defineScenario = (scenario) => scenario;
export class Marker {}
`;

/** Loads a planted project whose modules get the stand-in as \`rehearsal\`. */
export async function load(
  root: string,
  { checks, ...options }: Partial<Omit<ProjectOptions, 'checks'>> & { checks?: Partial<ProjectOptions['checks']> } = {},
): Promise<Project & { told: string[] }> {
  const standIn = plant({ 'self.mjs': STAND_IN });
  const loader = moduleLoader({ entry: pathToFileURL(join(standIn, 'self.mjs')).href });
  const library = join(standIn, 'personas');
  const project = await loadProject({
    cwd: root,
    loader,
    library,
    checks: { scorers: async () => [said], ...checks },
    ...options,
  });
  return { ...project, told: project.problems.map(formatProblem) };
}

/** A scenario without a mistake, with these lines added. */
export function scenario(...lines: string[]): string {
  return ['title: A', 'user: [ "Hello" ]', 'expect:', '  - { type: said, text: hello }', ...lines, ''].join('\n');
}
