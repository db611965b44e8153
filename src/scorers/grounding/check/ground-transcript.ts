import { UsageError } from '../../../domain/errors.ts';
import { startOf } from '../../../domain/transcript/endings.ts';
import { type Trajectory, trajectoryOf } from '../../../domain/transcript/trajectory.ts';
import { type Transcript, TranscriptEvent } from '../../../domain/transcript/transcript-event.ts';
import { turnsOf } from '../../../domain/transcript/turns.ts';
import { tableOf } from '../claim-table.ts';
import { honestyIn } from '../error-honesty.ts';
import { evidenceLedger } from '../evidence/evidence-ledger.ts';
import { knownInSession } from '../evidence/known.ts';
import { type GroundingMeasures, groundingMeasures } from '../measures/grounding-measures.ts';
import { readingOf, unreadAnswer } from '../session-reading.ts';
import { type EvidencePlace, type GroundedClaim, groundedClaim } from './grounded-claim.ts';

/** One answer of the agent with what it claims. */
export type GroundedAnswer = {
  turn: number;
  /** Its event. */
  seq: number;
  text: string;
  /** In the order of the text. `repeats` tells again what an earlier turn already got wrong. */
  claims: readonly (GroundedClaim & { repeats?: true })[];
};

/** All answers of a conversation with their claims, and what they come to. */
export type TranscriptGrounding = { answers: readonly GroundedAnswer[]; measures: GroundingMeasures } & (
  | { status: 'scored' }
  /** Nothing that was said could be checked. */
  | { status: 'not_applicable'; reason: string }
  /** The evidence, or a part of the answers, could not be read; what is found wrong is wrong all the same. */
  | { status: 'unscored'; reason: string }
);

/**
 * Says of each statement of each answer in a recorded conversation whether what the agent had seen by then carries it. A
 * foreign log becomes a transcript by `importTranscript`. Deterministic: no model, no network, no clock.
 * Throws `UsageError` when it is given something else.
 */
export function groundTranscript(
  transcript: Transcript,
  options: { allow?: readonly string[] | undefined } = {},
): TranscriptGrounding {
  refuseOthers(transcript, options);
  const { allow = [] } = options;
  const trajectory = trajectoryOf(transcript);
  const turns = turnsOf(transcript, trajectory);
  const reading = readingOf(evidenceLedger(knownInSession({ transcript, trajectory }, { allowed: allow })));
  const messages = turns.flatMap((turn) => turn.messages);
  const rows = tableOf(messages.flatMap((message) => reading.judgedIn(reading.answerOf(message))));
  const places = placesIn(transcript, trajectory);
  const { heard, findings } = honestyIn(turns, reading);
  const measures = groundingMeasures(rows, {
    ledger: reading.ledger,
    failures: { failed: heard.length, told: heard.length - findings.length },
  });
  const answers = messages.map(({ turn, seq, text }): GroundedAnswer => {
    const own = rows.filter(({ judged }) => judged.claim.answer.seq === seq);
    return {
      turn,
      seq,
      text,
      claims: own.map(({ judged, repeats }) => ({
        ...groundedClaim(judged, (at) => places.get(at) ?? {}),
        ...(repeats ? { repeats } : {}),
      })),
    };
  });
  const unread =
    startOf(transcript)?.agent.toolCallsVisible === false
      ? 'the tool calls of this agent cannot be seen, so its evidence is unknown'
      : unreadAnswer(messages);
  if (unread !== undefined) return { answers, measures, status: 'unscored', reason: unread };
  return measures.groundedness === undefined
    ? { answers, measures, status: 'not_applicable', reason: 'no answer holds a claim that could be checked' }
    : { answers, measures, status: 'scored' };
}

/** Where each event that can be evidence stands. */
function placesIn(transcript: Transcript, { calls }: Trajectory): ReadonlyMap<number, EvidencePlace> {
  const places = new Map(
    transcript.flatMap(({ type, seq, turn }): [number, EvidencePlace][] =>
      type === 'user_message' || type === 'notice' || type === 'tool_result' ? [[seq, { seq, turn }]] : [],
    ),
  );
  for (const { call, name, seq, turn, resultSeq } of calls) {
    places.set(seq, { seq, turn, tool: name, callId: call.id });
    if (resultSeq !== undefined) places.set(resultSeq, { seq: resultSeq, turn, tool: name, callId: call.id });
  }
  return places;
}

function refuseOthers(transcript: unknown, options: unknown): void {
  const allow = typeof options === 'object' && options !== null ? (options as { allow?: unknown }).allow : options;
  const isList = allow === undefined || (Array.isArray(allow) && allow.every((text) => typeof text === 'string'));
  if (!isList || (options !== undefined && (typeof options !== 'object' || options === null)))
    throw new UsageError(
      'groundTranscript: `allow` is a list of texts that count as evidence, as in `{ allow: ["…"] }`.',
    );
  const at = Array.isArray(transcript)
    ? transcript.findIndex((event) => !TranscriptEvent.safeParse(event).success)
    : -2;
  if (at === -1) return;
  throw new UsageError(
    `groundTranscript: ${at < 0 ? 'the transcript is no list of events' : `\`transcript[${at}]\` is no event`}. A list of chat messages, or a stored session as it was read from its file, becomes a transcript by \`importTranscript(log).transcript\`; a bare answer and its evidence are for \`checkGrounding\`.`,
  );
}
