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
  const overrides = differingOverrides(before, after, renamed);
  const earlier = groupSessions(before.sessions, ({ scenario, variant }) => {
    return `${renamed.get(scenario) ?? scenario}/${withoutOverride(variant, overrides?.before)}`;
  });
  const later = groupSessions(after.sessions, ({ scenario, variant }) => {
    return `${scenario}/${withoutOverride(variant, overrides?.after)}`;
  });
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  const namesBefore = new Map([...renamed].map(([from, to]) => [to, from]));
  const scenarios = names.map((name): PairedScenario => {
    const [old, now] = [earlier.get(name), later.get(name)];
    const { scenario: named, variant } = (now ?? old) as Group;
    const scenario = now === undefined ? (renamed.get(named) ?? named) : named;
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
    notes: notesOf(scenarios, overrides),
  };
}

type Group = { scenario: string; variant: string; sessions: Map<number, SessionSummary> };

function groupSessions(
  sessions: readonly SessionSummary[],
  nameOf: (key: SessionKey) => string,
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const session of sessions.toSorted((a, b) => compareKeys(a.key, b.key))) {
    const { scenario, variant, trial } = session.key;
    const name = nameOf(session.key);
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

/** What all variants of a run begin with. */
type Overrides = { before: string; after: string };

/**
 * What tells all variants of one run from all of the other, such as `agent-b`: runs that have no scenario in the same
 * variant are runs of two agents or models, and that is what the reader compares.
 */
function differingOverrides(
  before: RunResult,
  after: RunResult,
  renamed: ReadonlyMap<string, string>,
): Overrides | undefined {
  const known = new Set(after.sessions.map(({ key }) => `${key.scenario}/${key.variant}`));
  const isShared = before.sessions.some(({ key: { scenario, variant } }) =>
    known.has(`${renamed.get(scenario) ?? scenario}/${variant}`),
  );
  if (isShared) return undefined;
  const [old, now] = [sharedBeginning(before), sharedBeginning(after)];
  return old === now ? undefined : { before: old, after: now };
}

function sharedBeginning({ sessions }: RunResult): string {
  const variants = [...new Set(sessions.map(({ key }) => key.variant))].map((variant) => variant.split('-'));
  const [first = []] = variants;
  const differs = first.findIndex((part, index) => variants.some((parts) => parts[index] !== part));
  return (differs < 0 ? first : first.slice(0, differs)).join('-');
}

function withoutOverride(variant: string, override: string | undefined): string {
  if (override === undefined || override === '') return variant;
  return variant === override ? 'default' : variant.slice(override.length + 1);
}

function notesOf(scenarios: readonly PairedScenario[], overrides: Overrides | undefined): readonly string[] {
  const ofVariants =
    overrides === undefined
      ? []
      : [`variant \`${overrides.before || 'default'}\` is held against variant \`${overrides.after || 'default'}\``];
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
