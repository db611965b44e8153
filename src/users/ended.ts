import type { UserMove } from '../domain/contracts/simulated-user.ts';
import { emptyTrace } from './utterance.ts';

/** What a user answers who is asked to go on after having ended the talk. */
export function moveAfterEnd(driver: string): UserMove {
  const problem = 'the simulated user was asked for another message after it had ended the talk';
  return { kind: 'broken', problem, trace: emptyTrace(driver) };
}
