import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, Mention, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { scoreFindings, unscored } from '../outcome.ts';
import { cutText } from '../text/value-text.ts';
import { describeCall, describeOutcome, resultEvidence } from '../trajectory/explanation/describe-call.ts';
import { explainQuestion, type Minimums, measureText } from './explain-question.ts';
import { MEASURES, type Measured, type MeasuredQuestion, measureQuestion } from './measure-question.ts';
import { compileIdPlaces, IdPlaces, type ReadIds } from './read-ids.ts';
import { type Question, questionsOf, Relevant } from './relevance.ts';
import { readSearches, type Search } from './searches.ts';

const Minimum = z.number().gt(0).max(1);

const Retrieval = z.strictObject({
  /** The tools that search. */
  tools: z.array(Name).min(1),
  /** Where the ids stand in a result, in the order of their ranks. */
  ids: IdPlaces,
  /** The documents that answer the question, or those of each turn. */
  relevant: Relevant,
  /** How many documents of each search count; all without it. */
  k: z.int().min(1).optional(),
  recall: Minimum.optional(),
  precision: Minimum.optional(),
  mrr: Minimum.optional(),
  ndcg: Minimum.optional(),
  /** What a grade counts in nDCG: itself, or 2^grade - 1. */
  gain: z.enum(['linear', 'exponential']).default('linear'),
});
type Retrieval = z.infer<typeof Retrieval>;

/** Whether searches brought the documents that answer the question, and how early. */
export const retrieval: AnyScorerDefinition = defineScorer({
  type: 'retrieval',
  summary: 'Searches brought the relevant documents, early enough: recall, precision, MRR and nDCG of their rankings.',
  stages: ['execution'],
  metrics: [...MEASURES, 'questions', 'searches', 'failedSearches'],
  schema: Retrieval,
  mentions: ({ tools, relevant }) => [
    ...tools.map((tool, index): Mention => ({ kind: 'tool', tool, path: `tools[${index}]` })),
    ...questionsOf(relevant, 'linear').flatMap(({ turn }): Mention[] =>
      turn === undefined ? [] : [{ kind: 'turn', turn, path: `relevant.${turn}` }],
    ),
  ],
  create: createRetrieval,
});

type Plan = {
  tools: readonly string[];
  read: (content: JsonValue) => ReadIds;
  questions: readonly Question[];
  k: number | undefined;
  minimums: Minimums;
};

function createRetrieval({ tools, ids, relevant, k, gain, ...minimums }: Retrieval): ScorerPart[] {
  const questions = questionsOf(relevant, gain);
  const isAsked = MEASURES.some((measure) => minimums[measure] !== undefined);
  const plan: Plan = {
    tools,
    read: compileIdPlaces(ids),
    questions,
    k,
    minimums: isAsked ? minimums : { recall: 1 },
  };
  for (const { turn, grades } of questions) {
    refuseOutOfReach(plan, grades.size, turn);
    refuseUnfindable(ids, [...grades.keys()]);
  }
  return [
    {
      stage: 'execution',
      needs: { toolCalls: true },
      deterministic: true,
      score: (input) => scoreRetrieval(input, plan),
    },
  ];
}

/** A minimum that even the best ranking misses would fail whatever the agent does. */
function refuseOutOfReach({ k, minimums: { precision } }: Plan, relevant: number, turn: number | undefined): void {
  if (k === undefined || precision === undefined || precision <= relevant / k) return;
  const where = turn === undefined ? '' : ` in turn ${turn}`;
  const message = `precision@${k} can be ${Number((relevant / k).toFixed(3))} at most, since only ${relevant} of ${k} documents can be relevant${where}`;
  throw new UsageError(message, [{ severity: 'error', code: 'out-of-reach', path: 'precision', message }]);
}

/** Without a group the whole match is the id: a relevant document that is none would be missed whatever the agent does. */
function refuseUnfindable(ids: IdPlaces, relevant: readonly string[]): void {
  if (typeof ids === 'string') return;
  const compiled = compilePattern(ids.pattern);
  if (compiled.status !== 'ok' || compiled.pattern.groupCount > 0) return;
  const unfindable = relevant.find((id) => compiled.pattern.exec(id)?.text !== id);
  if (unfindable === undefined) return;
  const message = `has no group, so that its whole match is the id, and \`${cutText(unfindable, 60)}\` is none: put the id into a group, as in \`doc (\\w+)\``;
  throw new UsageError(message, [{ severity: 'error', code: 'out-of-reach', path: 'ids.pattern', message }]);
}

