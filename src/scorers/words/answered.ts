import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { endOf } from '../../domain/transcript/endings.ts';
import type { Turn } from '../../domain/transcript/turns.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { isBlank } from '../text/is-blank.ts';
import { cutText } from '../text/value-text.ts';

/** Whether the user was ever left without a word. */
export const answered: AnyScorerDefinition = defineScorer({
  type: 'answered',
  summary: 'Each message of the user got an answer with words in it.',
  stages: ['generation'],
  metrics: ['turns', 'answered'],
  schema: z.strictObject({}),
  create: () => [{ stage: 'generation', needs: { toolCalls: false }, deterministic: true, score: scoreAnswers }],
});

function scoreAnswers(input: ScoreInput): ScoreOutcome {
  const asked = input.turns.filter(({ user }) => user !== undefined);
  if (asked.length === 0) return notApplicable('the user said nothing');
  const silent = asked.filter(({ messages }) => messages.every(({ text }) => isBlank(text)));
  return scoreFindings({
    right: asked.length - silent.length,
    judged: asked.length,
    findings: silent.map((turn) => explain(turn, input)),
    praise: asked.length === 1 ? 'the message was answered' : `all ${asked.length} messages were answered`,
    metrics: { turns: asked.length, answered: asked.length - silent.length },
    turns: asked.map((turn) => ({ turn: turn.turn, value: silent.includes(turn) ? 0 : 1, metrics: {} })),
  });
}

function explain({ turn, user, messages }: Turn, { transcript }: ScoreInput): Finding {
  const end = endOf(transcript);
  const [empty] = messages;
  const words = user?.silent
    ? 'the agent was to speak first'
    : `the user said ${JSON.stringify(cutText(user?.text ?? ''))}`;
  const what =
    empty !== undefined
      ? 'the answer holds no words'
      : end?.turn === turn && end.reason !== 'user_done'
        ? `no answer came; the session ended with \`${end.reason}\``
        : 'no answer came';
  return {
    turn,
    stage: 'generation',
    code: 'no_answer',
    severity: 'failure',
    message: `${words}, and ${what}`,
    evidence: [{ kind: 'event', seq: empty?.seq ?? user?.seq ?? 0 }],
  };
}
