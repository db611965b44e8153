import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { scoreFindings, unscored } from '../outcome.ts';
import { compileArguments } from '../trajectory/arguments/argument-matcher.ts';
import type { ArgumentMatcher } from '../trajectory/arguments/matcher.ts';
import { compileAll } from '../trajectory/specification/compile-all.ts';
import { type CallTest, compileCallPattern } from '../trajectory/specification/expected-call.ts';
import { EndState } from './end-state-specification.ts';
import { worldDetails } from './history/world-details.ts';
import { type WorldMoment, worldMomentOf } from './history/world-moment.ts';
import { mentionsOfEndState } from './mentions-of-end-state.ts';
import { type PlacePattern, readPlacePattern } from './query/place-pattern.ts';
import { type CompiledQuery, compileQuery } from './query/state-query.ts';
import { findQueryFaults, findStateDifferences } from './state-differences.ts';
import { findChangesElsewhere, findUnwantedChanges } from './unwanted-changes.ts';
import { findWriteDifferences, hasUnknownWrites } from './write-differences.ts';

/** What was really done, whatever the agent says of it. */
export const endState: AnyScorerDefinition = defineScorer({
  type: 'end-state',
  summary: 'When the talk was over the world was as expected, and only the expected writes had been made.',
  stages: ['execution'],
  metrics: ['checked', 'right'],
  schema: EndState,
  create: createEndState,
  mentions: mentionsOfEndState,
});

type Compiled = {
  turn?: number | undefined;
  state?: ArgumentMatcher;
  queries?: readonly CompiledQuery[];
  unchanged?: readonly PlacePattern[];
  onlyChanged?: readonly PlacePattern[];
  writes?: readonly CallTest[];
};

function createEndState(spec: EndState): ScorerPart[] {
  const { turn, state, match, query, unchanged, onlyChanged, writes } = spec;
  if ([state, query, unchanged, onlyChanged, writes].every((part) => part === undefined)) {
    throw new UsageError('says nothing to check: give `state`, `query`, `unchanged`, `onlyChanged` or `writes`.');
  }
  if (match !== undefined && state === undefined)
    throw new UsageError('`match` says how `state` is compared: give it one.');
  if (unchanged === true && onlyChanged !== undefined) {
    throw new UsageError('`unchanged: true` allows no change, and `onlyChanged` allows some: leave one of them out.');
  }
  refuseEmpty(spec);
  const compiled: Compiled = {
    ...(turn === undefined ? {} : { turn }),
    ...(state === undefined ? {} : { state: compileArguments(state, match === undefined ? {} : { match }) }),
    ...(query === undefined ? {} : { queries: compileAll(query, compileQuery, 'query') }),
    ...(unchanged === undefined ? {} : { unchanged: unchanged === true ? [[]] : unchanged.map(readPlacePattern) }),
    ...(onlyChanged === undefined ? {} : { onlyChanged: onlyChanged.map(readPlacePattern) }),
    ...(writes === undefined ? {} : { writes: compileAll(writes, compileCallPattern, 'writes') }),
  };
  return [
    {
      stage: 'execution',
      needs: { toolCalls: writes !== undefined },
      deterministic: true,
      score: (input) => scoreEndState(input, compiled),
    },
  ];
}

/** What no state could ever fail. */
function refuseEmpty({ state, match, onlyChanged = [] }: EndState): void {
  if (state !== undefined && match !== 'exact' && Object.keys(state).length === 0) {
    throw new UsageError('`state: {}` can never fail: name what must stand there, or say `match: exact`.');
  }
  for (const pointer of onlyChanged) {
    if (pointer !== '/*') continue;
    throw new UsageError('`onlyChanged` with `/*` can never fail, since everything may change then: leave it out.');
  }
}

function scoreEndState(input: ScoreInput, compiled: Compiled): ScoreOutcome {
  const { turn, state, queries, unchanged, onlyChanged, writes } = compiled;
  const moment = worldMomentOf(input, turn);
  if (moment === undefined) return unscored('the session does not hold the state of a world');
  const unknown = writes === undefined ? undefined : hasUnknownWrites(input);
  if (unknown !== undefined) return unscored(`the log does not say whether \`${unknown}\` writes`);
  if ('unscored' in moment) return unscored(moment.unscored);
  if ('missing' in moment) return outcomeOf({ checked: 1, right: 0, findings: [moment.missing] }, compiled);
  const checks = [
    ...(state === undefined ? [] : [findStateDifferences(moment, state)]),
    ...(queries === undefined ? [] : [findQueryFaults(moment, queries)]),
    ...(unchanged === undefined ? [] : [findUnwantedChanges(moment, unchanged)]),
    ...(onlyChanged === undefined ? [] : [findChangesElsewhere(moment, onlyChanged)]),
    ...(writes === undefined ? [] : [findWriteDifferences(input, writes, turn)]),
  ];
  const checked = checks.reduce((sum, check) => sum + check.checked, 0);
  const right = checks.reduce((sum, check) => sum + check.right, 0);
  const findings = [...checks.flatMap((check) => check.findings), ...doesNotAddUp(moment)];
  return outcomeOf({ checked, right, findings }, compiled, moment);
}

function outcomeOf(
  { checked, right, findings }: { checked: number; right: number; findings: readonly Finding[] },
  { turn }: Compiled,
  moment?: WorldMoment,
): ScoreOutcome {
  const isFine = findings.every(({ severity }) => severity !== 'failure');
  return scoreFindings({
    right,
    judged: checked,
    findings,
    praise: turn === undefined ? 'the world is as expected' : `the world was as expected after turn ${turn}`,
    metrics: { checked, right },
    ...(isFine || moment === undefined ? {} : { details: worldDetails(moment.history) }),
  });
}

/** Nobody should trust what is told of single turns then. */
function doesNotAddUp({ history: { sum }, seq, input }: WorldMoment): Finding[] {
  if (sum.addsUp !== 'no') return [];
  return [
    {
      turn: input.turns.at(-1)?.turn ?? 0,
      stage: 'execution',
      code: 'world_does_not_add_up',
      severity: 'warning',
      message: `the recorded changes of the world do not add up to its state at the end: ${sum.problems[0]}`,
      evidence: [{ kind: 'state', seq, pointer: '' }],
    },
  ];
}
