import type { ScoreInput } from '../../domain/contracts/scorer.ts';
import { type Answer, readAnswer } from './claims/answer.ts';
import { combineStatements } from './combiner/combine-statements.ts';
import { type EvidenceLedger, evidenceLedger } from './evidence/evidence-ledger.ts';
import { knownInSession } from './evidence/known.ts';
import { firstWords } from './evidence/result-leaves.ts';
import { judgeAnswer } from './judgement/judge-answer.ts';
import type { JudgedClaim } from './judgement/judged-claim.ts';

type Message = { turn: number; seq: number; text: string };

/** What the scorers of one session share: its evidence, its answers taken apart, and their judged claims. */
export type SessionReading = {
  ledger: EvidenceLedger;
  answerOf(message: Message): Answer;
  judgedIn(answer: Answer): readonly JudgedClaim[];
  /** The same, with what a small learned model says of answers from documents. */
  combinedIn(answer: Answer): readonly JudgedClaim[];
};

/** As much of one answer is taken apart, and so much of all of them. */
const MAX_ANSWER = 50_000;
const MAX_SAID = 1_000_000;

/** Why nothing can be said of all that the agent said; undefined where each answer is read whole. */
export function unreadAnswer(messages: readonly Message[]): string | undefined {
  const long = messages.find(({ text }) => text.length > MAX_ANSWER);
  if (long !== undefined)
    return `an answer of turn ${long.turn} has ${long.text.length} characters, of which the first ${MAX_ANSWER} are read`;
  const said = messages.reduce((sum, { text }) => sum + text.length, 0);
  return said > MAX_SAID
    ? `the answers have ${said} characters together, of which no more than ${MAX_SAID} are read`
    : undefined;
}

/** Reads a session. `allowed` are texts that the author vouches for. */
export type ReadSession = (input: ScoreInput, allowed?: readonly string[]) => SessionReading;

/** A reader that does the work of a session once for all who ask; it forgets a session when nobody else holds it. */
export function sessionReader(): ReadSession {
  const known = new WeakMap<ScoreInput['transcript'], Map<string, SessionReading>>();
  return (input, allowed = []) => {
    const { transcript } = input;
    const readings = known.get(transcript) ?? new Map<string, SessionReading>();
    known.set(transcript, readings);
    const key = JSON.stringify(allowed);
    const reading = readings.get(key) ?? readingOf(evidenceLedger(knownInSession(input, { allowed })));
    readings.set(key, reading);
    return reading;
  };
}

export function readingOf(ledger: EvidenceLedger): SessionReading {
  const answers = new Map<number, Answer>();
  const claims = new Map<Answer, readonly JudgedClaim[]>();
  let left = MAX_SAID;
  const read = (message: Message): Answer => {
    const text = firstWords(message.text, Math.min(MAX_ANSWER, left));
    left -= text.length;
    return readAnswer({ ...message, text }, ledger);
  };
  const judgedIn = (answer: Answer): readonly JudgedClaim[] => {
    const judged = claims.get(answer) ?? judgeAnswer(answer, ledger);
    claims.set(answer, judged);
    return judged;
  };
  return {
    ledger,
    answerOf: (message) => {
      const answer = answers.get(message.seq) ?? read(message);
      answers.set(message.seq, answer);
      return answer;
    },
    judgedIn,
    combinedIn: (answer) => combineStatements(judgedIn(answer), { answer, ledger }),
  };
}
