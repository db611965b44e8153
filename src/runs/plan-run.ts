import type { Gate } from '../domain/authoring/gate.ts';
import type { RowHead } from '../domain/authoring/row-scenarios.ts';
import type { Scenario } from '../domain/authoring/scenario.ts';
import type { Agent } from '../domain/contracts/agent.ts';
import type { Scorer } from '../domain/contracts/scorer.ts';
import type { SimulatedUser } from '../domain/contracts/simulated-user.ts';
import type { World } from '../domain/contracts/world.ts';
import { compareKeys, type SessionKey } from '../domain/transcript/session-key.ts';
import type { Transcript } from '../domain/transcript/transcript-event.ts';
import { seedOf, stableHash } from '../domain/values/hash.ts';
import { identityText } from '../domain/values/identity-text.ts';
import type { SessionInputs } from '../domain/verdicts/session-inputs.ts';
import type { FilePlace, UserReview } from '../domain/verdicts/session-result.ts';

/** A scenario with everything that it needs to run. */
export type RunnableScenario = {
  scenario: Scenario;
  /** `default`, or the overrides that this run makes; names the row of a table, too. */
  variant: string;
  /** The agent that the run names instead of the scenario's. */
  namedAgent?: string | undefined;
  /** The row of a table of messages, and the variant of the table as a whole. */
  row?: (RowHead & { tableVariant: string }) | undefined;
  user: SimulatedUser;
  agent: Agent;
  world?: World | undefined;
  scorers: readonly Scorer[];
  persona?: string | undefined;
  /** Looks at what the user said when a session is over. */
  reviewUser?: ((transcript: Transcript) => UserReview) | undefined;
  /** Where the check of this score is written; the scenario itself where no check is named, or none of its own. */
  placeOf?: ((scoreId?: string) => FilePlace) | undefined;
  /** What the trials must reach. */
  gate: Gate;
  /** Hashes of what the scenario itself does not hold. */
  hashes?: Pick<SessionInputs, 'persona' | 'checks'> | undefined;
};

export type PlannedSession = RunnableScenario & { key: SessionKey; seed: number; scenarioHash: string };

/**
 * One session for each scenario, variant and trial, ordered by key, those of a table by the place of their rows. A seed depends on the run's seed, the scenario, the row
 * of a table and the trial alone, so that adding a scenario, sharding or concurrency changes no other session.
 */
export function planRun(
  scenarios: readonly RunnableScenario[],
  { seed, trials, trial }: { seed: number; trials?: number | undefined; trial?: number | undefined },
): readonly PlannedSession[] {
  const planned = scenarios.flatMap((runnable) => {
    const { scenario, variant, row } = runnable;
    const scenarioHash = stableHash(identityText(scenario));
    const wanted =
      trial === undefined ? Array.from({ length: trials ?? scenario.trials }, (_, index) => index) : [trial];
    return wanted.map(
      (index): PlannedSession => ({
        key: { scenario: scenario.id, variant, trial: index },
        seed: row === undefined ? seedOf(seed, scenario.id, index) : seedOf(seed, scenario.id, row.id, index),
        scenarioHash,
        ...runnable,
      }),
    );
  });
  return planned.sort(comparePlanned);
}

/** The order in which sessions run and are shown. */
export function comparePlanned(a: PlannedSession, b: PlannedSession): number {
  const apart = compareKeys({ ...groupOf(a), trial: 0 }, { ...groupOf(b), trial: 0 });
  if (apart !== 0) return apart;
  return (a.row?.position ?? 0) - (b.row?.position ?? 0) || compareKeys(a.key, b.key);
}

/** What the result of a planned session will depend on. */
export function inputsOf({ agent, scenarioHash, hashes }: PlannedSession): SessionInputs {
  return { agent: agent.name, scenario: scenarioHash, ...hashes };
}

/** Sessions that are judged together: those of one scenario, or of a whole table, in one variant. */
export function groupOf({ key, row }: Pick<PlannedSession, 'key' | 'row'>): { scenario: string; variant: string } {
  return { scenario: key.scenario, variant: row?.tableVariant ?? key.variant };
}
