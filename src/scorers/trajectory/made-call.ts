import type { TrajectoryCall } from '../../domain/transcript/trajectory.ts';

/** What a comparison looks at in a call. Every call of a trajectory is one; lists from elsewhere can be made of them too. */
export type MadeCall = Pick<
  TrajectoryCall,
  'name' | 'arguments' | 'turn' | 'step' | 'index' | 'outcome' | 'effect' | 'result'
>;

/** Whether the call named a tool that nobody has. */
export function isUnknownTool({ result }: MadeCall): boolean {
  return result?.outcome.status === 'error' && result.outcome.kind === 'unknown_tool';
}
