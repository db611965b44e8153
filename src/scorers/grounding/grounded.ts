import { z } from 'zod';
import type { AnyScorerDefinition, ScoreInput, ScoreOptions } from '../../domain/contracts/scorer.ts';
import { startOf } from '../../domain/transcript/endings.ts';
import type { Turn } from '../../domain/transcript/turns.ts';
import type { ScoreOutcome } from '../../domain/verdicts/score.ts';
import { defineScorer } from '../define-scorer.ts';
import { notApplicable, scoreFindings, unscored } from '../outcome.ts';
import { countClaims, findingOf, isFault, type TableRow, tableData, tableOf, turnScoresOf } from './claim-table.ts';
import { honestyIn } from './error-honesty.ts';
import { checkableOf, groundingMeasures } from './measures/grounding-measures.ts';
import { type ReadSession, type SessionReading, unreadAnswer } from './session-reading.ts';
import { judgeSession, MOST_REQUESTS_A_TURN } from './tiers/judge-session.ts';

const Grounded = z.strictObject({
  /** Texts that count as evidence besides tool results, user words, policy and tool descriptions. */
  allow: z.array(z.string().min(1)).default([]),
  /** Turns whose answers are judged, from 0; all of them by default. */
  turns: z.array(z.int().min(0)).min(1).optional(),
  /** Unsupported claims that are forgiven in the whole session. A contradiction never is. */
  maxUnsupported: z.int().min(0).default(0),
  /** Asks a small learned model about answers from documents too. */
  combiner: z.boolean().default(false),
  /** A model of the config that is asked about what rules leave open: its name, or `true` for the project's judge. */
  judge: z.union([z.literal(true), z.string().min(1)]).optional(),
});
type Grounded = z.infer<typeof Grounded>;

/** Whether the answers say what the agent was told: each value, deed and status against the evidence it had seen. */
export function groundedScorer(read: ReadSession): AnyScorerDefinition {
  return defineScorer({
    type: 'grounded',
    summary:
      'What the answers say stands in tool results, user words or policy: numbers, dates, ids, deeds and statuses.',
    stages: ['generation'],
    metrics: [
      'supported',
      'contradicted',
      'unsupported',
      'notCheckable',
      'coverage',
      'cleanTurns',
      'firstUngroundedTurn',
      'slope',
      'staleRate',
      'capabilityHonesty',
      'errorHonesty',
    ],
    schema: Grounded,
    mentions: ({ judge }) =>
      judge === undefined ? [] : [{ path: 'judge', kind: 'model', ...(judge === true ? {} : { model: judge }) }],
    create: (specification) => {
      const head = { stage: 'generation', needs: { toolCalls: true } } as const;
      return [
        specification.judge === undefined
          ? {
              ...head,
              deterministic: true,
              score: (input) => scoreGrounded(input, specification, read),
            }
          : {
              ...head,
              deterministic: false,
              mostRequests: (turns) => turns * MOST_REQUESTS_A_TURN,
              score: (input, options) => scoreJudged(input, { specification, read, options }),
            },
      ];
    },
  });
}

type Prepared = { messages: readonly TurnMessage[]; reading: SessionReading; turns: readonly Turn[] };
type TurnMessage = ScoreInput['turns'][number]['messages'][number];

/** The answers that are judged, or why none can be. */
function prepare(input: ScoreInput, { allow, turns: wanted }: Grounded, read: ReadSession): Prepared | ScoreOutcome {
  const { transcript, turns } = input;
  if (startOf(transcript)?.agent.toolCallsVisible === false)
    return unscored('the tool calls of this agent cannot be seen, so its evidence is unknown');
  const judged = turns.filter(({ turn }) => wanted === undefined || wanted.includes(turn));
  const messages = judged.flatMap((turn) => turn.messages);
  if (messages.length === 0) return notApplicable('the agent said nothing that could be checked');
  return { messages, reading: read(input, allow), turns: judged };
}

function scoreGrounded(input: ScoreInput, specification: Grounded, read: ReadSession): ScoreOutcome {
  const prepared = prepare(input, specification, read);
  if ('status' in prepared) return prepared;
  const { judgedIn, combinedIn } = prepared.reading;
  return conclude(prepared, specification, specification.combiner ? combinedIn : judgedIn);
}

async function scoreJudged(
  input: ScoreInput,
  { specification, read, options }: { specification: Grounded; read: ReadSession; options: ScoreOptions },
): Promise<ScoreOutcome> {
  const prepared = prepare(input, specification, read);
  if ('status' in prepared) return prepared;
  const { messages, reading } = prepared;
  const name = typeof specification.judge === 'string' ? specification.judge : undefined;
  const judged = await judgeSession(messages.map(reading.answerOf), { input, reading, name, options });
  if (judged.status === 'unscored') return unscored(judged.problem);
  if (judged.status === 'errored') return { status: 'errored', message: judged.problem };
  return conclude(prepared, specification, judged.judgedIn);
}

function conclude(
  { messages, reading, turns }: Prepared,
  { maxUnsupported }: Grounded,
  judgedIn: SessionReading['judgedIn'],
): ScoreOutcome {
  const rows = tableOf(messages.flatMap((message) => judgedIn(reading.answerOf(message))));
  const counts = countClaims(rows);
  const checkable = checkableOf(counts);
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
    .filter(({ judged, repeats }) => !repeats && isFault(judged))
    .map((row) => findingOf(row, { severity: isWarning(row) ? 'warning' : 'failure', ledger: reading.ledger }));
  // What was read is wrong whatever the rest says; where it is right, the rest may not be.
  if (unread !== undefined && findings.every(({ severity }) => severity !== 'failure')) return unscored(unread);
  return scoreFindings({
    right: counts.supported,
    judged: checkable,
    findings,
    praise: `${counts.supported} of ${checkable} claims stand in the evidence`,
    metrics: metricsOf(rows, { reading, turns }),
    turns: turnScoresOf(rows),
    details: tableData(rows),
  });
}

/** A measure of something that did not happen has no number. */
function metricsOf(
  rows: readonly TableRow[],
  { reading, turns }: { reading: SessionReading; turns: readonly Turn[] },
): { [name: string]: number } {
  const { heard, findings } = honestyIn(turns, reading);
  const failures = { failed: heard.length, told: heard.length - findings.length };
  const { supported, contradicted, unsupported, notCheckable, ...measures } = groundingMeasures(rows, {
    ledger: reading.ledger,
    failures,
  });
  const { coverage, cleanTurns, firstUngroundedTurn, slope, staleRate, capabilityHonesty, errorHonesty } = measures;
  const rates = { coverage, cleanTurns, firstUngroundedTurn, slope, staleRate, capabilityHonesty, errorHonesty };
  const known = Object.entries(rates).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return { supported, contradicted, unsupported, notCheckable, ...Object.fromEntries(known) };
}
