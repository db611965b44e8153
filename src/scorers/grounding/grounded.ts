import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { countClaims, findingOf, tableData, tableOf, turnScoresOf } from './claim-table.ts';
import { type ReadSession, unreadAnswer } from './session-reading.ts';

const Grounded = z.strictObject({
  /** Texts that count as evidence besides tool results, user words, policy and tool descriptions. */
  allow: z.array(z.string().min(1)).default([]),
  /** Turns whose answers are judged, from 0; all of them by default. */
  turns: z.array(z.int().min(0)).min(1).optional(),
  /** Unsupported claims that are forgiven in the whole session. A contradiction never is. */
  maxUnsupported: z.int().min(0).default(0),
});
type Grounded = z.infer<typeof Grounded>;

/** Whether the answers say what the agent was told: each value, deed and status against the evidence it had seen. */
export function groundedScorer(read: ReadSession): AnyScorerDefinition {
  return defineScorer({
    type: 'grounded',
    summary:
      'What the answers say stands in tool results, user words or policy: numbers, dates, ids, deeds and statuses.',
    stages: ['generation'],
    metrics: ['supported', 'contradicted', 'unsupported', 'notCheckable', 'coverage'],
    schema: Grounded,
    create: (specification) => [
      {
        stage: 'generation',
        needs: { toolCalls: true },
        deterministic: true,
        score: (input) => scoreGrounded(input, specification, read),
      },
    ],
  });
}

function scoreGrounded(
  input: ScoreInput,
  { allow, turns: wanted, maxUnsupported }: Grounded,
  read: ReadSession,
): ScoreOutcome {
  const { transcript, turns } = input;
  if (startOf(transcript)?.agent.toolCallsVisible === false)
    return unscored('the tool calls of this agent cannot be seen, so its evidence is unknown');
  const messages = turns
    .filter(({ turn }) => wanted === undefined || wanted.includes(turn))
    .flatMap((turn) => turn.messages);
  if (messages.length === 0) return notApplicable('the agent said nothing that could be checked');
  const { answerOf, judgedIn } = read(input, allow);
  const rows = tableOf(messages.flatMap((message) => judgedIn(answerOf(message))));
  const counts = countClaims(rows);
  const checkable = counts.supported + counts.contradicted + counts.unsupported;
  const unread = unreadAnswer(messages);
  if (checkable === 0 && unread === undefined) {
    const cut = rows.find(({ judged }) => judged.reason === 'evidence_truncated');
    return cut === undefined
      ? notApplicable('no answer holds a claim that could be checked')
      : unscored(cut.judged.message);
  }
  const firm = countClaims(rows.filter(({ judged }) => judged.severity !== 'low'));
  const isForgiven = firm.unsupported <= maxUnsupported;
  const isWarning = ({ judged }: (typeof rows)[number]): boolean =>
    judged.verdict === 'unsupported' && (isForgiven || judged.severity === 'low');
  const findings = rows
    .filter(
      ({ judged, repeats }) => !repeats && (judged.verdict === 'contradicted' || judged.verdict === 'unsupported'),
    )
    .map((row) => findingOf(row, isWarning(row) ? 'warning' : 'failure'));
  // What was read is wrong whatever the rest says; where it is right, the rest may not be.
  if (unread !== undefined && findings.every(({ severity }) => severity !== 'failure')) return unscored(unread);
  return scoreFindings({
    right: counts.supported,
    judged: checkable,
    findings,
    praise: `${counts.supported} of ${checkable} claims stand in the evidence`,
    metrics: { ...counts, coverage: checkable / (checkable + counts.notCheckable) },
    turns: turnScoresOf(rows),
    details: tableData(rows),
  });
}
