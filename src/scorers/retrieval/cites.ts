import { z } from 'zod';
import { Name } from '../../domain/authoring/identifier.ts';
import type { AnyScorerDefinition, Mention, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import { compilePattern } from '../../domain/values/pattern.ts';
import type { Evidence, Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome, TurnScore } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { turnOfAbsence } from '../last-turn.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { countText, cutText } from '../text/value-text.ts';
import { describeCall, resultEvidence } from '../trajectory/explanation/describe-call.ts';
import { type Citation, citationsByPattern, citationsInBrackets, wordsInBrackets } from './find-citations.ts';
import { type KnownIds, knownIds } from './id-shape.ts';
import { compileIdPlaces, IdPlaces, type ReadIds } from './read-ids.ts';
import { readSearches, type Search } from './searches.ts';

const Cites = z.strictObject({
  /** The tools that search. */
  tools: z.array(Name).min(1),
  /** Where the ids stand in a result. */
  ids: IdPlaces,
  /** Finds citations in answers; the first group is the id. Ids in square brackets without it. */
  pattern: z.string().min(1).optional(),
  /** The answers that must cite something, by turn (from 0). */
  turns: z.array(z.int().min(0)).min(1).optional(),
});
type Cites = z.infer<typeof Cites>;

/** Whether what answers give as their source had been retrieved. */
export const cites: AnyScorerDefinition = defineScorer({
  type: 'cites',
  summary: 'What answers cite had been retrieved, and seen, when they were given.',
  stages: ['generation'],
  metrics: ['citations', 'supported', 'unsupported'],
  schema: Cites,
  mentions: ({ tools, turns = [] }) => [
    ...tools.map((tool, index): Mention => ({ kind: 'tool', tool, path: `tools[${index}]` })),
    ...turns.map((turn, index): Mention => ({ kind: 'turn', turn, path: `turns[${index}]` })),
  ],
  create: createCites,
});

type Plan = {
  tools: readonly string[];
  read: (content: JsonValue) => ReadIds;
  find: (text: string, ids: KnownIds) => readonly Citation[];
  /** Whether citations are whole matches of a pattern. */
  isUngrouped: boolean;
  /** Whether ids are looked for in brackets. */
  inBrackets: boolean;
  turns: readonly number[];
};

function createCites({ tools, ids, pattern, turns = [] }: Cites): ScorerPart[] {
  const plan: Plan = {
    tools,
    read: compileIdPlaces(ids),
    ...finderOf(pattern),
    inBrackets: pattern === undefined,
    turns,
  };
  return [
    { stage: 'generation', needs: { toolCalls: true }, deterministic: true, score: (input) => scoreCites(input, plan) },
  ];
}

function finderOf(pattern: string | undefined): Pick<Plan, 'find' | 'isUngrouped'> {
  if (pattern === undefined) return { find: citationsInBrackets, isUngrouped: false };
  const compiled = compilePattern(pattern);
  if (compiled.status === 'ok') {
    const isUngrouped = compiled.pattern.groupCount === 0;
    return { find: (text) => citationsByPattern(text, compiled.pattern), isUngrouped };
  }
  const { problem } = compiled;
  throw new UsageError(problem, [{ severity: 'error', code: 'bad-pattern', path: 'pattern', message: problem }]);
}

type Message = EventOf<'agent_message'>;
type Judged = { message: Message; citation: Citation; isSupported: boolean };

function scoreCites(input: ScoreInput, plan: Plan): ScoreOutcome {
  const { tools, read, find, inBrackets, turns } = plan;
  const calls = input.trajectory.calls.filter(({ name }) => tools.includes(name));
  const { searches, unreadable } = readSearches(calls, read);
  const known = knownIds(new Set(searches.flatMap(({ ranking, isNamed }) => ranking.filter(isNamed))));
  const judged = input.turns
    .flatMap(({ messages }) => messages)
    .flatMap((message) =>
      find(message.text, known).map(
        (citation): Judged => ({ message, citation, isSupported: isSeen(citation.id, message, searches) }),
      ),
    );
  const unsupported = judged.filter(({ isSupported }) => !isSupported);
  const [lost] = unreadable;
  if (lost !== undefined && unsupported.length > 0) {
    return unscored(
      `the result of \`${describeCall(lost.call)}\` in turn ${lost.call.turn} cannot be read: ${lost.problem}`,
    );
  }
  const misread = plan.isUngrouped && unsupported.length === judged.length ? idInside(judged, searches) : undefined;
  if (misread !== undefined) return unscored(misread);
  const silent = turns.filter((turn) => judged.every(({ message }) => message.turn !== turn));
  if (judged.length + silent.length === 0) return notApplicable('no answer cites anything');
  const right = judged.length - unsupported.length;
  return scoreFindings({
    right,
    judged: judged.length + silent.length,
    findings: [
      ...unsupported.map((one) => explainCitation(one, searches)),
      ...silent.map((turn) => explainSilence(turn, input, inBrackets)),
    ],
    praise: `${countText(judged.length, 'citation')}, each of a document that had been retrieved`,
    metrics: { citations: judged.length, supported: right, unsupported: unsupported.length },
    turns: turnScores(judged),
  });
}

/** Without a group the words around an id are a part of it: no document is called so, and the agent cannot help it. */
function idInside(judged: readonly Judged[], searches: readonly Search[]): string | undefined {
  const ids = new Set(searches.flatMap(({ ranking, isNamed }) => ranking.filter(isNamed)));
  for (const { citation } of judged) {
    const inner = [...ids].find((id) => id !== citation.id && standsIn(id, citation.id));
    if (inner === undefined) continue;
    const whole = `\`${cutText(citation.id, 60)}\` is the whole match of a pattern that has no group`;
    return `${whole}, and \`${cutText(inner, 60)}\` had been retrieved: put the id into a group, as in \`\\[(\\w+)\\]\``;
  }
  return undefined;
}

/** As a word of its own. */
function standsIn(id: string, text: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = [text.slice(0, at).at(-1), text[at + id.length]];
    if (around.every((sign) => sign === undefined || !/[\p{L}\p{N}]/u.test(sign))) return true;
  }
  return false;
}

