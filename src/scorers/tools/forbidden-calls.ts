import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf } from '../last-turn.ts';
import { mentionsOfCall, mentionsOfTurn } from '../mentions/mentions-in.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { MatchOptions, mergeMatchOptions } from '../trajectory/arguments/match-options.ts';
import type { ArgumentDifference } from '../trajectory/arguments/matcher.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { wasRefused } from '../trajectory/judge-calls.ts';
import { compileAll } from '../trajectory/specification/compile-all.ts';
import {
  CallPattern,
  type CallTest,
  type CompiledCall,
  compileCall,
  fitsPattern,
  withSchema,
} from '../trajectory/specification/expected-call.ts';
import { mentionsOfOptions } from './calls/calls-mentions.ts';

const MAX_LEAVES = 3;

const ForbiddenCalls = z.strictObject({
  /** Tools that may not be called at all, or only not with these arguments. */
  tools: z.array(z.union([Name, CallPattern])).min(1),
  /** Turn, from 0; the whole session without it. */
  turn: z.int().min(0).optional(),
  ...MatchOptions.shape,
});

/** Calls that must not be made; an attempt that failed was made. */
export const forbiddenCalls: AnyScorerDefinition = defineScorer({
  type: 'forbidden-calls',
  summary: 'None of these tools was called, or not with these arguments.',
  stages: ['selection'],
  metrics: ['forbidden'],
  schema: ForbiddenCalls,
  // An agent may call what does not exist; forbidding it says something.
  mentions: ({ tools, turn, ...options }) => [
    ...tools.flatMap((tool, index) => [
      ...mentionsOfCall(tool, `tools[${index}]`, { mayBeMadeUp: true }),
      ...(typeof tool === 'string' ? [] : mentionsOfOptions(tool, `tools[${index}].`, tool.tool)),
    ]),
    ...mentionsOfTurn(turn),
    ...mentionsOfOptions(options, ''),
  ],
  create: ({ tools, turn, ...options }): ScorerPart[] => {
    // What nobody named does not make a forbidden call an allowed one.
    const common = mergeMatchOptions({ unknownKeys: 'allow' }, options);
    const patterns = compileAll(
      tools,
      (tool) => compileCall({ ...(typeof tool === 'string' ? { tool } : tool), outcome: 'any' }, common),
      'tools',
    );
    return [
      {
        stage: 'selection',
        needs: { toolCalls: true },
        deterministic: true,
        score: (input) => scoreForbidden(input, patterns, turn),
      },
    ];
  },
});

function scoreForbidden(input: ScoreInput, patterns: readonly CompiledCall[], turn: number | undefined): ScoreOutcome {
  const last = lastTurnOf(input);
  if (turn !== undefined && turn > last) return notApplicable(`turn ${turn} did not take place; the last is ${last}`);
  const known = withSchemas(patterns, input);
  const calls = input.trajectory.calls.filter((call) => turn === undefined || call.turn === turn);
  const made = calls.flatMap((call) => {
    const pattern = known.find((one) => isMeant(one, call));
    return pattern === undefined ? [] : [{ call, pattern }];
  });
  const others = calls.filter((call) => !made.some((one) => one.call === call));
  const doubtful = others.flatMap((call) => doubtsOf(call, known));
  const open = doubtful.find(({ call }) => !wasRefused(call));
  if (made.length === 0 && open !== undefined) return unscored(doubtText(open));
  return scoreFindings({
    right: made.length === 0 ? 1 : 0,
    judged: 1,
    findings: [...made.map(explainForbidden), ...doubtful.map(explainDoubt)],
    praise: 'no forbidden call was made',
    metrics: { forbidden: made.length },
  });
}

/** The patterns with what the tools say of how their values are compared. */
function withSchemas(patterns: readonly CompiledCall[], { transcript }: ScoreInput): CompiledCall[] {
  const started = startOf(transcript);
  const tools = started === undefined || started.tools === 'unknown' ? [] : started.tools;
  return patterns.map((pattern) => {
    const parameters = tools.find(({ name }) => name === pattern.tool)?.parameters;
    return withSchema(pattern, parameters);
  });
}

/** A tool that is forbidden altogether is so whatever its arguments look like. */
function isMeant(pattern: CallTest, call: TrajectoryCall): boolean {
  return pattern.asksArguments ? fitsPattern(pattern, call) : call.name === pattern.tool;
}

function explainForbidden({ call, pattern }: { call: TrajectoryCall; pattern: CallTest }): Finding {
  return {
    turn: call.turn,
    stage: 'selection',
    code: 'forbidden_call',
    severity: 'failure',
    message: `\`${describeCall(call)}\` was called (${describeOutcome(call)}); \`${pattern.text}\` is forbidden`,
    evidence: [callEvidence(call)],
  };
}

/** Why nobody can tell whether a call is the forbidden one. */
type Doubt = { call: TrajectoryCall; pattern: CallTest; differences: readonly ArgumentDifference[] };

/** A call with arguments that are no JSON, or one that is no forbidden call only because values of it cannot be read. */
function doubtsOf(call: TrajectoryCall, patterns: readonly CallTest[]): Doubt[] {
  const doubts = patterns.flatMap((pattern): Doubt[] => {
    if (pattern.tool !== call.name) return [];
    if (call.arguments === undefined) return [{ call, pattern, differences: [] }];
    const { differences } = pattern.arguments.compare(call.arguments);
    return differences.length > 0 && differences.every(({ isUnread }) => isUnread)
      ? [{ call, pattern, differences }]
      : [];
  });
  return doubts.slice(0, 1);
}

function doubtText({ call, pattern, differences }: Doubt): string {
  const called = `\`${describeCall(call)}\``;
  const meant = `\`${pattern.text}\`, which is forbidden`;
  if (differences.length === 0)
    return `${called} was called with arguments that are no JSON; it may have been meant as ${meant}`;
  const leaves = differences
    .slice(0, MAX_LEAVES)
    .map(({ pointer, actual, expected }) => `\`${pointerName(pointer)}\` is ${actual}, held against ${expected}`);
  return `${called} was called (${describeOutcome(call)}) and may be ${meant}: ${leaves.join('; ')}`;
}

function explainDoubt(doubt: Doubt): Finding {
  const { call } = doubt;
  return {
    turn: call.turn,
    stage: 'selection',
    code: 'unreadable_call',
    severity: 'warning',
    message: doubtText(doubt),
    evidence: [callEvidence(call)],
  };
}
