import type { AnyScorerDefinition, ScorerPart } from '../../domain/contracts/scorer.ts';
import { defineScorer } from '../define-scorer.ts';
import { compilePolicy } from './rules/compile-policy.ts';
import { mentionsOfPolicy } from './rules/mentions-of-policy.ts';
import { PolicySpec } from './rules/policy-rule.ts';
import { scorePolicy } from './score-policy.ts';
import { watchPolicy } from './watch-policy.ts';

/** Rules over what happens in a session, held while it runs or afterwards. */
export const policyScorer: AnyScorerDefinition = defineScorer({
  type: 'policy',
  summary: 'Rules over time were kept: what must come before, after, together, at most so often, or never.',
  stages: ['execution'],
  metrics: ['rules', 'activations', 'fulfilled', 'violations', 'vacuous', 'open'],
  schema: PolicySpec,
  mentions: mentionsOfPolicy,
  create: (spec, named): ScorerPart[] => {
    const policy = compilePolicy(spec, { id: named?.id });
    return [
      {
        stage: 'execution',
        needs: { toolCalls: policy.rules.some(({ form }) => form.asksCalls) },
        deterministic: true,
        score: (input) => scorePolicy(input, policy),
        monitor: watchPolicy(policy),
      },
    ];
  },
});
