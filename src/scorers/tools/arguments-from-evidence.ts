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
import { hangsOnPolicy } from '../provenance/verdict/hangs-on-policy.ts';
import type { LeafVerdict } from '../provenance/verdict/leaf-verdict.ts';
import { countText, valueText } from '../text/value-text.ts';
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
  const started = startOf(input.transcript);
  const context: Context = {
    specification,
    isPolicyKnown: started?.policy !== 'unknown',
    isLog: started?.origin.kind === 'import',
  };
  const calls = judgeCalls(input, specification, ({ name }) => tools === undefined || tools.includes(name));
  const leaves = calls.flatMap(({ call, leaves: judged }) => judged.map((leaf): ExplainedLeaf => ({ ...leaf, call })));
  const told = leaves.flatMap((leaf) => explain(leaf, context));
  const count = countVerdicts(leaves);
  const judged = judgedOf(count, specification);
  if (judged === 0) return notApplicable(nothingToTrace(count));
  const hasFailed = told.some(({ hangsOn, finding }) => finding.severity === 'failure' && hangsOn === undefined);
  const open = told.filter(({ hangsOn, finding }) => finding.severity === 'failure' && hangsOn !== undefined);
  if (open.length > 0 && !hasFailed) return unscored(undecided(open));
  return scoreFindings({
    right: count.grounded,
    judged,
    findings: told.map(({ finding, hangsOn }) =>
      hangsOn === undefined ? finding : { ...finding, severity: 'warning' },
    ),
    praise: praiseOf(count.grounded, judged),
    metrics: count,
    turns: turnScores(leaves, specification),
    details: { arguments: leaves.map(describeLeaf) },
  });
}

/** Weak values count where they fail. */
function judgedOf({ grounded, weak, ungrounded, forbidden }: Counts, rules: ArgumentsFromEvidence): number {
  return grounded + ungrounded + forbidden + (rules.weak === 'fail' ? weak : 0);
}

/** `hangsOn`: what nobody knows, and would have to know to tell whether it is a failure. */
type Told = { leaf: ExplainedLeaf; finding: Finding; hangsOn?: 'policy' | 'effect' | undefined };
type Context = { specification: ArgumentsFromEvidence; isPolicyKnown: boolean; isLog: boolean };

/** A made-up value of a tool that writes is a failure; a source that is not allowed is one in any tool. */
function explain(leaf: ExplainedLeaf, context: Context): Told[] {
  const { reads, weak, sources } = context.specification;
  if (leaf.verdict.verdict === 'weak' && weak === 'allow') return [];
  const severity = leaf.call.effect === 'read' && reads === 'warn' ? 'warning' : 'failure';
  const rule = ruleFor(sources, leaf.call.name, leaf.pointer);
  const finding = findingOf(leaf, { severity, rule });
  if (finding === undefined) return [];
  if (!context.isPolicyKnown && hangsOnPolicy(leaf.verdict, rule)) {
    const message = `${finding.message}, unless it stands in instructions that are not known`;
    return [{ leaf, finding: { ...finding, message }, hangsOn: 'policy' }];
  }
  // In a world a tool without a word about its effect is taken for one that writes.
  const isOpen = context.isLog && leaf.call.effect === 'unknown' && reads === 'warn';
  return [{ leaf, finding, hangsOn: isOpen && leaf.verdict.verdict !== 'forbidden' ? 'effect' : undefined }];
}

function undecided([first, ...others]: readonly Told[]): string {
  if (first === undefined) return '';
  const { leaf, finding, hangsOn } = first;
  const more = others.length === 0 ? '' : ` (and ${countText(others.length, 'more argument')})`;
  const tool = `\`${leaf.call.name}\``;
  if (hangsOn === 'effect') {
    return `${finding.message}${more}, and nobody says whether ${tool} writes: say it in \`effects\``;
  }
  const value = `\`${pointerName(leaf.pointer)}\` = ${valueText(leaf.leaf)} of ${tool}`;
  return `only the agent's instructions could hold ${value}${more}, and they are not known: give them with \`--policy\`, or say \`policy: none\` in the rules`;
}

function praiseOf(grounded: number, judged: number): string {
  if (grounded === judged) {
    return judged === 1 ? 'the argument comes from evidence' : `all ${judged} arguments come from evidence`;
  }
  const lacking = judged - grounded;
  const told = `${lacking} of ${countText(judged, 'argument')}`;
  return `${told} ${lacking === 1 ? 'does' : 'do'} not come from evidence, in calls that only read`;
}

function nothingToTrace({ exempt, weak }: Counts): string {
  if (exempt + weak === 0) return 'no call had an argument to look at';
  const told = [
    ...(exempt === 0 ? [] : [`${exempt} ${exempt === 1 ? 'needs' : 'need'} no source`]),
    ...(weak === 0 ? [] : [`the source of ${weak} can only be guessed`]),
  ];
  return `nothing to trace among ${countText(exempt + weak, 'argument')}: ${told.join(', ')}`;
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

function turnScores(leaves: readonly ExplainedLeaf[], rules: ArgumentsFromEvidence): TurnScore[] {
  const byTurn = new Map<number, ExplainedLeaf[]>();
  for (const leaf of leaves) {
    const ofTurn = byTurn.get(leaf.call.turn);
    if (ofTurn === undefined) byTurn.set(leaf.call.turn, [leaf]);
    else ofTurn.push(leaf);
  }
  return [...byTurn].map(([turn, ofTurn]) => {
    const count = countVerdicts(ofTurn);
    const judged = judgedOf(count, rules);
    const { grounded, ungrounded, forbidden } = count;
    return {
      turn,
      ...(judged === 0 ? {} : { value: grounded / judged }),
      metrics: { grounded, ungrounded, forbidden },
    };
  });
}
