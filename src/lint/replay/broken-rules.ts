import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';
import type { Replay } from './replay.ts';
import type { WayFinding } from './replay-finding.ts';

/** The rules of the world, which hold after every turn of a solution, each told where the call stands that broke it. */
export function brokenRules(
  { made, transcript, watched: { brokenBy } }: Replay,
  calls: readonly TrajectoryCall[],
): WayFinding[] {
  const told = new Set<string>();
  return transcript.flatMap((event): WayFinding[] => {
    if (event.type !== 'policy_violation' || event.source !== 'invariant' || told.has(event.rule)) return [];
    told.add(event.rule);
    const { rule, message } = event;
    const head = { severity: 'error', code: 'broken-rule' } as const;
    const by = brokenBy.get(rule);
    if (brokenBy.has(rule) && by === undefined) {
      return [
        {
          ...head,
          path: 'world',
          message: `the world begins with a state in which its rule \`${rule}\` does not hold`,
          hint: 'let the world begin with a state that keeps its rules',
        },
      ];
    }
    const breaker = made[calls.findIndex(({ call }) => call.id === by)];
    const last = made[calls.findLastIndex(({ turn }) => turn <= event.turn)];
    return [
      {
        ...head,
        path: (breaker ?? last)?.path ?? 'world',
        message: `after ${breaker === undefined ? 'these calls' : 'this call'} the rule \`${rule}\` of the world does not hold: ${message}`,
        hint: 'expect calls that keep it, or mend the rule',
      },
    ];
  });
}
