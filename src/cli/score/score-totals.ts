import { startOf } from '../../domain/transcript/endings.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { countOf, formatCount } from '../../domain/values/quantities.ts';
import type { GateOutcome, GroundingPoint } from '../../domain/verdicts/run-result.ts';
import type { Score } from '../../domain/verdicts/score.ts';
import { createGroundingFold } from '../../runs/grounding-fold.ts';
import { type FailureGroup, groupFold } from './failure-groups.ts';
import type { Lack } from './find-lacks.ts';
import type { ScoredConversation } from './scored-conversation.ts';

/** What one check came to over all conversations. */
export type CheckTotals = {
  id: string;
  passed: number;
  failed: number;
  /** Nothing to check. */
  notApplicable: number;
  /** It could not be made, or broke. */
  unscored: number;
  /** Reason of the first that could not be made. */
  why?: string | undefined;
  /** Conversations in which it failed, by the codes of what it found. */
  codes: Map<string, number>;
};

/** Problems of one kind over all conversations. */
export type ProblemTotals = {
  code: string;
  count: number;
  conversations: number;
  /** The first of them, and what to do about it. */
  example: string;
  hint?: string | undefined;
};

export type ScoreTotals = {
  conversations: number;
  passed: number;
  failed: number;
  invalid: number;
  /** In the order of the rules. */
  checks: readonly CheckTotals[];
  problems: readonly ProblemTotals[];
  /** Conversations by format. */
  formats: Readonly<Record<string, number>>;
  grounding: readonly GroundingPoint[];
  /** Those that did not pass, by their reasons. */
  groups: readonly FailureGroup[];
  /** Those that did not pass and are in no group, since nearly each had reasons of its own. */
  ungrouped: number;
  /** What would have to be known for the checks that could not be made. */
  lacks: ReadonlySet<Lack>;
  /** Tools that the agent called where it had to be known what they do, and nobody says. */
  unknownEffects: ReadonlySet<string>;
  /** Tools that the agent called, in conversations that were judged. */
  called: ReadonlySet<string>;
};

export type TotalsFold = {
  /** Returns the group of a conversation that did not pass. */
  add(conversation: ScoredConversation): FailureGroup | undefined;
  totals(): ScoreTotals;
};

export function totalsFold(): TotalsFold {
  const counts = { conversations: 0, passed: 0, failed: 0, invalid: 0 };
  const checks = new Map<string, CheckTotals>();
  const problems = new Map<string, ProblemTotals>();
  const formats = new Map<string, number>();
  const grounding = createGroundingFold();
  const groups = groupFold();
  const lacks = new Set<Lack>();
  const unknownEffects = new Set<string>();
  const called = new Set<string>();
  return {
    add(conversation) {
      counts.conversations += 1;
      const format = conversation.format ?? 'unknown';
      formats.set(format, (formats.get(format) ?? 0) + 1);
      countProblems(conversation, problems);
      if (conversation.status === 'unreadable') {
        counts.invalid += 1;
        return groups.add(conversation);
      }
      const { result } = conversation;
      counts[result.verdict] += 1;
      for (const score of result.scores) countScore(score, checks);
      grounding.add(result.key, conversation.grounding);
      for (const lack of [...conversation.lacks.values()].flat()) lacks.add(lack);
      const names = result.transcript.flatMap((event) => (event.type === 'tool_call' ? event.call.name : []));
      for (const name of names) called.add(name);
      if ([...conversation.lacks.values()].flat().includes('effects') && unknownEffects.size < MAX_NAMES) {
        for (const name of namesWithoutEffect(result.transcript, names)) unknownEffects.add(name);
      }
      return groups.add(conversation);
    },
    totals: () => ({
      ...counts,
      checks: [...checks.values()],
      problems: [...problems.values()].toSorted((a, b) => b.count - a.count),
      formats: Object.fromEntries([...formats].sort(([a], [b]) => (a < b ? -1 : 1))),
      grounding: grounding.curves().run,
      groups: groups.groups(),
      ungrouped: groups.ungrouped(),
      lacks,
      unknownEffects,
      called,
    }),
  };
}

function countScore(score: Score, checks: Map<string, CheckTotals>): void {
  const known: CheckTotals = checks.get(score.id) ?? {
    id: score.id,
    passed: 0,
    failed: 0,
    notApplicable: 0,
    unscored: 0,
    codes: new Map(),
  };
  checks.set(score.id, known);
  if (score.status === 'scored') {
    known[score.passed ? 'passed' : 'failed'] += 1;
    for (const code of score.passed ? [] : codesOf(score)) countCode(known.codes, code);
  } else if (score.status === 'not_applicable') known.notApplicable += 1;
  else {
    known.unscored += 1;
    known.why ??= score.status === 'errored' ? score.message : score.reason;
  }
}

/** Codes come from the code of scorers, of others too: a scorer that makes them up must not fill the memory. */
const MAX_CODES = 50;

function codesOf({ findings }: Extract<Score, { status: 'scored' }>): ReadonlySet<string> {
  const codes = findings.flatMap(({ severity, code }) => (severity === 'failure' ? code : []));
  return new Set(codes.length === 0 ? ['not_passed'] : codes);
}

function countCode(codes: Map<string, number>, code: string): void {
  const key = codes.has(code) || codes.size < MAX_CODES ? code : 'other';
  codes.set(key, (codes.get(key) ?? 0) + 1);
}

/** Names of tools come from the logs, which may hold any number of them, and nobody reads so many. */
const MAX_NAMES = 100;

function namesWithoutEffect(transcript: Transcript, names: readonly string[]): string[] {
  const tools = startOf(transcript)?.tools ?? 'unknown';
  const known = new Map(tools === 'unknown' ? [] : tools.map(({ name, effect }) => [name, effect]));
  return names.filter((name) => (known.get(name) ?? 'unknown') === 'unknown');
}

function countProblems({ problems: found, place }: ScoredConversation, problems: Map<string, ProblemTotals>): void {
  const seen = new Set<string>();
  for (const { code, path, message, hint } of found) {
    const at = path === '' ? '' : `${path}: `;
    const example = `${place.file}:${place.line}: ${at}${message}`;
    const known = problems.get(code) ?? {
      code,
      count: 0,
      conversations: 0,
      example,
      ...(hint === undefined ? {} : { hint }),
    };
    problems.set(code, known);
    known.count += 1;
    if (!seen.has(code)) known.conversations += 1;
    seen.add(code);
  }
}

/** Whether the logs keep to the rules. `strange`: what else makes the answer worthless. */
export function gateOf(
  { conversations, failed, invalid }: ScoreTotals,
  { minPassRate, strange, isInterrupted }: { minPassRate: number; strange: readonly string[]; isInterrupted: boolean },
): GateOutcome {
  if (isInterrupted) return { status: 'interrupted', reasons: ['not every conversation was scored'] };
  if (conversations > 0 && (conversations - failed) / conversations < minPassRate) {
    const needed = minPassRate === 1 ? '' : `, and ${Math.round(minPassRate * 1000) / 10} % must pass`;
    return {
      status: 'lost',
      reasons: [`${formatCount(failed)} of ${countOf(conversations, 'conversation')} failed${needed}`],
    };
  }
  const reasons = [
    ...(conversations === 0 ? ['no conversation was found'] : []),
    ...(invalid > 0
      ? [`${formatCount(invalid)} of ${countOf(conversations, 'conversation')} ${invalid === 1 ? 'is' : 'are'} invalid`]
      : []),
    ...strange,
  ];
  return reasons.length > 0 ? { status: 'invalid', reasons } : { status: 'met', reasons: [] };
}
