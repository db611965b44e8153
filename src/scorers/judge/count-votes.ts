import type { Answer } from './check-reply.ts';
import type { Criterion } from './criterion.ts';
import type { Verdict } from './read-reply.ts';

/** What all votes on one criterion of one scene came to. */
export type Decision = {
  criterion: Criterion;
  /** Turn that was asked about; absent for a whole talk. */
  turn?: number | undefined;
  /** `open`: most votes could not tell, or no verdict has more than half of them. */
  status: 'kept' | 'broken' | 'open';
  /** In the order in which they were cast; none where code decided, and no model was asked. */
  votes: readonly Answer[];
  /** The first vote that says what was decided; for an open one the first that could not tell, or the first. */
  spokesman: Answer;
  /** Share of the votes that say what the most common one says, above 0 and at most 1. */
  agreement: number;
  /** No verdict has more than half of the votes. */
  isTied: boolean;
};

/** Decides by majority. A statement that must not be true is broken when it is met. `votes` holds at least one. */
export function countVotes(criterion: Criterion, votes: readonly Answer[], turn?: number): Decision {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of votes) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const [[verdict, most] = ['cannot_tell' as const, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  const isTied = most * 2 <= votes.length;
  const decided = isTied ? 'cannot_tell' : verdict;
  const spokesman = votes.find((vote) => vote.verdict === decided) ?? (votes[0] as Answer);
  return {
    criterion,
    turn,
    status: statusOf(criterion, decided),
    votes,
    spokesman,
    agreement: most / votes.length,
    isTied,
  };
}

/** What a verdict on a statement means for the criterion. */
export function statusOf({ kind }: Criterion, verdict: Verdict): Decision['status'] {
  if (verdict === 'cannot_tell') return 'open';
  return (verdict === 'met') === (kind === 'must') ? 'kept' : 'broken';
}
