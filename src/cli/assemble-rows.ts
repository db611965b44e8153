import { type RowScenario, rowScenarios, rowVariant } from '../domain/authoring/row-scenarios.ts';
import { UsageError } from '../domain/errors.ts';
import { nearestName } from '../domain/values/nearest-name.ts';
import type { LoadedScenario } from '../files/project.ts';
import type { RunnableScenario } from '../runs/plan-run.ts';
import { assembleScenario } from './assemble.ts';
import { checkPlace } from './check-place.ts';

type Assembling = Parameters<typeof assembleScenario>[1];

/** A scenario as it is run, or each row of its table; of tables only the row that is asked for, where one is. */
export function assembleAll(
  loaded: LoadedScenario,
  options: Assembling & { row?: string | undefined },
): RunnableScenario[] {
  const { row: only, ...assembling } = options;
  if (loaded.scenario.routing === undefined) return only === undefined ? [assembleScenario(loaded, assembling)] : [];
  return rowScenarios(loaded.scenario)
    .filter(({ row }) => only === undefined || row.id === only)
    .map((one) => assembleRow(one, loaded, assembling));
}

function assembleRow({ row, scenario }: RowScenario, loaded: LoadedScenario, options: Assembling): RunnableScenario {
  const runnable = assembleScenario({ ...loaded, scenario }, options);
  const tableVariant = runnable.variant;
  return {
    ...runnable,
    variant: rowVariant(row.id, tableVariant),
    row: { ...row, tableVariant },
    reviewUser: withoutEnd(runnable.reviewUser),
    placeOf: (scoreId) => checkPlace(loaded, scoreId, `routing[${row.position}]`),
  };
}

/** A row is over with its message: that the agent's question is left open then says nothing. */
function withoutEnd(review: RunnableScenario['reviewUser']): RunnableScenario['reviewUser'] {
  if (review === undefined) return undefined;
  return (transcript) => {
    const { notes, breakages } = review(transcript);
    return { notes: notes.filter(({ code }) => code !== 'left-question'), breakages };
  };
}

/** Throws `UsageError` for a row that none of these scenarios has. */
export function refuseUnknownRow(row: string | undefined, scenarios: readonly LoadedScenario[]): void {
  if (row === undefined) return;
  const rows = scenarios.flatMap(({ scenario }) => rowScenarios(scenario).map((one) => one.row.id));
  if (rows.includes(row)) return;
  if (rows.length === 0) {
    throw new UsageError(`\`--row ${row}\`: no scenario that was asked for has a table of messages`);
  }
  const near = nearestName(row, rows);
  throw new UsageError('nothing was run:', [
    {
      severity: 'error',
      code: 'unknown-row',
      path: '',
      message: `no table has a row \`${row}\``,
      details: [`Known rows: ${rows.map((name) => `\`${name}\``).join(', ')}.`],
      ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
    },
  ]);
}
