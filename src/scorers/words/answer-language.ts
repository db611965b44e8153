import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import { UsageError } from '../../domain/errors.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import { nearestName } from '../../domain/values/nearest-name.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { cutText, listText } from '../text/value-text.ts';
import { detectLanguage, knownLanguages } from './detect-language.ts';

const AnswerLanguage = z.strictObject({
  /** BCP 47 tag; the part before the first hyphen counts. */
  language: z.string().min(2),
});

/** Whether the agent spoke the user's language. */
export const answerLanguage: AnyScorerDefinition = defineScorer({
  type: 'answer-language',
  summary: 'The agent answered in this language, as far as its messages are long enough to tell.',
  stages: ['generation'],
  metrics: ['judged', 'right'],
  schema: AnswerLanguage,
  create: ({ language }): ScorerPart[] => {
    const wanted = language.toLowerCase().split(/[-_]/)[0] as string;
    if (!knownLanguages.includes(wanted)) throw new UsageError(unknownText(language, wanted));
    return [
      {
        stage: 'generation',
        needs: { toolCalls: false },
        deterministic: true,
        score: (input) => scoreLanguage(input, wanted),
      },
    ];
  },
});

function unknownText(language: string, wanted: string): string {
  const nearest = nearestName(wanted, knownLanguages);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  return `the language \`${language}\` cannot be told; known are ${listText(knownLanguages.map((one) => `\`${one}\``))}.${hint}`;
}

function scoreLanguage({ turns }: ScoreInput, wanted: string): ScoreOutcome {
  const judged = turns
    .flatMap(({ messages }) => messages)
    .flatMap((message) => {
      const language = detectLanguage(message.text);
      return language === undefined ? [] : [{ message, language }];
    });
  if (judged.length === 0) return notApplicable('no message of the agent is long enough to tell its language');
  const wrong = judged.filter(({ language }) => language !== wanted);
  return scoreFindings({
    right: judged.length - wrong.length,
    judged: judged.length,
    findings: wrong.map(({ message, language }) => explain(message, language, wanted)),
    praise: `the agent spoke \`${wanted}\``,
    metrics: { judged: judged.length, right: judged.length - wrong.length },
  });
}

function explain(message: EventOf<'agent_message'>, language: string, wanted: string): Finding {
  return {
    turn: message.turn,
    stage: 'generation',
    code: 'wrong_language',
    severity: 'failure',
    message: `the agent spoke \`${language}\`; expected \`${wanted}\`: ${JSON.stringify(cutText(message.text))}`,
    evidence: [
      { kind: 'text_span', seq: message.seq, start: 0, end: message.text.length, quote: cutText(message.text) },
    ],
  };
}
