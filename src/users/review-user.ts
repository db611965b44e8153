import type { Transcript } from '../domain/transcript/transcript-event.ts';
import type { UserNote, UserReview } from '../domain/verdicts/session-result.ts';
import { checkEnd, linesOf, type SpokenLine } from './check-user-words.ts';
import { checkMessage, checkWrittenMessage } from './checks/check-message.ts';
import type { UserKnowledge, WordsFinding } from './checks/words-check.ts';

/** Drivers whose words an author wrote: what is odd in them may be what is tested. */
const WRITTEN: ReadonlySet<string> = new Set(['scripted', 'machine']);
/** Faults that are sure of any user, also of one whose own brief is not known here. */
const BREAKING: ReadonlySet<string> = new Set(['spoke-as-agent', 'refused', 'leaked-brief', 'hidden-fact']);
/** More notes of one session are nothing that anybody reads. */
const MAX_NOTES = 20;

type Found = { turn: number; finding: WordsFinding; isBreakage: boolean };

/**
 * Looks at what the user said when a session is over, by rules and without a model. Words of scripts and machines are the
 * author's, so what is odd in them is only noted. Words of a persona were looked at before they were said, and only how it
 * ended is. A user of any other kind breaks the simulation when it spoke as the agent, leaked its brief, or told a fact that
 * is never told; everything else is noted.
 */
export function reviewUser(transcript: Transcript, knowledge: UserKnowledge = {}): UserReview {
  return review(transcript, linesOf(transcript), knowledge);
}

/** As `reviewUser`, for the trials of one scenario: a talk that is word for word the one before is not looked at again. */
export function userReviewer(knowledge: UserKnowledge): (transcript: Transcript) => UserReview {
  let last: { talk: readonly string[]; review: UserReview } | undefined;
  return (transcript) => {
    const lines = linesOf(transcript);
    const end = transcript.at(-1);
    const talk = [
      end?.type === 'session_ended' ? end.reason : '',
      ...lines.flatMap(({ driver, speaker, turn, text }) => [`${driver} ${speaker} ${turn}`, text]),
      ...transcript.flatMap((event) => (event.type === 'user_step' ? (event.notes ?? []) : [])),
    ];
    if (last !== undefined && isSame(last.talk, talk)) return last.review;
    last = { talk, review: review(transcript, lines, knowledge) };
    return last.review;
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, at) => text === b[at]);
}

function review(transcript: Transcript, lines: readonly SpokenLine[], knowledge: UserKnowledge): UserReview {
  const found = [...messagesFound(lines, knowledge), ...endFound(transcript, knowledge)];
  return {
    notes: found.slice(0, MAX_NOTES).map(noteOf),
    breakages: found.flatMap(({ turn, finding, isBreakage }) => {
      if (!isBreakage) return [];
      const { message, quote } = finding;
      return [{ message: `turn ${turn}: the simulated user ${message}: “${quote}”` }];
    }),
  };
}

function messagesFound(talk: readonly SpokenLine[], knowledge: UserKnowledge): Found[] {
  return talk.flatMap(({ speaker, driver, turn, text }, at) => {
    if (speaker !== 'user' || driver === 'persona') return [];
    const isWritten = WRITTEN.has(driver);
    const check = isWritten ? checkWrittenMessage : checkMessage;
    return check({ text, turn, before: talk.slice(0, at) }, knowledge).map((finding) => ({
      turn,
      finding,
      isBreakage: !isWritten && finding.effect === 'break' && BREAKING.has(finding.code),
    }));
  });
}

/** What stands against the end, without what a persona's own step says of it already. */
function endFound(transcript: Transcript, knowledge: UserKnowledge): Found[] {
  const found = checkEnd(transcript, knowledge);
  if (found.length === 0) return [];
  const told = transcript.flatMap((event) => (event.type === 'user_step' ? (event.notes ?? []) : []));
  return found
    .filter(({ message }) => !told.some((note) => note.includes(message)))
    .map(({ turn, ...finding }) => ({ turn, finding, isBreakage: false }));
}

function noteOf({ turn, finding: { code, message, quote } }: Found): UserNote {
  return { turn, code, message, quote };
}
