import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';

/** The rules that a world watches over while the session runs. */
export const invariants: AnyScorerDefinition = defineScorer({
  type: 'invariants',
  summary: 'No rule of the world was broken while the session ran.',
  stages: ['execution'],
  metrics: ['broken'],
  schema: z.strictObject({}),
  create: () => [{ stage: 'execution', needs: { toolCalls: false }, deterministic: true, score: scoreInvariants }],
});

function scoreInvariants({ transcript }: ScoreInput): ScoreOutcome {
  if (startOf(transcript)?.world === undefined && endOf(transcript)?.world === undefined) {
    return notApplicable('the session had no world');
  }
  const broken = transcript.flatMap((event) =>
    event.type === 'policy_violation' && event.source === 'invariant' ? [event] : [],
  );
  return scoreFindings({
    right: broken.length === 0 ? 1 : 0,
    judged: 1,
    findings: broken.map(
      ({ turn, seq, rule, message, evidence }): Finding => ({
        turn,
        stage: 'execution',
        code: 'broken_invariant',
        severity: 'failure',
        message: `the rule \`${rule}\` was broken: ${message}`,
        evidence: [{ kind: 'event', seq, quote: rule }, ...evidence],
      }),
    ),
    praise: 'every rule of the world was kept',
    metrics: { broken: broken.length },
  });
}
