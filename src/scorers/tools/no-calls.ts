import { z } from 'zod';
import type { AnyScorerDefinition } from '../../domain/contracts/scorer.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf } from '../last-turn.ts';
import { mentionsOfTurn } from '../mentions/mentions-in.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { callEvidence, describeCall } from '../trajectory/explanation/describe-call.ts';

const NoCalls = z.strictObject({
  /** Turn, from 0, in which nothing may be called; the whole session without it. */
  turn: z.int().min(0).optional(),
});

/** Nothing was to be called. */
export const noCalls: AnyScorerDefinition = defineScorer({
  type: 'no-calls',
  summary: 'No tool was called, in the session or in one turn.',
  stages: ['selection'],
  metrics: ['calls'],
  schema: NoCalls,
  mentions: ({ turn }) => mentionsOfTurn(turn),
  create: ({ turn }) => [
    {
      stage: 'selection',
      needs: { toolCalls: true },
      deterministic: true,
      score: (input) => {
        const last = lastTurnOf(input);
        if (turn !== undefined && turn > last)
          return notApplicable(`turn ${turn} did not take place; the last is ${last}`);
        const made = input.trajectory.calls.filter((call) => turn === undefined || call.turn === turn);
        const findings = made.map(
          (call): Finding => ({
            turn: call.turn,
            stage: 'selection',
            code: 'unexpected_call',
            severity: 'failure',
            message: `\`${describeCall(call)}\` was called; expected no call${turn === undefined ? '' : ` in turn ${turn}`}`,
            evidence: [callEvidence(call)],
          }),
        );
        const right = made.length === 0 ? 1 : 0;
        return scoreFindings({
          right,
          judged: 1,
          findings,
          praise: 'nothing was called',
          metrics: { calls: made.length },
        });
      },
    },
  ],
});
