import type { Problem } from '../../domain/authoring/problem.ts';
import type { EndReason } from '../../domain/transcript/end-reason.ts';
import { oddity } from '../import-problem.ts';

/** They end a message and stand for the end of the talk; often they are glued to its words. */
export const STOP_TOKENS = /###(?:STOP|TRANSFER|OUT-OF-SCOPE)###/g;

const REASONS: Readonly<Record<string, EndReason>> = {
  user_stop: 'user_done',
  agent_stop: 'user_done',
  agent_transfer: 'agent_handed_off',
  max_steps: 'max_steps',
  too_many_errors: 'agent_error',
  agent_error: 'agent_error',
  user_error: 'user_error',
};

/** How a recorded simulation ended. A word that nobody knows is told, and decides nothing. */
export function readTauEnd(reason: string | undefined, problems: Problem[]): { reason: EndReason; detail: string } {
  if (reason === undefined) return { reason: 'user_done', detail: '' };
  const known = Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined;
  if (known !== undefined)
    return { reason: known, detail: known === reason || known === 'user_done' ? '' : `recorded as ${reason}` };
  const shown = reason.slice(0, 60);
  problems.push(
    oddity('unknown-end', 'termination_reason', `unknown end \`${shown}\`, taken as if the user had ended the talk`),
  );
  return { reason: 'user_done', detail: `recorded as ${shown}` };
}
