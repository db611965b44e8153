import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScorerPart } from '../../domain/contracts/scorer.ts';
import type { EventOf } from '../../domain/transcript/transcript-event.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import { mentionsOfTurn } from '../mentions/mentions-in.ts';
import { notApplicable, scoreFindings } from '../outcome.ts';
import { cutText, listText } from '../text/value-text.ts';
import { closestMessage } from './closest-message.ts';
import type { Phrase } from './phrase.ts';
import { readPhrases, wordsKeys } from './phrases.ts';

const Said = z.strictObject({
  ...wordsKeys,
  /** Turn, from 0, in which it must be said; `last`, or `any` (the default). */
  turn: z.union([z.int().min(0), z.enum(['last', 'any'])]).default('any'),
});
type Said = z.infer<typeof Said>;
type When = Said['turn'];
type Message = EventOf<'agent_message'>;

/** What the agent must have told the user. */
export const said: AnyScorerDefinition = defineScorer({
  type: 'said',
  summary: 'The agent said this to the user, in some turn or in a certain one.',
  stages: ['generation'],
  metrics: ['wanted', 'said'],
  schema: Said,
  create: (specification) => createPart(specification, scoreSaid),
  mentions: ({ turn }) => mentionsOfTurn(turn),
});

/** What the agent must not have told the user. */
export const notSaid: AnyScorerDefinition = defineScorer({
  type: 'not-said',
  summary: 'The agent did not say this to the user.',
  stages: ['generation'],
  metrics: ['said'],
  schema: Said,
  create: (specification) => createPart(specification, scoreNotSaid),
  mentions: ({ turn }) => mentionsOfTurn(turn),
});

type Wanted = { phrases: readonly Phrase[]; needsAll: boolean; turn: When };

function createPart(specification: Said, score: (input: ScoreInput, wanted: Wanted) => ScoreOutcome): ScorerPart[] {
  const { phrases, needsAll } = readPhrases(specification);
  const wanted: Wanted = { phrases, needsAll, turn: specification.turn };
  return [
    { stage: 'generation', needs: { toolCalls: false }, deterministic: true, score: (input) => score(input, wanted) },
  ];
}

/** Only the agent's own words, in the turns that are meant. */
function messagesIn({ turns }: ScoreInput, when: When): Message[] {
  const last = lastTurnOf({ turns });
  const meant = turns.filter(({ turn }) => when === 'any' || turn === (when === 'last' ? last : when));
  return meant.flatMap(({ messages }) => messages);
}

function scoreSaid(input: ScoreInput, { phrases, needsAll, turn }: Wanted): ScoreOutcome {
  const messages = messagesIn(input, turn);
  const missing = phrases.filter((phrase) => !messages.some(({ text }) => phrase.find(text) !== undefined));
  const saidCount = phrases.length - missing.length;
  const isSaid = needsAll ? missing.length === 0 : saidCount > 0;
  const findings = isSaid ? [] : needsAll ? missing.map((one) => explainMissing([one], { input, messages, turn })) : [];
  if (!isSaid && !needsAll) findings.push(explainMissing(missing, { input, messages, turn }));
  return scoreFindings({
    right: needsAll ? saidCount : Number(isSaid),
    judged: needsAll ? phrases.length : 1,
    findings,
    praise: 'the agent said it',
    metrics: { wanted: phrases.length, said: saidCount },
  });
}

type Context = { input: ScoreInput; messages: readonly Message[]; turn: When };

function explainMissing(phrases: readonly Phrase[], { input, messages, turn }: Context): Finding {
  const wanted = listText(
    phrases.map(({ text }) => text),
    'or',
  );
  const place = turn === 'any' ? '' : turn === 'last' ? ' in the last turn' : ` in turn ${turn}`;
  const elsewhere = input.turns
    .flatMap((one) => one.messages)
    .find(({ text }) => phrases.some((phrase) => phrase.find(text) !== undefined));
  const closest = elsewhere ?? closestMessage(phrases, messages);
  const instead =
    closest === undefined
      ? 'it said nothing'
      : `${elsewhere === undefined ? 'closest is' : 'it said so'} in turn ${closest.turn}: ${JSON.stringify(cutText(closest.text))}`;
  return {
    turn: typeof turn === 'number' ? turn : turnOfAbsence(input, messages.at(-1)?.turn ?? lastTurnOf(input)),
    stage: 'generation',
    code: 'not_said',
    severity: 'failure',
    message: `the agent did not say ${wanted}${place}; ${instead}`,
    evidence: closest === undefined ? [] : [{ kind: 'event', seq: closest.seq, quote: cutText(closest.text) }],
  };
}

/** Silence says nothing wrong, and is no proof either. */
function scoreNotSaid(input: ScoreInput, { phrases, turn }: Wanted): ScoreOutcome {
  const messages = messagesIn(input, turn);
  if (messages.length === 0)
    return notApplicable(turn === 'any' ? 'the agent said nothing' : 'the agent said nothing in that turn');
  const findings = messages.flatMap((message) =>
    phrases.flatMap((phrase): Finding[] => {
      const span = phrase.find(message.text);
      if (span === undefined) return [];
      const quote = message.text.slice(span.start, span.end);
      return [
        {
          turn: message.turn,
          stage: 'generation',
          code: 'said_forbidden',
          severity: 'failure',
          message: `the agent said ${JSON.stringify(cutText(quote))}; ${phrase.text} must not be said`,
          evidence: [{ kind: 'text_span', seq: message.seq, start: span.start, end: span.end, quote }],
        },
      ];
    }),
  );
  const right = findings.length === 0 ? 1 : 0;
  return scoreFindings({
    right,
    judged: 1,
    findings,
    praise: 'the agent did not say it',
    metrics: { said: findings.length },
  });
}
