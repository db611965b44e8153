import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
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
  compileCallPattern,
  fitsPattern,
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
      (tool) => compileCallPattern(typeof tool === 'string' ? { tool } : tool),
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

function scoreForbidden(input: ScoreInput, patterns: readonly CallTest[], turn: number | undefined): ScoreOutcome {
  const last = lastTurnOf(input);
  if (turn !== undefined && turn > last) return notApplicable(`turn ${turn} did not take place; the last is ${last}`);
  const made = input.trajectory.calls.flatMap((call) => {
    if (turn !== undefined && call.turn !== turn) return [];
    const pattern = patterns.find((one) => isMeant(one, call));
    return pattern === undefined ? [] : [{ call, pattern }];
  });
  return scoreFindings({
    right: made.length === 0 ? 1 : 0,
    judged: 1,
    findings: made.map(({ call, pattern }) => ({
      turn: call.turn,
      stage: 'selection',
      code: 'forbidden_call',
      severity: 'failure',
      message: `\`${describeCall(call)}\` was called (${describeOutcome(call)}); \`${pattern.text}\` is forbidden`,
      evidence: [callEvidence(call)],
    })),
    praise: 'no forbidden call was made',
    metrics: { forbidden: made.length },
  });
}

/** A tool that is forbidden altogether is so whatever its arguments look like. */
function isMeant(pattern: CallTest, call: TrajectoryCall): boolean {
  return pattern.asksArguments ? fitsPattern(pattern, call) : call.name === pattern.tool;
}
