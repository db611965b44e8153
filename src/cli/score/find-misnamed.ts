import type { Problem } from '../../domain/authoring/problem.ts';
import type { ListedTools } from './listed-tools.ts';
import type { ScoreFlags } from './score-flags.ts';
import type { ScoreSetup } from './score-setup.ts';

/**
 * What the rules name and no tool has. Where every conversation lists its tools, that is a mistake as it is with `--tools`;
 * with `--only` most conversations are left out.
 */
export function findMisnamed(
  listed: ListedTools,
  { setup, flags, called }: { setup: ScoreSetup; flags: ScoreFlags; called: ReadonlySet<string> },
): { mistakes: readonly string[]; notes: readonly string[] } {
  const warnings = setup.warnings.map(lineOf);
  const share = listed.share();
  if (flags.tools !== undefined || flags.only !== undefined || share === 'none')
    return { mistakes: [], notes: warnings };
  const found = setup.checkNames(listed.tools(called), { mayHaveOthers: share === 'some' });
  const isMistake = ({ severity }: Problem): boolean => share === 'all' && severity === 'error';
  return {
    mistakes: found.filter(isMistake).map(lineOf),
    notes: [...warnings, ...found.filter((problem) => !isMistake(problem)).map(lineOf)],
  };
}

/** A mistake in one line: where it stands, what it is, what may have been meant. */
function lineOf({ place, path, message, hint }: Problem): string {
  const where = place === undefined ? path : `${place.file}:${place.line}:${place.column}: ${path}`;
  return `${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
}
