import { UsageError } from '../../src/domain/errors.ts';

/**
 * Holds our work against what others wrote: `npm run conformance` our models against another fake provider, and with
 * `trajectory DIR`, `policy DIR`, `provenance DIR`, `grounding DIR`, `tau DIR` or `tau-policies DIR` our scorers against cases in a folder
 * outside the project.
 */
type Run = (args: readonly string[]) => Promise<number>;

const checks: Readonly<Record<string, () => Promise<Run>>> = {
  trajectory: async () => (await import('./trajectory/run.ts')).run,
  policy: async () => (await import('./policy/run.ts')).run,
  provenance: async () => (await import('./provenance/run.ts')).run,
  grounding: async () => (await import('./grounding/run.ts')).run,
  tau: async () => (await import('./tau/run.ts')).run,
  'tau-policies': async () => (await import('./tau/policies.ts')).run,
};

const [name = 'models', ...args] = process.argv.slice(2);
if (name === 'models') await import('./aimock.ts');
else process.exitCode = await check(name);

async function check(name: string): Promise<number> {
  const load = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (load === undefined) {
    console.error(`unknown check \`${name}\`: there are models, ${Object.keys(checks).join(', ')}`);
    return 2;
  }
  try {
    return await (await load())(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}
