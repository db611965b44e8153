import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, Mention, ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import { walkLeaves } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { evidenceSources, type Source } from '../provenance/evidence-sources.ts';
import { judgeLeaf, type LeafVerdict, type Ungrounded } from '../provenance/judge-leaf.ts';
import { leafSchemaAt } from '../provenance/leaf-schema.ts';
import { valueText } from '../text/value-text.ts';
import { argumentEvidence } from '../trajectory/explanation/describe-call.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';

const ArgumentsFromEvidence = z.strictObject({
  /** Only calls of these tools are looked at; all without it. */
  tools: z.array(Name).min(1).optional(),
  /** Arguments that may come from anywhere, as `tool.argument` or `argument`. */
  ignore: z.array(Name).default([]),
  /** Arguments that the agent words itself; identifiers inside them are looked at all the same. */
  freeText: z.array(Name).default([]),
});
type ArgumentsFromEvidence = z.infer<typeof ArgumentsFromEvidence>;

/** Whether arguments were made up. */
export const argumentsFromEvidence: AnyScorerDefinition = defineScorer({
  type: 'arguments-from-evidence',
  summary: 'Every argument came from what the agent had seen: the user, tool results, the schema or the policy.',
  stages: ['arguments'],
  metrics: ['grounded', 'weak', 'ungrounded', 'exempt'],
  schema: ArgumentsFromEvidence,
  mentions: ({ tools = [], ignore, freeText }) => [
    ...tools.map((tool, index): Mention => ({ kind: 'tool', tool, path: `tools[${index}]` })),
    ...mentionsOfNames(ignore, 'ignore'),
    ...mentionsOfNames(freeText, 'freeText'),
  ],
  create: (specification) => [
    {
      stage: 'arguments',
      needs: { toolCalls: true },
      deterministic: true,
      score: (input) => scoreProvenance(input, specification),
    },
  ],
});

function mentionsOfNames(names: readonly string[], path: string): Mention[] {
  return names.map((name, index) => ({ kind: 'argument_name', name, path: `${path}[${index}]` }));
}

type JudgedLeaf = { call: TrajectoryCall; pointer: string; leaf: JsonValue; verdict: LeafVerdict };

function scoreProvenance(input: ScoreInput, specification: ArgumentsFromEvidence): ScoreOutcome {
  const leaves = judgeLeaves(input, specification);
  const of = (verdict: LeafVerdict['verdict']) => leaves.filter((leaf) => leaf.verdict.verdict === verdict);
  const [grounded, ungrounded] = [of('grounded'), of('ungrounded')];
  const judged = grounded.length + ungrounded.length;
  if (judged === 0) return notApplicable('no argument needs a source: there were none, or only small and given values');
  if (ungrounded.length > 0 && startOf(input.transcript)?.policy === 'unknown') {
    const [first] = ungrounded;
    const name = first === undefined ? 'a value' : `\`${pointerName(first.pointer)}\` of \`${first.call.name}\``;
    return unscored(`${name} may come from instructions that the log does not hold`);
  }
  return scoreFindings({
    right: grounded.length,
    judged,
    findings: ungrounded.map(explainLeaf),
    praise:
      grounded.length === 1
        ? 'the argument comes from evidence'
        : `all ${grounded.length} arguments come from evidence`,
    metrics: {
      grounded: grounded.length,
      weak: of('weak').length,
      ungrounded: ungrounded.length,
      exempt: of('exempt').length,
    },
    turns: turnScores(leaves),
    details: { arguments: leaves.map(describeLeaf) },
  });
}

function judgeLeaves(input: ScoreInput, { tools, ignore, freeText }: ArgumentsFromEvidence): JudgedLeaf[] {
  const started = startOf(input.transcript);
  const described = started === undefined || started.tools === 'unknown' ? [] : started.tools;
  const judged: JudgedLeaf[] = [];
  let sources: Source[] | undefined;
  for (const call of input.trajectory.calls) {
    if (call.arguments === undefined || (tools !== undefined && !tools.includes(call.name))) continue;
    const parameters = described.find(({ name }) => name === call.name)?.parameters;
    sources ??= evidenceSources(input);
    const known = sources;
    walkLeaves(call.arguments, (leaf, pointer) => {
      if (pointer === '' || isNamed(ignore, call, pointer)) return;
      const schema = leafSchemaAt(parameters, pointer);
      const isFreeText = isNamed(freeText, call, pointer);
      const { launchedAt, index } = call;
      const context = { sources: known, launchedAt, index, schema, isFreeText };
      judged.push({ call, pointer, leaf, verdict: judgeLeaf(leaf, context) });
    });
  }
  return judged;
}

/** Whether a list of `tool.argument` or `argument` names this value or what it is part of. */
function isNamed(names: readonly string[], call: TrajectoryCall, pointer: string): boolean {
  const path = pointer.slice(1).replaceAll('/', '.');
  const whole = `${call.name}.${path}`;
  return names.some(
    (name) => [path, whole].some((one) => one === name || one.startsWith(`${name}.`)) && name !== call.name,
  );
}

const reasons: Readonly<Record<Ungrounded, string>> = {
  documentation_example: 'it is an example from the description of a tool',
  placeholder: 'it is a placeholder',
  echo_of_error: 'it stands only in an error message',
  unseen_result: 'it stands only in a result that the agent had not seen yet',
  self_only: 'only the agent itself had said it',
  nowhere: 'nobody had said it and no result held it',
};

/** A made-up value of a tool that writes is a failure, of one that reads a warning. */
function explainLeaf({ call, pointer, leaf, verdict }: JudgedLeaf): Finding {
  const why = verdict.verdict === 'ungrounded' ? reasons[verdict.why] : '';
  const code = verdict.verdict === 'ungrounded' && verdict.why !== 'nowhere' ? verdict.why : 'not_from_evidence';
  return {
    turn: call.turn,
    stage: 'arguments',
    code,
    severity: call.effect === 'read' ? 'warning' : 'failure',
    message: `\`${pointerName(pointer)}\` = ${valueText(leaf)} of \`${call.name}\` is not from evidence: ${why}`,
    evidence: [argumentEvidence(call, pointer, valueText(leaf))],
  };
}

function describeLeaf({ call, pointer, leaf, verdict }: JudgedLeaf): JsonValue {
  return { turn: call.turn, tool: call.name, pointer, value: valueText(leaf), ...verdict };
}

function turnScores(leaves: readonly JudgedLeaf[]): TurnScore[] {
  return [...new Set(leaves.map(({ call }) => call.turn))].map((turn) => {
    const verdicts = leaves.filter(({ call }) => call.turn === turn).map(({ verdict }) => verdict.verdict);
    const grounded = verdicts.filter((verdict) => verdict === 'grounded').length;
    const ungrounded = verdicts.filter((verdict) => verdict === 'ungrounded').length;
    const judged = grounded + ungrounded;
    return { turn, ...(judged === 0 ? {} : { value: grounded / judged }), metrics: { grounded, ungrounded } };
  });
}
