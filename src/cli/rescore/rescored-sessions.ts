import { rowVariant } from '../../domain/authoring/row-scenarios.ts';
import type { SessionKey } from '../../domain/transcript/session-key.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';
import type { PlannedSession, RunnableScenario } from '../../runs/plan-run.ts';
import { planRun } from '../../runs/plan-run.ts';

/**
 * The stored sessions as they are scored now: each with the checks that its scenario has today. `gone`: scenarios and rows
 * that the project no longer has.
 */
export function rescoredSessions(
  stored: readonly SessionSummary[],
  { runnable, seed }: { runnable: readonly RunnableScenario[]; seed: number },
): { sessions: readonly PlannedSession[]; gone: readonly string[] } {
  const byScenario = new Map<string, RunnableScenario[]>();
  for (const one of runnable) {
    byScenario.set(one.scenario.id, [...(byScenario.get(one.scenario.id) ?? []), one]);
  }
  const gone = new Set<string>();
  const sessions = stored.flatMap(({ key }): PlannedSession[] => {
    const found = (byScenario.get(key.scenario) ?? []).flatMap((one) => inVariant(one, key));
    const [first] = found;
    if (first === undefined) {
      gone.add(`${key.scenario}/${key.variant}`);
      return [];
    }
    return [...planRun([first], { seed, trial: key.trial })];
  });
  return { sessions, gone: [...gone] };
}

/** The scenario as the variant that was played, which is its own or that of a row; none where the key is of another row. */
function inVariant(one: RunnableScenario, { variant }: SessionKey): RunnableScenario[] {
  const { row } = one;
  if (row === undefined) return [{ ...one, variant }];
  const own = rowVariant(row.id, 'default');
  if (variant !== own && !variant.endsWith(`-${own}`)) return [];
  const tableVariant = variant === own ? 'default' : variant.slice(0, -own.length - 1);
  return rowVariant(row.id, tableVariant) === variant ? [{ ...one, variant, row: { ...row, tableVariant } }] : [];
}
