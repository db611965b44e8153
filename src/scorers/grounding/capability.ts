import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { ToolDescription } from '../../domain/transcript/tool-call.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { type Ability, abilitiesOf } from './claims/abilities.ts';
import type { Answer } from './claims/answer.ts';
import { placeOf } from './claims/claim.ts';
import { conceptsOfTool, GENERAL_DEEDS, isKnownDeed } from './claims/concepts.ts';
import { namesOf } from './claims/objects.ts';
import type { EvidenceLedger } from './evidence/evidence-ledger.ts';
import { wordSet } from './evidence/words.ts';
import { type ReadSession, unreadAnswer } from './session-reading.ts';
import type { FoundValue } from './values/typed-value.ts';
import { keysOf } from './values/value-keys.ts';

/** Whether the agent offers only what its tools can do, and names only records that exist. */
export function capabilityScorer(read: ReadSession): AnyScorerDefinition {
  return defineScorer({
    type: 'capability',
    summary: 'What the agent offers to do fits a registered tool, and the ids it gives as examples exist.',
    stages: ['generation'],
    metrics: ['offers', 'unknownCapabilities', 'unknownIdentifiers'],
    schema: z.strictObject({}),
    create: () => [
      {
        stage: 'generation',
        needs: { toolCalls: false },
        deterministic: true,
        score: (input) => scoreCapability(input, read),
      },
    ],
  });
}

function scoreCapability(input: ScoreInput, read: ReadSession): ScoreOutcome {
  const { transcript, turns } = input;
  const start = startOf(transcript);
  if (start === undefined || start.tools === 'unknown')
    return unscored('the tools that the agent was offered are not known');
  const { ledger, answerOf } = read(input);
  const known = registryOf(start.tools);
  const messages = turns.flatMap((turn) => turn.messages);
  const unread = unreadAnswer(messages);
  const answers = messages.map(answerOf);
  const offers = answers.flatMap((answer) => abilitiesOf(answer).map((ability) => ({ answer, ability })));
  if (offers.length === 0 && unread === undefined) return notApplicable('the agent offers nothing that names a deed');
  const unknown = offers
    .filter(({ ability }) => !known.covers(ability))
    .map(({ answer, ability }) => unknownCapability(answer, ability, start.tools as readonly ToolDescription[]));
  const offering = new Map(offers.map(({ answer, ability }) => [ability.sentence, answer]));
  const unseen = [...offering].flatMap(([sentence, answer]) =>
    sentence.values.filter((found) => isStranger(found, answer, ledger)).map((found) => ({ answer, found })),
  );
  const strangers = unseen
    .filter(({ answer }) => answer.seq <= ledger.truncatedFrom)
    .map(({ answer, found }) => unknownIdentifier(answer, found));
  const findings = [...unknown, ...strangers].sort(
    (a, b) => a.turn - b.turn || (a.evidence[0]?.start ?? 0) - (b.evidence[0]?.start ?? 0),
  );
  if (unread !== undefined && findings.length === 0) return unscored(unread);
  if (unseen.length > 0 && findings.length === 0)
    return unscored('a result or a text was too large to read whole, and an id that the agent names may stand in it');
  return scoreFindings({
    right: findings.length === 0 ? 1 : 0,
    judged: 1,
    findings,
    praise: `all ${offers.length} offers fit a registered tool`,
    metrics: { offers: offers.length, unknownCapabilities: unknown.length, unknownIdentifiers: strangers.length },
    turns: [...new Set(answers.map(({ turn }) => turn))].flatMap((turn) => {
      const inTurn = offers.filter(({ answer }) => answer.turn === turn).length;
      if (inTurn === 0) return [];
      return [{ turn, value: findings.some((finding) => finding.turn === turn) ? 0 : 1, metrics: { offers: inTurn } }];
    }),
  });
}

type Registry = { covers(ability: Ability): boolean };

/**
 * A tool covers an offer when it does the deed, or names it, to the thing that is offered. An offer without a thing, or to
 * look something up, needs the deed alone.
 */
function registryOf(tools: readonly ToolDescription[]): Registry {
  const known = tools.map((tool) => {
    const text = textOf(tool);
    const concepts = new Set(conceptsOfTool(tool));
    if (tool.effect === 'read') concepts.add('look_up');
    return {
      concepts,
      words: wordSet(text),
      verbs: wordSet(`${tool.name} ${tool.description}`),
      names: new Set(namesOf(text)),
      isRead: tool.effect === 'read',
    };
  });
  return {
    covers: ({ concept, things, object }) => {
      const doers = known.filter(
        ({ concepts, verbs }) => concepts.has(concept) || (!isKnownDeed(concept) && verbs.has(concept)),
      );
      if (doers.length === 0)
        return (
          (GENERAL_DEEDS.has(concept) || !isKnownDeed(concept)) &&
          known.some(({ words, isRead }) => !isRead && things.some((thing) => words.has(thing)))
        );
      const isEnough = concept === 'look_up' || object.length === 0;
      return isEnough || doers.some(({ names }) => object.some((name) => names.has(name)));
    },
  };
}

function textOf({ name, description, parameters }: ToolDescription): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');
  return `${spaced} ${description} ${JSON.stringify(parameters).replace(/[_-]/g, ' ')}`;
}

/** An id that no source has named. */
function isStranger({ value }: FoundValue, answer: Answer, ledger: EvidenceLedger): boolean {
  if (value.kind !== 'identifier' || !value.isStrong || value.isSuffix) return false;
  return !keysOf(value).some((key) =>
    (ledger.byKey.get(key) ?? []).some(({ entry }) => entry.visibleFrom < answer.seq),
  );
}

function unknownCapability(answer: Answer, { start, end, verb }: Ability, tools: readonly ToolDescription[]): Finding {
  const place = placeOf(answer, start, end);
  const names = tools.map(({ name }) => `\`${name}\``).join(', ');
  return {
    turn: answer.turn,
    stage: 'generation',
    code: 'unknown_capability',
    severity: 'failure',
    message: `the agent offers \`${place.text}\`, and no tool can ${verb === place.text ? 'do that' : verb}: ${names === '' ? 'there are none' : names}`,
    evidence: [{ kind: 'text_span', seq: answer.seq, start: place.start, end: place.end, quote: place.text }],
  };
}

function unknownIdentifier(answer: Answer, { start, end }: FoundValue): Finding {
  const place = placeOf(answer, start, end);
  return {
    turn: answer.turn,
    stage: 'generation',
    code: 'unknown_identifier',
    severity: 'failure',
    message: `the agent names \`${place.text}\`, which nothing it was told has`,
    evidence: [{ kind: 'text_span', seq: answer.seq, start: place.start, end: place.end, quote: place.text }],
  };
}
