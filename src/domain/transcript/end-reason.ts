import { z } from 'zod';
import { assertNever } from '../values/assert-never.ts';

export const EndReason = z.enum([
  'user_done',
  'user_gave_up',
  'agent_handed_off',
  'max_turns',
  'policy_stop',
  'max_steps',
  'loop',
  'timeout',
  'agent_error',
  'user_error',
  'world_error',
  'infrastructure_error',
  'aborted',
  'budget',
]);
export type EndReason = z.infer<typeof EndReason>;

/** What an end reason alone says of a session: nothing against it, the agent's failure, or no valid test. */
export function verdictOfEnd(reason: EndReason): 'scored' | 'failed' | 'invalid' {
  switch (reason) {
    case 'user_done':
    case 'user_gave_up':
    case 'agent_handed_off':
    case 'max_turns':
    case 'policy_stop':
      return 'scored';
    case 'max_steps':
    case 'loop':
    case 'timeout':
    case 'agent_error':
      return 'failed';
    case 'user_error':
    case 'world_error':
    case 'infrastructure_error':
    case 'aborted':
    case 'budget':
      return 'invalid';
    default:
      return assertNever(reason);
  }
}
