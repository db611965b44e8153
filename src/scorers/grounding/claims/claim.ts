import type { TypedValue } from '../values/typed-value.ts';
import type { Answer, AnswerSentence } from './answer.ts';

/** One checkable statement. `start` and `end` are UTF-16 code units of the message; `at` is its place in the normalised text. */
export type Claim = {
  answer: Answer;
  sentence: AnswerSentence;
  start: number;
  end: number;
  at: number;
  text: string;
} & (
  | {
      kind: 'value';
      value: TypedValue;
      /** `stated` is told as a fact; `presupposed` stands in a question, an offer or a request; `example` only shows a form. */
      force: 'stated' | 'presupposed' | 'example';
      /** Says when something will happen or be done. */
      isPromise: boolean;
    }
  | {
      kind: 'action';
      /** Absent for a bare "done". */
      concept: string | undefined;
      /** `denied` says that it was not done; `failed` that it could not be. */
      outcome: 'done' | 'denied' | 'failed';
      /** The agent tells it as its own deed. */
      isOwn: boolean;
      /** A state as much as a deed ("the booking is confirmed"): it may have been so before. */
      isWeak: boolean;
      /** Stems of what it was done to. */
      things: readonly string[];
    }
  /** `X is shipped`, `未发货`. */
  | { kind: 'status'; status: string; isNegative: boolean }
  /**
   * Found and decided by a judge of its own: a thing the agent says it can do, a promise, an extreme or a rank, a total or a
   * count, a comparison, a way from one place to another, that nothing was found, what belongs to a list, a rule or reason,
   * and words that only evidence can cover.
   */
  | {
      kind:
        | 'capability'
        | 'promise'
        | 'extreme'
        | 'aggregate'
        | 'comparison'
        | 'route'
        | 'absence'
        | 'membership'
        | 'policy'
        | 'statement';
    }
);
export type ValueClaim = Extract<Claim, { kind: 'value' }>;
export type ActionClaim = Extract<Claim, { kind: 'action' }>;
export type StatusClaim = Extract<Claim, { kind: 'status' }>;
/** A claim that comes with its verdict. */
export type ToldClaim = Exclude<Claim, ValueClaim | ActionClaim | StatusClaim>;

/** Places a part of the normalised text in the original. */
export function placeOf(
  answer: Answer,
  start: number,
  end: number,
): { start: number; end: number; at: number; text: string } {
  const from = answer.normalised.originalStart(start);
  const to = answer.normalised.originalEnd(end);
  return { start: from, end: to, at: start, text: answer.normalised.original.slice(from, to) };
}
