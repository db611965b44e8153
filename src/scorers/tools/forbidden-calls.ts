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
import { notApplicable, scoreFindings } from '../outcome.ts';
import { callEvidence, describeCall, describeOutcome } from '../trajectory/explanation/describe-call.ts';
import { compileAll } from '../trajectory/specification/compile-all.ts';
import {
  CallPattern,
  type CallTest,
  type CompiledCall,
  compileCall,
  fitsPattern,
  withSchema,
} from '../trajectory/specification/expected-call.ts';

const ForbiddenCalls = z.strictObject({
  /** Tools that may not be called at all, or only not with these arguments. */
  tools: z.array(z.union([Name, CallPattern])).min(1),
  /** Turn, from 0; the whole session without it. */
  turn: z.int().min(0).optional(),
});

/** Calls that must not be made; an attempt that failed was made. */
export const forbiddenCalls: AnyScorerDefinition = defineScorer({
  type: 'forbidden-calls',
  summary: 'None of these tools was called, or not with these arguments.',
  stages: ['selection'],
  metrics: ['forbidden'],
  schema: ForbiddenCalls,
  // An agent may call what does not exist; forbidding it says something.
  mentions: ({ tools, turn }) => [
    ...tools.flatMap((tool, index) => mentionsOfCall(tool, `tools[${index}]`, { mayBeMadeUp: true })),
    ...mentionsOfTurn(turn),
  ],
  create: ({ tools, turn }): ScorerPart[] => {
    const patterns = compileAll(
      tools,
      // What nobody named does not make a forbidden call an allowed one.
      (tool) => compileCall({ unknownKeys: 'allow', ...(typeof tool === 'string' ? { tool } : tool), outcome: 'any' }),
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
  const unreadable = calls.filter((call) => call.arguments === undefined && !made.some((one) => one.call === call));
  return scoreFindings({
    right: made.length === 0 ? 1 : 0,
    judged: 1,
    findings: [
      ...made.map(explainForbidden),
      ...unreadable.flatMap((call) => {
        const pattern = known.find(({ tool }) => tool === call.name);
        return pattern === undefined ? [] : [explainUnreadable(call, pattern)];
      }),
    ],
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

/** Nobody can tell what was meant, and nothing can have come of it. */
function explainUnreadable(call: TrajectoryCall, pattern: CallTest): Finding {
  return {
    turn: call.turn,
    stage: 'selection',
    code: 'unreadable_call',
    severity: 'warning',
    message: `\`${describeCall(call)}\` was called with arguments that are no JSON; it may have been meant as \`${pattern.text}\`, which is forbidden`,
    evidence: [callEvidence(call)],
  };
}
