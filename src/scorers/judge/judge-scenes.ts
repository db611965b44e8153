import { type Asking, askJudge, type Ballot } from './ask-judge.ts';
import { countVotes, type Decision, statusOf } from './count-votes.ts';
import type { Criterion } from './criterion.ts';
import { isPresent, type Scene } from './scene.ts';

/** Criteria in one request, at most; two controls come on top. More of them, and models begin to mix them up. */
export const MAX_BATCH = 6;

export type Voting = {
  /** Odd. */
  votes: number;
  /** `failed`: more than one vote only on a batch in which the first one does not keep everything. */
  when: 'failed' | 'always';
};

/** Decisions on every criterion of every scene, or why there are none. */
export type Judged = { requests: number; retries: number } & (
  | { status: 'decided'; decisions: readonly Decision[] }
  | { status: 'void'; problem: string; decided: readonly Decision[] }
);

type Task = { scene: Scene; criteria: readonly Criterion[] };
type Polled = { task: Task; ballots: readonly Ballot[] };

/**
 * Asks about all criteria in all scenes, the batches at the same time, each batch vote by vote. One vote that is void voids
 * the whole: what is left of a judgement is not a smaller judgement.
 */
export async function judgeScenes(
  scenes: readonly Scene[],
  criteria: readonly Criterion[],
  { asking, voting }: { asking: Asking; voting: Voting },
): Promise<Judged> {
  const tasks = scenes.flatMap((scene) =>
    batchesOf(criteria.filter(({ about }) => isPresent(scene, about))).map(
      (batch): Task => ({ scene, criteria: batch }),
    ),
  );
  const polled = await Promise.all(tasks.map((task) => poll(task, { asking, voting })));
  const ballots = polled.flatMap((one) => one.ballots);
  const requests = ballots.reduce((sum, ballot) => sum + ballot.requests, 0);
  const effort = { requests, retries: requests - ballots.length };
  const decisions = polled.flatMap(decide);
  const broken = ballots.find((ballot) => ballot.status === 'void');
  if (broken?.status === 'void') return { ...effort, status: 'void', problem: broken.problem, decided: decisions };
  return { ...effort, status: 'decided', decisions };
}

async function poll(task: Task, { asking, voting }: { asking: Asking; voting: Voting }): Promise<Polled> {
  const cast = (vote: number): Promise<Ballot> => askJudge(task.criteria, task.scene, { asking, vote });
  const first = await cast(0);
  if (first.status === 'void' || voting.votes === 1) return { task, ballots: [first] };
  const isClear = task.criteria.every(
    (one) => statusOf(one, first.answers.get(one.id)?.verdict ?? 'cannot_tell') === 'kept',
  );
  if (voting.when === 'failed' && isClear) return { task, ballots: [first] };
  const others = Array.from({ length: voting.votes - 1 }, (_, index) => cast(index + 1));
  return { task, ballots: [first, ...(await Promise.all(others))] };
}

function decide({ task, ballots }: Polled): Decision[] {
  const { scene, criteria } = task;
  const turn = scene.scope.kind === 'turn' ? scene.scope.turn : undefined;
  const counted = ballots.flatMap((ballot) => (ballot.status === 'answered' ? [ballot.answers] : []));
  if (counted.length < ballots.length) return [];
  return criteria.map((criterion) => {
    const votes = counted.flatMap((answers) => answers.get(criterion.id) ?? []);
    return countVotes(criterion, votes, turn);
  });
}

/** Batches of nearly the same size, in order, none above `MAX_BATCH`. */
export function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / MAX_BATCH);
  const size = Math.ceil(items.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
