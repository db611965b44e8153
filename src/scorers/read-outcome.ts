import { jsonProblem } from '../domain/values/json-shape.ts';
import type { Finding } from '../domain/verdicts/evidence.ts';
import { Evidence, Stage } from '../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../domain/verdicts/score.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Takes what a scorer answered, which may be anybody's code, for a score: exactly the known keys, every number finite and
 * in range. Throws a plain `Error` that says what is wrong. No schema is run, since this happens for every score.
 */
export function readOutcome(answer: unknown): ScoreOutcome {
  const fields = fieldsOf(answer, 'the answer');
  switch (fields.status) {
    case 'scored':
      return readScored(fields);
    case 'not_applicable':
    case 'unscored':
      return { status: fields.status, reason: textOf(fields.reason, '`reason`') };
    case 'errored':
      return { status: 'errored', message: textOf(fields.message, '`message`') };
    default:
      throw new Error(`\`status\` is ${show(fields.status)}; expected scored, not_applicable, unscored or errored`);
  }
}

function readScored(fields: Fields): ScoreOutcome {
  if (typeof fields.passed !== 'boolean')
    throw new Error(`\`passed\` is ${show(fields.passed)}; expected true or false`);
  if (fields.details !== undefined && jsonProblem(fields.details) !== undefined) {
    throw new Error(`\`details\` is no JSON: ${jsonProblem(fields.details)}`);
  }
  return {
    status: 'scored',
    value: shareOf(fields.value, '`value`'),
    passed: fields.passed,
    reason: textOf(fields.reason, '`reason`'),
    findings: listOf(fields.findings, '`findings`').map(readFinding),
    metrics: metricsOf(fields.metrics),
    turns: listOf(fields.turns, '`turns`').map(readTurn),
    ...(fields.details === undefined ? {} : { details: fields.details as NonNullable<Scored['details']> }),
  };
}

type Scored = Extract<ScoreOutcome, { status: 'scored' }>;

function readFinding(value: unknown): Finding {
  const { turn, stage, code, severity, message, evidence } = fieldsOf(value, 'a finding');
  if (!isOneOf(Stage.options, stage)) throw new Error(`a finding's \`stage\` is ${show(stage)}`);
  if (!isOneOf(severities, severity)) throw new Error(`a finding's \`severity\` is ${show(severity)}`);
  return {
    turn: countOf(turn, 'a finding’s `turn`'),
    stage,
    code: textOf(code, 'a finding’s `code`'),
    severity,
    message: textOf(message, 'a finding’s `message`'),
    evidence: listOf(evidence, 'a finding’s `evidence`').map(readEvidence),
  };
}

const severities = ['failure', 'warning', 'note'] as const;

function readEvidence(value: unknown): Evidence {
  const { kind, seq, start, end, pointer, quote } = fieldsOf(value, 'an evidence');
  if (!isOneOf(Evidence.shape.kind.options, kind)) throw new Error(`an evidence's \`kind\` is ${show(kind)}`);
  return {
    kind,
    seq: countOf(seq, 'an evidence’s `seq`'),
    ...(start === undefined ? {} : { start: countOf(start, 'an evidence’s `start`') }),
    ...(end === undefined ? {} : { end: countOf(end, 'an evidence’s `end`') }),
    ...(pointer === undefined ? {} : { pointer: textOf(pointer, 'an evidence’s `pointer`') }),
    ...(quote === undefined ? {} : { quote: textOf(quote, 'an evidence’s `quote`') }),
  };
}

function readTurn(value: unknown): TurnScore {
  const { turn, value: share, metrics } = fieldsOf(value, 'a turn');
  return {
    turn: countOf(turn, 'a turn’s `turn`'),
    ...(share === undefined ? {} : { value: shareOf(share, 'a turn’s `value`') }),
    metrics: metricsOf(metrics),
  };
}

function metricsOf(value: unknown): Record<string, number> {
  const entries = Object.entries(fieldsOf(value, '`metrics`'));
  for (const [name, metric] of entries) {
    if (typeof metric !== 'number' || !Number.isFinite(metric))
      throw new Error(`metric \`${name}\` is ${show(metric)}`);
  }
  return Object.fromEntries(entries) as Record<string, number>;
}

function shareOf(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new Error(`${what} is ${show(value)}; expected a number from 0 to 1`);
}

function countOf(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Error(`${what} is ${show(value)}; expected a whole number from 0`);
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} is ${show(value)}; expected a text`);
}

function listOf(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`${what} is ${show(value)}; expected a list`);
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Error(`${what} is ${show(value)}; expected an object`);
}

function isOneOf<T extends string>(known: readonly T[], value: unknown): value is T {
  return known.includes(value as T);
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80));
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