function scoreRetrieval(input: ScoreInput, plan: Plan): ScoreOutcome {
  const { tools, k, minimums, questions } = plan;
  const calls = input.trajectory.calls.filter(({ name }) => tools.includes(name));
  const { searches, unreadable } = readSearches(calls, plan.read);
  const asked = unreadable.find(({ call }) => questions.some((question) => isAbout(call, question)));
  if (asked !== undefined) {
    return unscored(
      `the result of \`${describeCall(asked.call)}\` in turn ${asked.call.turn} cannot be read: ${asked.problem}`,
    );
  }
  const measured = questions.map((question) =>
    measureQuestion(
      question,
      searches.filter(({ call }) => isAbout(call, question)),
      k,
    ),
  );
  const findings = measured.flatMap((one) => explainQuestion(one, { minimums, k, tools, turn: turnOf(one, input) }));
  const mean = meanOf(measured.map((one) => one.measured));
  const decisive = MEASURES.filter((measure) => minimums[measure] !== undefined);
  return scoreFindings({
    right: decisive.reduce((sum, measure) => sum + mean[measure], 0),
    judged: decisive.length,
    findings: [...findings, ...failedSearches(measured), ...unseenSearches(measured, input)],
    praise: MEASURES.map((measure) => measureText(measure, mean[measure], k)).join(', '),
    metrics: {
      ...mean,
      questions: questions.length,
      searches: searches.length,
      failedSearches: searches.filter(({ call }) => call.outcome !== 'ok').length,
    },
    turns: turnScores(measured, searches, { k, decisive }),
    details: detailsOf(measured, searches, k),
  });
}

function isAbout(call: TrajectoryCall, { turn }: Question): boolean {
  return turn === undefined || call.turn === turn;
}

/** Where to look: the turn of the question, or of the last search. */
function turnOf({ question, searches }: MeasuredQuestion, input: ScoreInput): number {
  return question.turn ?? searches.at(-1)?.call.turn ?? turnOfAbsence(input, lastTurnOf(input));
}

function meanOf(all: readonly Measured[]): Measured {
  const mean = (measure: keyof Measured): number => all.reduce((sum, one) => sum + one[measure], 0) / all.length;
  return { recall: mean('recall'), precision: mean('precision'), mrr: mean('mrr'), ndcg: mean('ndcg') };
}

/** A search that failed beside others is worth knowing; where it was the only one, the question has failed. */
function failedSearches(measured: readonly MeasuredQuestion[]): Finding[] {
  return measured
    .filter(({ ranking }) => ranking.length > 0)
    .flatMap(({ searches }) => searches)
    .filter(({ call }) => call.outcome !== 'ok')
    .map(({ call }) => ({
      turn: call.turn,
      stage: 'execution',
      code: 'search_failed',
      severity: 'note',
      message: `\`${describeCall(call)}\` failed (${describeOutcome(call)}) and brought nothing`,
      evidence: [resultEvidence(call)],
    }));
}

/** What was found counts, whoever reads it; an answer cannot rest on what its agent never saw. */
function unseenSearches(measured: readonly MeasuredQuestion[], { turns }: ScoreInput): Finding[] {
  const last = Math.max(-1, ...turns.flatMap(({ messages }) => messages.map(({ seq }) => seq)));
  const searches = new Set(measured.flatMap((one) => one.searches));
  return [...searches]
    .filter(({ call }) => call.outcome === 'ok' && (call.seenAt === undefined || call.seenAt > last))
    .map(({ call }) => ({
      turn: call.turn,
      stage: 'execution',
      code: 'search_unseen',
      severity: 'note',
      message: `\`${describeCall(call)}\` counts, and the agent said nothing after it had come back`,
      evidence: [resultEvidence(call)],
    }));
}

type Look = { k: number | undefined; decisive: readonly (keyof Measured)[] };

/** A question of the whole session is also measured turn by turn, by what each turn brought. */
function turnScores(
  measured: readonly MeasuredQuestion[],
  searches: readonly Search[],
  { k, decisive }: Look,
): TurnScore[] {
  const turns = [...new Set(searches.map(({ call }) => call.turn))];
  const byTurn = measured.flatMap((one) => {
    const { question } = one;
    if (question.turn !== undefined) return [{ turn: question.turn, one }];
    return turns.map((turn) => ({ turn, one: measureQuestion(question, inTurn(searches, turn), k) }));
  });
  return byTurn.map(({ turn, one }) => ({
    turn,
    value: decisive.reduce((sum, measure) => sum + one.measured[measure], 0) / decisive.length,
    metrics: { ...one.measured, searches: one.searches.length },
  }));
}

function inTurn(searches: readonly Search[], turn: number): Search[] {
  return searches.filter(({ call }) => call.turn === turn);
}

const MOST_KEPT = 100;

/** Each search with what it came to by itself. */
function detailsOf(
  measured: readonly MeasuredQuestion[],
  searches: readonly Search[],
  k: number | undefined,
): JsonValue {
  const rows = searches.map((search): JsonValue => {
    const { call, ranking } = search;
    const of = measured.find(({ question }) => isAbout(call, question));
    const ids = ranking.slice(0, MOST_KEPT).map((id) => (search.isNamed(id) ? cutText(id) : null));
    const own = of === undefined ? {} : measureQuestion(of.question, [search], k).measured;
    return { turn: call.turn, seq: call.seq, call: describeCall(call), outcome: call.outcome, ids, ...own };
  });
  return { ...(k === undefined ? {} : { k }), searches: rows };
}
