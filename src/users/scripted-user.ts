import type { ScriptLine } from '../domain/authoring/user-definition.ts';
import type { SimulatedUser, UserEnd, UserMove, UserSession } from '../domain/contracts/simulated-user.ts';
import { throwProblems } from './author-problems.ts';
import { checkScript } from './check-script.ts';
import { moveAfterEnd } from './ended.ts';
import { factValues, tellableValues, type UserFacts } from './facts.ts';
import { emptyTrace, speak, type Utterance } from './utterance.ts';

/**
 * A user who says the given lines, one a turn, whatever the agent answers, and is done after the last. `{{fact}}` in a
 * line is filled from `facts`; a stop marker (`END`) ends the talk early. Throws UsageError, with every mistake found,
 * for a script that cannot be said, or that is over before `minTurns`.
 */
export function scriptedUser(
  lines: readonly ScriptLine[],
  { facts = {}, minTurns = 0 }: { facts?: UserFacts; minTurns?: number } = {},
): SimulatedUser {
  throwProblems('the script cannot be used', checkScript(lines, { facts, minTurns }));
  const utterances = lines.map(utteranceOf);
  const knowledge = { values: tellableValues(facts), facts: factValues(facts) };
  return { driver: 'scripted', fixed: ['counterparty'], open: () => openScript(utterances, knowledge) };
}

function utteranceOf(line: ScriptLine): Utterance {
  if (typeof line === 'string') return { text: line, discloses: [], literal: false };
  return { text: line.say, discloses: line.discloses ?? [], literal: false };
}

type Knowledge = { values: Readonly<Record<string, string>>; facts: Readonly<Record<string, string>> };

function openScript(utterances: readonly Utterance[], knowledge: Knowledge): UserSession {
  let position = 0;
  let isOver = false;
  const end = (detail: string): UserEnd => {
    isOver = true;
    return { reason: 'user_done', detail };
  };
  return {
    next: (heard): UserMove => {
      if (isOver) return moveAfterEnd('scripted');
      const utterance = utterances[position];
      if (utterance === undefined) {
        return { kind: 'end', end: end('every line of the script was said'), trace: emptyTrace('scripted') };
      }
      position += 1;
      const { values, facts } = knowledge;
      const spoken = speak(utterance, { values, facts, heard });
      const trace = { ...emptyTrace('scripted'), disclosed: spoken.disclosed };
      if (!spoken.ends) return { kind: 'say', text: spoken.text, trace };
      const last = end('the script says END');
      return spoken.text === ''
        ? { kind: 'end', end: last, trace }
        : { kind: 'say', text: spoken.text, end: last, trace };
    },
    snapshot: () => ({ position, isOver }),
    restore: (snapshot) => {
      const { position: at, isOver: over } = snapshot as { position: number; isOver: boolean };
      if (!Number.isInteger(at) || typeof over !== 'boolean') throw new Error('not a snapshot of a scripted user');
      [position, isOver] = [at, over];
    },
  };
}
