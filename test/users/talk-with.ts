import type { SimulatedUser, UserMove, UserSession } from '../../src/domain/contracts/simulated-user.ts';

/** Opens a session for tests. */
export function openSession(user: SimulatedUser, seed = 1): UserSession {
  const key = { scenario: 'example', variant: 'default', trial: 0 };
  return user.open({ key, seed, signal: new AbortController().signal });
}

/** All moves of a user whose agent gives these replies, one a turn, and "OK." from then on. */
export async function talkWith(user: SimulatedUser, replies: readonly string[] = [], seed = 1): Promise<UserMove[]> {
  const session = openSession(user, seed);
  const moves: UserMove[] = [];
  for (let turn = -1; turn < 20; turn += 1) {
    const move = await session.next({ turn, texts: turn < 0 ? [] : [replies[turn] ?? 'OK.'], notices: [] });
    moves.push(move);
    if (move.kind === 'end' || move.kind === 'broken' || (move.kind === 'say' && move.end)) break;
  }
  return moves;
}

/** Moves as a person would note them: the words, `(end: reason)`, `(broken: problem)`. */
export function linesOf(moves: readonly UserMove[]): string[] {
  return moves.map(lineOf);
}

function lineOf(move: UserMove): string {
  switch (move.kind) {
    case 'say':
      return move.end === undefined ? move.text : `${move.text} (end: ${move.end.reason})`;
    case 'end':
      return `(end: ${move.end.reason})`;
    case 'silent':
      return '(silent)';
    case 'broken':
      return `(broken: ${move.problem})`;
  }
}
