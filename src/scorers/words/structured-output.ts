import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import { describeFaults } from '../../domain/json-schema/argument-fault.ts';
import { checkJsonSchema } from '../../domain/json-schema/check-json-schema.ts';
import { matchJsonSchema } from '../../domain/json-schema/match-json-schema.ts';
import type { Turn } from '../../domain/transcript/turns.ts';
import { JsonObject, type JsonValue } from '../../domain/values/json-value.ts';
import { parseJson } from '../../domain/values/parse-json.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf } from '../last-turn.ts';
import { mentionsOfTurn } from '../mentions/mentions-in.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { isBlank } from '../text/is-blank.ts';
import { cutText } from '../text/value-text.ts';

const StructuredOutput = z.strictObject({
  /** JSON Schema that the output must satisfy. */
  schema: JsonObject,
  /** Turn, from 0; every turn without it. */
  turn: z.int().min(0).optional(),
  /** `message` is the turn's final answer, or a fenced JSON block in it; else the name of an event of the agent. */
  from: z.string().min(1).default('message'),
});
type StructuredOutput = z.infer<typeof StructuredOutput>;

/** Whether a program could read what the agent says. */
export const structuredOutput: AnyScorerDefinition = defineScorer({
  type: 'structured-output',
  summary: 'The final answer, or an event of the agent, is JSON that satisfies a schema.',
  stages: ['generation'],
  metrics: ['outputs', 'valid'],
  schema: StructuredOutput,
  mentions: ({ turn }) => mentionsOfTurn(turn),
  create: (specification): ScorerPart[] => {
    const schema = readSchema(specification.schema);
    return [
      {
        stage: 'generation',
        needs: { toolCalls: false },
        deterministic: true,
        score: (input) => scoreOutput(input, specification, schema),
      },
    ];
  },
});

/** A schema that has been checked, with its patterns ready. */
type ReadSchema = { definition: JsonObject; patterns: ReturnType<typeof checkJsonSchema>['patterns'] };

function readSchema(definition: JsonObject): ReadSchema {
  const { problems, patterns } = checkJsonSchema(definition, 'schema');
  if (problems.length > 0) throw new UsageError('`schema` cannot be used', problems);
  return { definition, patterns };
}

/** What a turn put out, and the event that holds it; without `value` there was no JSON in it. */
type Output = { turn: number; seq: number; quote: string; value?: JsonValue; problem?: string };

function scoreOutput(input: ScoreInput, { turn, from }: StructuredOutput, schema: ReadSchema): ScoreOutcome {
  const meant = input.turns.filter((one) => turn === undefined || one.turn === turn);
  const outputs = meant.flatMap((one) => (from === 'message' ? messageOutput(one) : eventOutputs(one, from)));
  const findings = outputs.flatMap((output) => explainOutput(output, schema));
  if (outputs.length === 0) {
    const last = lastTurnOf(input);
    if (turn !== undefined && turn > last) return notApplicable(`turn ${turn} did not take place; the last is ${last}`);
    findings.push(missingOutput(turn ?? last, from));
  }
  const broken = new Set(findings.map((finding) => finding.evidence[0]?.seq)).size;
  return scoreFindings({
    right: Math.max(0, outputs.length - broken),
    judged: Math.max(1, outputs.length),
    findings,
    praise:
      outputs.length === 1 ? 'the output satisfies the schema' : `all ${outputs.length} outputs satisfy the schema`,
    metrics: { outputs: outputs.length, valid: Math.max(0, outputs.length - broken) },
  });
}

function messageOutput({ turn, finalAnswer }: Turn): Output[] {
  if (finalAnswer === undefined) return [];
  const { text, seq } = finalAnswer;
  const blocks = [...text.matchAll(/^ {0,3}```[ \t]*(?:json|jsonc)?[ \t]*\r?\n([\s\S]*?)^ {0,3}```/gim)].map(
    ([, block]) => block ?? '',
  );
  const read = [text, ...blocks].map((candidate) => ({ candidate, ...parseJson(candidate.trim()) }));
  const parsed = read.find(({ status }) => status === 'parsed');
  const head = { turn, seq, quote: cutText(text) };
  if (parsed?.status === 'parsed') return [{ ...head, value: parsed.value }];
  const last = read.at(-1);
  const problem = isBlank(text) ? 'it is empty' : last?.status === 'unparsable' ? last.problem : 'it is no JSON';
  return [{ ...head, problem }];
}

function eventOutputs({ turn, events }: Turn, name: string): Output[] {
  return events
    .filter((event) => event.name === name)
    .map(({ seq, data }) => ({ turn, seq, value: data, quote: cutText(JSON.stringify(data)) }));
}

function explainOutput({ turn, seq, quote, value, problem }: Output, schema: ReadSchema): Finding[] {
  const head = { turn, stage: 'generation', severity: 'failure', evidence: [{ kind: 'event', seq, quote }] } as const;
  const told = (code: string, message: string): Finding => ({ ...head, code, message, evidence: [...head.evidence] });
  if (value === undefined)
    return [told('no_json', `the output is no JSON: ${problem}; found ${JSON.stringify(quote)}`)];
  const faults = matchJsonSchema(value, schema.definition, schema.patterns);
  return faults.length === 0 ? [] : [told('schema_violation', describeFaults(faults, schema.definition, value))];
}

function missingOutput(turn: number, from: string): Finding {
  const what = from === 'message' ? 'the agent gave no final answer' : `the agent sent no event \`${from}\``;
  return { turn, stage: 'generation', code: 'no_output', severity: 'failure', message: what, evidence: [] };
}
