import type { ReferenceStep } from '../../domain/authoring/reference-solution.ts';
import type { TimedStep } from './reference-agent.ts';
import type { WayFinding } from './replay-finding.ts';

/** Gives each step its turn: the one it says, else that of the step before it. A turn that has passed is a mistake. */
export function setTurns(steps: readonly ReferenceStep[]): { steps: TimedStep[]; findings: WayFinding[] } {
  const findings: WayFinding[] = [];
  let turn = 0;
  const timed = steps.map((step): TimedStep => {
    if (step.turn !== undefined && step.turn < turn) findings.push(backwards(step, turn));
    turn = Math.max(turn, step.turn ?? turn);
    return { ...step, turn };
  });
  return { steps: timed, findings };
}

function backwards({ tool, turn, path }: ReferenceStep, now: number): WayFinding {
  return {
    severity: 'error',
    code: 'turn-has-passed',
    path,
    message: `\`${tool}\` is expected in turn ${turn}, after a call that is expected in turn ${now}`,
    hint: 'put the calls into the order of their turns, or write `order: any`',
  };
}
