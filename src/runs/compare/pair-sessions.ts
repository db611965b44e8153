import { compareKeys, type SessionKey } from '../../domain/transcript/session-key.ts';
import type { RunResult } from '../../domain/verdicts/run-result.ts';
import type { SessionSummary } from '../../domain/verdicts/session-result.ts';

/** One trial of a scenario in both runs. */
export type SessionPair = { before: SessionSummary; after: SessionSummary };

/** All trials of one scenario in one variant, as they are named in the later run. */
export type PairedScenario = {
  scenario: string;
  variant: string;
  before: readonly SessionSummary[];
  after: readonly SessionSummary[];
  /** Ordered by trial. A trial that one run alone has is in none. */
  pairs: readonly SessionPair[];
  renamedFrom?: string;
};

export type PairingOptions = {
  /** Name of a scenario before → its name after. */
  renamed?: ReadonlyMap<string, string>;
};

/** The sessions of both runs by scenario and variant, ordered by these. */
export function pairSessions(
  before: RunResult,
  after: RunResult,
  { renamed = new Map() }: PairingOptions = {},
): { scenarios: readonly PairedScenario[]; notes: readonly string[] } {
  const onlyVariants = differingVariants(before, after);
  const nameAfter = ({ scenario, variant, trial }: SessionKey): SessionKey => ({
    scenario: renamed.get(scenario) ?? scenario,
    variant: onlyVariants === undefined ? variant : onlyVariants.after,
    trial,
  });
  const earlier = groupSessions(before.sessions, nameAfter);
  const later = groupSessions(after.sessions, (key) => key);
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const namesBefore = new Map([...renamed].map(([from, to]) => [to, from]));
  const scenarios = names.map((name): PairedScenario => {
    const [old, now] = [earlier.get(name), later.get(name)];
    const { scenario, variant } = (old ?? now) as Group;
    const renamedFrom = namesBefore.get(scenario);
    return {
      scenario,
      variant,
      before: [...(old?.sessions.values() ?? [])],
      after: [...(now?.sessions.values() ?? [])],
      pairs: old === undefined || now === undefined ? [] : pairsOf(old, now),
      ...(renamedFrom === undefined || old === undefined ? {} : { renamedFrom }),
    };
  });
  return {
    scenarios: scenarios.sort((a, b) => compareKeys({ ...a, trial: 0 }, { ...b, trial: 0 })),
    notes: notesOf(scenarios, onlyVariants),
  };
}

type Group = { scenario: string; variant: string; sessions: Map<number, SessionSummary> };

function groupSessions(
  sessions: readonly SessionSummary[],
  nameOf: (key: SessionKey) => SessionKey,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const session of sessions.toSorted((a, b) => compareKeys(a.key, b.key))) {
    const { scenario, variant, trial } = nameOf(session.key);
    const name = `${scenario}/${variant}`;
    const group = groups.get(name) ?? { scenario, variant, sessions: new Map() };
    groups.set(name, group);
    group.sessions.set(trial, session);
  }
  return groups;
}

function pairsOf(old: Group, now: Group): SessionPair[] {
  return [...now.sessions].flatMap(([trial, after]) => {
    const before = old.sessions.get(trial);
    return before === undefined ? [] : [{ before, after }];
  });
}

/** The one variant of each run where the runs have none in common: then it is what the reader compares. */
function differingVariants(before: RunResult, after: RunResult): { before: string; after: string } | undefined {
  const [old, now] = [before, after].map(({ sessions }) => [...new Set(sessions.map(({ key }) => key.variant))]);
  const [oldOne, nowOne] = [old?.[0], now?.[0]];
  const areSingle = old?.length === 1 && now?.length === 1 && oldOne !== nowOne;
  return areSingle && oldOne !== undefined && nowOne !== undefined ? { before: oldOne, after: nowOne } : undefined;
}

function notesOf(
  scenarios: readonly PairedScenario[],
  onlyVariants: { before: string; after: string } | undefined,
): readonly string[] {
  const ofVariants =
    onlyVariants === undefined
      ? []
      : [`variant \`${onlyVariants.before}\` is held against variant \`${onlyVariants.after}\``];
  const gone = scenarios.filter(({ after }) => after.length === 0);
  const fresh = scenarios.filter(({ before }) => before.length === 0);
  const renames = gone.flatMap((old) =>
    fresh
      .filter((now) => now.variant === old.variant && now.after[0]?.title === old.before[0]?.title)
      .map(
        (now) =>
          `\`${old.scenario}\` is gone and \`${now.scenario}\` is new with the same title; if it was renamed, \`--renamed ${old.scenario}=${now.scenario}\` holds them against each other`,
      ),
  );
  return [...ofVariants, ...renames];
}
