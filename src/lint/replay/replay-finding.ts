import type { Problem } from '../../domain/authoring/problem.ts';
import type { ReferenceWay } from '../../domain/authoring/reference-solution.ts';

/** What a replay has to say: a mistake, a weak spot, or a note of what it could not do. */
export type ReplayFinding = Omit<Problem, 'severity'> & { severity: Problem['severity'] | 'note' };

/** What a way found, before it is known where the scenario's file is. */
export type WayFinding = Omit<ReplayFinding, 'place'>;

/** A sentence that says which way was taken, where it is not the first. */
export function choiceDetails({ choice }: ReferenceWay): { details?: readonly string[] } {
  if (choice === undefined) return {};
  return { details: [`This happens when \`${choice.path}\` is ${choice.kind === 'other' ? 'taken' : 'left out'}.`] };
}
