import type { Answer } from './check-reply.ts';
import type { Decision } from './count-votes.ts';
import type { Criterion } from './criterion.ts';
import { isBy, isPresent, type Scene } from './scene.ts';

/** What is known of a talk apart from what its scenes show. */
export type Hearing = {
  /** The turn in which something that is no fault of the agent cut the talk short. */
  cutTurn: number | undefined;
  /** The agent may have called tools that nobody saw. */
  isBlind: boolean;
};

/**
 * What code decides of turns in which the user spoke and the agent said and did nothing: what has to be true of the agent
 * there is not. No model is asked about it, since nobody can quote what is not there, and no vote is counted. Where the
 * agent may have had no chance, or may have acted unseen, the criterion is open.
 */
export function silentTurns(scenes: readonly Scene[], criteria: readonly Criterion[], hearing: Hearing): Decision[] {
  return scenes.flatMap((scene) => {
    const { scope } = scene;
    if (scope.kind !== 'turn' || isPresent(scene, 'agent') || !isPresent(scene, 'user')) return [];
    return criteria
      .filter(({ about, kind }) => about === 'agent' && kind === 'must')
      .map((criterion) => decisionOf(criterion, scene, { turn: scope.turn, hearing }));
  });
}

function decisionOf(
  criterion: Criterion,
  scene: Scene,
  { turn, hearing }: { turn: number; hearing: Hearing },
): Decision {
  const why = excuseFor(turn, hearing);
  const asked = scene.inScope.filter((event) => isBy(event, 'user')).at(-1);
  const spokesman: Answer = {
    verdict: why === undefined ? 'not_met' : 'cannot_tell',
    reason: why ?? 'the agent said and did nothing in this turn',
    evidence: asked === undefined ? [] : [{ kind: 'event', seq: asked.seq }],
  };
  const status = why === undefined ? 'broken' : 'open';
  return { criterion, turn, status, votes: [], spokesman, agreement: 1, isTied: false };
}

function excuseFor(turn: number, { cutTurn, isBlind }: Hearing): string | undefined {
  if (turn === cutTurn) return 'the talk was cut short before the agent had said anything in this turn';
  return isBlind ? 'the agent said nothing in this turn, and its calls cannot be seen' : undefined;
}
