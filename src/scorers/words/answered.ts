import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { endOf, startOf } from '../../domain/transcript/endings.ts';
import type { Turn } from '../../domain/transcript/turns.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import type { TextSpan } from '../text/find-text.ts';
import { isBlank } from '../text/is-blank.ts';
import { cutText } from '../text/value-text.ts';
import { findPlaceholder } from './find-placeholder.ts';

/** Whether the user was ever left without a word, or with the name of a value in the place of the value. */
export const answered: AnyScorerDefinition = defineScorer({
  type: 'answered',
  summary: 'Each message of the user got an answer with words in it, and none of a program’s such as `undefined`.',
  stages: ['generation'],
  metrics: ['turns', 'answered'],
  schema: z.strictObject({}),
  create: () => [{ stage: 'generation', needs: { toolCalls: false }, deterministic: true, score: scoreAnswers }],
});

function scoreAnswers(input: ScoreInput): ScoreOutcome {
  const asked = input.turns.filter(({ user }) => user !== undefined);
  if (asked.length === 0) return notApplicable('the user said nothing');
  const findings = asked.flatMap((turn) => findIn(turn, input));
  const faulty = new Set(findings.map(({ turn }) => turn));
  const silent = findings.filter(({ code }) => code === 'no_answer').length;
  return scoreFindings({
    right: asked.length - faulty.size,
    judged: asked.length,
    findings,
    praise: asked.length === 1 ? 'the message was answered' : `all ${asked.length} messages were answered`,
    metrics: { turns: asked.length, answered: asked.length - silent },
    turns: asked.map(({ turn }) => ({ turn, value: faulty.has(turn) ? 0 : 1, metrics: {} })),
  });
}

function findIn(turn: Turn, input: ScoreInput): Finding[] {
  if (turn.messages.every(({ text }) => isBlank(text))) return [explainSilence(turn, input)];
  const heard = input.turns.flatMap((one) => (one.turn <= turn.turn && one.user !== undefined ? [one.user.text] : []));
  const language = startOf(input.transcript)?.language;
  return turn.messages.flatMap(({ seq, text }) => {
    const span = findPlaceholder(text, { heard, language });
    return span === undefined ? [] : [explainPlaceholder({ turn: turn.turn, seq, text }, span)];
  });
}

function explainPlaceholder(
  { turn, seq, text }: { turn: number; seq: number; text: string },
  { start, end }: TextSpan,
): Finding {
  const quote = text.slice(start, end);
  const around = text.slice(Math.max(0, start - 40), end + 40);
  return {
    turn,
    stage: 'generation',
    code: 'placeholder_in_answer',
    severity: 'failure',
    message: `the answer says \`${quote}\` where a value should stand: ${JSON.stringify(around.trim())}`,
    evidence: [{ kind: 'text_span', seq, start, end, quote }],
  };
}

function explainSilence({ turn, user, messages }: Turn, { transcript }: ScoreInput): Finding {
  const end = endOf(transcript);
  const [empty] = messages;
  const said = user?.text ?? '';
  const words = user?.silent
    ? 'the agent was to speak first'
    : isBlank(said)
      ? "the user's message holds no words"
      : `the user said ${JSON.stringify(cutText(said))}`;
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
