import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, Mention, ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { judgeCalls } from '../provenance/argument-provenance.ts';
import { type ExplainedLeaf, findingOf, placeText } from '../provenance/explain-leaf.ts';
import { provenanceRules, ruleFor } from '../provenance/rules.ts';
import type { LeafVerdict } from '../provenance/verdict/leaf-verdict.ts';
import { valueText } from '../text/value-text.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';

const ArgumentsFromEvidence = z.strictObject({
  /** Only calls of these tools are looked at; all without it. */
  tools: z.array(Name).min(1).optional(),
  ...provenanceRules,
  /** What a made-up value of a tool that only reads is. */
  reads: z.enum(['warn', 'fail']).default('warn'),
  /** What a value is whose source can only be guessed. */
  weak: z.enum(['allow', 'fail']).default('allow'),
});
type ArgumentsFromEvidence = z.infer<typeof ArgumentsFromEvidence>;

/** Whether arguments were made up. */
export const argumentsFromEvidence: AnyScorerDefinition = defineScorer({
  type: 'arguments-from-evidence',
  summary: 'Every argument came from what the agent had seen: the user, tool results, the schema or the policy.',
  stages: ['arguments'],
  metrics: ['grounded', 'weak', 'ungrounded', 'exempt', 'forbidden'],
  schema: ArgumentsFromEvidence,
  mentions: mentionsOf,
  create: (specification) => [
    {
      stage: 'arguments',
      needs: { toolCalls: true },
      deterministic: true,
      score: (input) => scoreProvenance(input, specification),
    },
  ],
});

function mentionsOf({ tools = [], ignore, freeText, derived, sources }: ArgumentsFromEvidence): Mention[] {
  const named = Object.entries(sources).flatMap(([argument, rule]) => {
    const [key, names] = 'from' in rule ? (['from', rule.from] as const) : (['notFrom', rule.notFrom] as const);
    return names.map((name, index) => ({ name, path: `sources.${argument}.${key}[${index}]` }));
  });
  return [
    ...tools.map((tool, index): Mention => ({ kind: 'tool', tool, path: `tools[${index}]` })),
    ...mentionsOfNames(ignore, 'ignore'),
    ...mentionsOfNames(freeText, 'freeText'),
    ...Object.keys(derived).map((name): Mention => ({ kind: 'argument_name', name, path: `derived.${name}` })),
    ...Object.keys(sources).map((name): Mention => ({ kind: 'argument_name', name, path: `sources.${name}` })),
    ...named.flatMap(({ name, path }): Mention[] =>
      ['user', 'policy', 'tools'].includes(name) ? [] : [{ kind: 'tool', tool: name, path }],
    ),
  ];
}

function mentionsOfNames(names: readonly string[], path: string): Mention[] {
  return names.map((name, index) => ({ kind: 'argument_name', name, path: `${path}[${index}]` }));
}

function scoreProvenance(input: ScoreInput, specification: ArgumentsFromEvidence): ScoreOutcome {
  const { tools } = specification;
  const calls = judgeCalls(input, specification, ({ name }) => tools === undefined || tools.includes(name));
  const leaves = calls.flatMap(({ call, leaves: judged }) => judged.map((leaf): ExplainedLeaf => ({ ...leaf, call })));
  const count = countVerdicts(leaves);
  const judged = count.grounded + count.ungrounded + count.forbidden;
  const findings = leaves.flatMap((leaf) => explain(leaf, specification));
  if (judged === 0 && findings.length === 0) {
    return notApplicable('no argument needs a source: there were none, or only small, given and reckoned values');
  }
  const open = startOf(input.transcript)?.policy === 'unknown' ? leaves.find(isMadeUp) : undefined;
  if (open !== undefined && count.forbidden === 0) {
    return unscored(
      `\`${pointerName(open.pointer)}\` of \`${open.call.name}\` may come from instructions that the log does not hold`,
    );
  }
  const praise =
    count.grounded === 1 ? 'the argument comes from evidence' : `all ${count.grounded} arguments come from evidence`;
  return scoreFindings({
    right: count.grounded,
    judged: Math.max(judged, 1),
    findings,
    praise,
    metrics: count,
    turns: turnScores(leaves),
    details: { arguments: leaves.map(describeLeaf) },
  });
}

function isMadeUp({ verdict }: ExplainedLeaf): boolean {
  return verdict.verdict === 'ungrounded';
}

/** A made-up value of a tool that writes is a failure; a source that is not allowed is one in any tool. */
function explain(leaf: ExplainedLeaf, { reads, weak, sources }: ArgumentsFromEvidence): Finding[] {
  if (leaf.verdict.verdict === 'weak' && weak === 'allow') return [];
  const severity = leaf.call.effect === 'read' && reads === 'warn' ? 'warning' : 'failure';
  const finding = findingOf(leaf, { severity, rule: ruleFor(sources, leaf.call.name, leaf.pointer) });
  return finding === undefined ? [] : [finding];
}

type Counts = Record<LeafVerdict['verdict'], number>;

function countVerdicts(leaves: readonly ExplainedLeaf[]): Counts {
  const counts: Counts = { grounded: 0, weak: 0, ungrounded: 0, exempt: 0, forbidden: 0 };
  for (const { verdict } of leaves) counts[verdict.verdict] += 1;
  return counts;
}

function describeLeaf({ call, pointer, leaf, verdict }: ExplainedLeaf): JsonValue {
  const [first] = verdict.parts.flat();
  return {
    turn: call.turn,
    tool: call.name,
    pointer,
    value: valueText(leaf),
    verdict: verdict.verdict,
    ...('why' in verdict ? { why: verdict.why } : {}),
    ...(first === undefined ? {} : { from: placeText(first) }),
    origins: verdict.parts.flat().map(originAsJson),
  };
}

function originAsJson(origin: LeafVerdict['parts'][number][number]): JsonValue {
  return Object.fromEntries(
    Object.entries(origin).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}

function turnScores(leaves: readonly ExplainedLeaf[]): TurnScore[] {
  return [...new Set(leaves.map(({ call }) => call.turn))].map((turn) => {
    const { grounded, ungrounded, forbidden } = countVerdicts(leaves.filter(({ call }) => call.turn === turn));
    const judged = grounded + ungrounded + forbidden;
    return {
      turn,
      ...(judged === 0 ? {} : { value: grounded / judged }),
      metrics: { grounded, ungrounded, forbidden },
    };
  });
}
