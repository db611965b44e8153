import { tierOf } from '../../domain/authoring/tier.ts';
import { forJson } from '../../domain/display/json.ts';
import { forTerminal } from '../../domain/display/terminal.ts';
import { displayWidth } from '../../domain/values/display-width.ts';
import { EXIT } from '../../domain/verdicts/exit-code.ts';
import { openProject } from '../open-project.ts';
import type { Terminal } from '../terminal.ts';

export type ListOptions = { tag?: string[]; filter?: string; json?: boolean; config?: string };

/** Prints the scenarios of the project, one a line, or as a JSON list. */
export async function listScenarios(
  wanted: readonly string[],
  { tag, filter, json = false, config }: ListOptions,
  { cwd, out }: Terminal,
): Promise<number> {
  const { selected } = await openProject({ cwd, wanted, tags: tag, filter, config });
  const rows = selected.map(({ scenario, persona, file }) => ({
    id: scenario.id,
    title: scenario.title,
    file,
    persona: persona?.id ?? null,
    agent: scenario.agent ?? null,
    tier: tierOf(scenario),
    trials: scenario.trials,
    tags: scenario.tags,
  }));
  if (json) {
    out(`${forJson(rows, { indent: 2 })}\n`);
    return EXIT.ok;
  }
  const width = Math.max(0, ...rows.map(({ id }) => displayWidth(id)));
  for (const { id, title, tags } of rows) {
    const labels = tags.length === 0 ? '' : `  [${tags.join(', ')}]`;
    out(`${id}${' '.repeat(width - displayWidth(id))}  ${forTerminal(title)}${labels}\n`);
  }
  out(`\n${rows.length} ${rows.length === 1 ? 'scenario' : 'scenarios'}\n`);
  return EXIT.ok;
}