function isSeen(id: string, message: Message, searches: readonly Search[]): boolean {
  return searches.some(({ call, isNamed }) => isNamed(id) && call.seenAt !== undefined && call.seenAt <= message.seq);
}

function explainCitation({ message, citation }: Judged, searches: readonly Search[]): Finding {
  const { id, start, end } = citation;
  const { text, evidence } = nearMiss(id, message, searches);
  return {
    turn: message.turn,
    stage: 'generation',
    code: 'unsupported_citation',
    severity: 'failure',
    message: `\`${cutText(id, 60)}\` is cited and had not been retrieved: ${text}`,
    evidence: [{ kind: 'text_span', seq: message.seq, start, end, quote: message.text.slice(start, end) }, ...evidence],
  };
}

function nearMiss(id: string, message: Message, searches: readonly Search[]): { text: string; evidence: Evidence[] } {
  if (searches.length === 0) return { text: 'nothing was searched', evidence: [] };
  const unseen = searches.find(({ isNamed }) => isNamed(id));
  if (unseen !== undefined) {
    const { call } = unseen;
    const isLater = (call.resultSeq ?? call.seq) > message.seq;
    const text = isLater
      ? `\`${describeCall(call)}\` brought it only later, in turn ${call.turn}`
      : `the answer was given before the agent had seen what \`${describeCall(call)}\` brought`;
    return { text, evidence: [resultEvidence(call)] };
  }
  const retrieved = searches.flatMap(({ ranking, isNamed }) => ranking.filter(isNamed));
  if (retrieved.length === 0) return { text: 'no search brought anything', evidence: [] };
  const near = nearestName(id, retrieved);
  const evidence = searches.slice(-1).map(({ call }) => resultEvidence(call));
  return {
    text: near === undefined ? 'no result holds it' : `no result holds it; \`${cutText(near, 60)}\` is near`,
    evidence,
  };
}

function explainSilence(turn: number, input: ScoreInput, inBrackets: boolean): Finding {
  const answer = input.turns.find((one) => one.turn === turn)?.finalAnswer;
  const [word] = answer === undefined || !inBrackets ? [] : wordsInBrackets(answer.text);
  const aside =
    word === undefined ? '' : `: nothing tells that \`[${cutText(word, 60)}]\` is an id (if it is, say \`pattern\`)`;
  return {
    turn: turnOfAbsence(input, turn),
    stage: 'generation',
    code: answer === undefined ? 'no_answer' : 'no_citation',
    severity: 'failure',
    message:
      answer === undefined ? `there is no answer in turn ${turn}` : `the answer of turn ${turn} cites nothing${aside}`,
    evidence: answer === undefined ? [] : [{ kind: 'event', seq: answer.seq, quote: cutText(answer.text) }],
  };
}

function turnScores(judged: readonly Judged[]): TurnScore[] {
  return [...new Set(judged.map(({ message }) => message.turn))].map((turn) => {
    const own = judged.filter(({ message }) => message.turn === turn);
    const supported = own.filter(({ isSupported }) => isSupported).length;
    return { turn, value: supported / own.length, metrics: { supported, unsupported: own.length - supported } };
  });
}
