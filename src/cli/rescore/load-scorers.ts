import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { safeErrorText } from '../../domain/values/safe-error.ts';
import { moduleLoader } from '../../files/config/module-loader.ts';

/** Scorers that modules export, by any name. Throws `UsageError` for a module that has none or cannot be loaded. */
export async function loadScorers(paths: readonly string[], cwd: string): Promise<readonly AnyScorerDefinition[]> {
  const loader = moduleLoader();
  const found: AnyScorerDefinition[] = [];
  for (const given of paths) {
    const path = resolve(cwd, given);
    if (!existsSync(path)) throw new UsageError(`there is no file \`${given}\``);
    const module = await loader.load(path).catch((error: unknown) => {
      throw new UsageError(`\`${given}\` cannot be loaded: ${safeErrorText(error).message}`);
    });
    const scorers = Object.values(module).flat().filter(isDefinition);
    if (scorers.length === 0)
      throw new UsageError(`\`${given}\` exports no scorer: expected \`export default defineScorer({ … })\``);
    found.push(...scorers);
  }
  return [...new Set(found)];
}

function isDefinition(value: unknown): value is AnyScorerDefinition {
  const { type, create } = Object(value) as { type?: unknown; create?: unknown };
  return typeof type === 'string' && typeof create === 'function';
}
