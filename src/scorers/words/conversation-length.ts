import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { countWords } from '../text/count-words.ts';
import { countText } from '../text/value-text.ts';
import { callEvidence } from '../trajectory/explanation/describe-call.ts';

const ConversationLength = z.strictObject({
  /** User messages at most. */
  maxTurns: z.int().min(1).optional(),
  /** User messages at least. */
  minTurns: z.int().min(1).optional(),
  /** Tool calls at most, in the session. */
  maxCalls: z.int().min(0).optional(),
  /** Words of one message of the agent at most; characters in Chinese and Japanese. */
  maxWords: z.int().min(1).optional(),
});
type ConversationLength = z.infer<typeof ConversationLength>;

/** Whether the talk took too long, or ended too soon. */
export const conversationLength: AnyScorerDefinition = defineScorer({
  type: 'conversation-length',
  summary: 'The talk had no more turns, calls and words than allowed, and no fewer turns than needed.',
  stages: ['execution', 'generation'],
  metrics: ['turns', 'calls', 'longestAnswer'],
  schema: ConversationLength,
  create: (limits): ScorerPart[] => {
    const { minTurns = 0, maxTurns = Number.POSITIVE_INFINITY } = limits;
    if (Object.values(limits).every((limit) => limit === undefined)) {
      throw new UsageError('says no limit: give `maxTurns`, `minTurns`, `maxCalls` or `maxWords`.');
    }
    if (minTurns > maxTurns)
      throw new UsageError(`\`minTurns\` (${minTurns}) is more than \`maxTurns\` (${maxTurns}).`);
    return createParts(limits);
  },
});

function createParts(limits: ConversationLength): ScorerPart[] {
  const { maxTurns, minTurns, maxCalls, maxWords } = limits;
  const length: ScorerPart = {
    part: 'length',
    stage: 'execution',
    needs: { toolCalls: maxCalls !== undefined },
    deterministic: true,
    score: (input) => scoreChecks(input, [...checkTurns(input, limits), ...checkCalls(input, limits)]),
  };
  const words: ScorerPart = {
    part: 'words',
    stage: 'generation',
    needs: { toolCalls: false },
    deterministic: true,
    score: (input) => scoreChecks(input, checkWords(input, limits)),
  };
  const isLimited = maxTurns !== undefined || minTurns !== undefined || maxCalls !== undefined;
  return [...(isLimited ? [length] : []), ...(maxWords === undefined ? [] : [words])];
}

function scoreChecks({ turns, trajectory }: ScoreInput, checks: readonly Check[]): ScoreOutcome {
  if (checks.length === 0) return notApplicable('the agent said nothing');
  const messages = turns.flatMap((turn) => turn.messages);
  const findings = checks.filter((check): check is Finding => check !== 'ok');
  return scoreFindings({
    right: checks.length - findings.length,
    judged: checks.length,
    findings,
    praise: 'the talk kept within its limits',
    metrics: {
      turns: spokenTurns(turns),
      calls: trajectory.calls.length,
      longestAnswer: messages.reduce((most, { text }) => Math.max(most, countWords(text)), 0),
    },
  });
}

function spokenTurns(turns: ScoreInput['turns']): number {
  return turns.filter(({ user }) => user !== undefined).length;
}

type Check = 'ok' | Finding;

function checkTurns(input: ScoreInput, { minTurns, maxTurns }: ConversationLength): Check[] {
  const spoken = spokenTurns(input.turns);
  const checks: Check[] = [];
  const told = (code: string, turn: number, limit: string): Finding => ({
    turn,
    stage: 'execution',
    code,
    severity: 'failure',
    message: `the talk took ${countText(spoken, 'turn')}; expected ${limit}`,
    evidence: [{ kind: 'event', seq: input.transcript.length - 1 }],
  });
  if (maxTurns !== undefined) {
    checks.push(spoken > maxTurns ? told('too_many_turns', maxTurns, `at most ${maxTurns}`) : 'ok');
  }
  if (minTurns !== undefined) {
    checks.push(
      spoken < minTurns ? told('too_few_turns', turnOfAbsence(input, lastTurnOf(input)), `at least ${minTurns}`) : 'ok',
    );
  }
  return checks;
}

function checkCalls({ trajectory: { calls } }: ScoreInput, { maxCalls }: ConversationLength): Check[] {
  if (maxCalls === undefined) return [];
  const surplus = calls[maxCalls];
  if (surplus === undefined) return ['ok'];
  return [
    {
      turn: surplus.turn,
      stage: 'execution',
      code: 'too_many_calls',
      severity: 'failure',
      message: `${countText(calls.length, 'call')} were made; expected at most ${maxCalls}`,
      evidence: [callEvidence(surplus)],
    },
  ];
}

function checkWords({ turns }: ScoreInput, { maxWords }: ConversationLength): Check[] {
  if (maxWords === undefined) return [];
  const messages = turns.flatMap((turn) => turn.messages);
  return messages.map((message): Check => {
    const words = countWords(message.text);
    if (words <= maxWords) return 'ok';
    return {
      turn: message.turn,
      stage: 'generation',
      code: 'too_many_words',
      severity: 'failure',
      message: `the agent used ${countText(words, 'word')} in one message; expected at most ${maxWords}`,
      evidence: [{ kind: 'event', seq: message.seq }],
    };
  });
}
