import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import { JsonObject } from '../../domain/values/json-value.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { mentionOfPointer, mentionsOfCall, mentionsOfState } from '../mentions/mentions-in.ts';
import { scoreFindings, unscored } from '../outcome.ts';
import { compileArguments } from '../trajectory/arguments/argument-matcher.ts';
import type { ArgumentMatcher } from '../trajectory/arguments/matcher.ts';
import { compileAll } from '../trajectory/specification/compile-all.ts';
import { CallPattern, type CallTest, compileCallPattern } from '../trajectory/specification/expected-call.ts';
import { findStateDifferences } from './state-differences.ts';
import { findUnwantedChanges } from './unwanted-changes.ts';
import { findWriteDifferences, hasUnknownWrites } from './write-differences.ts';

const EndState = z.strictObject({
  /** What the world's state must hold when the talk is over: deep, partial, with matchers. */
  state: JsonObject.optional(),
  /** Nothing may have changed; or nothing below these JSON Pointers. */
  unchanged: z
    .union([z.literal(true), z.array(z.string().regex(/^\//, 'must be a JSON Pointer, such as `/orders/A-1`')).min(1)])
    .optional(),
  /** Exactly these writes must have succeeded, in any order; an empty list allows none. */
  writes: z.array(CallPattern).optional(),
});
type EndState = z.infer<typeof EndState>;

/** What was really done, whatever the agent says of it. */
export const endState: AnyScorerDefinition = defineScorer({
  type: 'end-state',
  summary: 'When the talk was over the world was as expected, and only the expected writes had been made.',
  stages: ['execution'],
  metrics: ['checked', 'right'],
  schema: EndState,
  create: createEndState,
  mentions: ({ state, unchanged, writes = [] }) => [
    ...(state === undefined ? [] : mentionsOfState(state, 'state')),
    ...(Array.isArray(unchanged) ? unchanged : []).map((pointer, index) =>
      mentionOfPointer(pointer, `unchanged[${index}]`),
    ),
    ...writes.flatMap((write, index) => mentionsOfCall(write, `writes[${index}]`)),
  ],
});

type Compiled = { state?: ArgumentMatcher; unchanged?: readonly string[]; writes?: readonly CallTest[] };

function createEndState({ state, unchanged, writes }: EndState): ScorerPart[] {
  if (state === undefined && unchanged === undefined && writes === undefined) {
    throw new UsageError('says nothing to check: give `state`, `unchanged` or `writes`.');
  }
  const compiled: Compiled = {
    ...(state === undefined ? {} : { state: compileArguments(state) }),
    ...(unchanged === undefined ? {} : { unchanged: unchanged === true ? [''] : unchanged }),
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

function scoreEndState(input: ScoreInput, { state, unchanged, writes }: Compiled): ScoreOutcome {
  const end = endOf(input.transcript);
  const world = end?.world;
  if (end === undefined || world === undefined) return unscored('the session does not hold the state of a world');
  const unknown = writes === undefined ? undefined : hasUnknownWrites(input);
  if (unknown !== undefined) return unscored(`the log does not say whether \`${unknown}\` writes`);
  const checks = [
    ...(state === undefined ? [] : [findStateDifferences(input, state, { state: world.state, seq: end.seq })]),
    ...(unchanged === undefined ? [] : [findUnwantedChanges(input, unchanged, hashesOf(input))]),
    ...(writes === undefined ? [] : [findWriteDifferences(input, writes)]),
  ];
  const checked = checks.reduce((sum, check) => sum + check.checked, 0);
  const right = checks.reduce((sum, check) => sum + check.right, 0);
  return scoreFindings({
    right,
    judged: checked,
    findings: checks.flatMap(({ findings }) => findings),
    praise: 'the world is as expected',
    metrics: { checked, right },
  });
}

function hashesOf({ transcript }: ScoreInput): { before: string | undefined; after: string | undefined } {
  return { before: startOf(transcript)?.world?.hash, after: endOf(transcript)?.world?.hash };
}
