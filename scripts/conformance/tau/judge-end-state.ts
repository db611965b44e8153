import type { EffectCall } from '../../../src/scorers/trajectory/equivalence/effect-call.ts';
import { equivalentWrites } from '../../../src/scorers/trajectory/equivalence/equivalent-writes.ts';
import { wordsOf } from '../../../src/scorers/trajectory/equivalence/opposites.ts';
import { factsOf } from './facts.ts';
import { callText, effectiveActions, sameToTools, wantedWrite } from './reference.ts';
import { type Shown, shownAssertion } from './shown-assertion.ts';
import type { EnvAssertion, Simulation } from './simulation.ts';

/**
 * What speaks against the asserted end state: a result that shows otherwise, or a reference write that was not done
 * while no result shows that the world came to the asserted state all the same: what the user does with their own things
 * shows in their assertions, what the agent does shows in all.
 */
export function judgeEndState(simulation: Simulation, calls: readonly EffectCall[]): string[] {
  const { expected_actions: actions, env_assertions } = simulation;
  const assertions = env_assertions ?? [];
  const facts = factsOf(calls);
  const shown = assertions.map((assertion) => shownAssertion(assertion, calls, facts));
  const refuted = assertions.filter((_, index) => shown[index] === 'fails');
  if (refuted.length > 0) return refuted.map(({ func_name: name }) => `a result shows that ${name} does not hold`);
  const isUserSideShown = holdOn('user', assertions, shown);
  const isAllShown = isUserSideShown && holdOn('assistant', assertions, shown);
  const reference = effectiveActions(actions);
  const { missing, surplus } = equivalentWrites(reference.map(wantedWrite), calls, {
    mode: 'subset',
    match: sameToTools,
    assigns: (tool) => tool.startsWith('set_'),
  });
  const sideOf = (tool: string) => reference.find(({ name }) => name === tool)?.requestor;
  const undone = missing
    .filter(({ tool }) => !(sideOf(tool) === 'user' ? isUserSideShown : isAllShown))
    .map(({ tool, arguments: given }) => `no effect of ${callText(tool, given)}`);
  if (reference.length === 0 || isUserSideShown) return undone;
  return [...undone, ...surplus.filter(isSwitch).map(({ name }) => `${name} left the other way round`)];
}

/** Whether results show all that is asserted of one side, and something is. */
function holdOn(side: string, assertions: readonly EnvAssertion[], shown: readonly Shown[]): boolean {
  const ofSide = shown.filter((_, index) => assertions[index]?.env_type === side);
  return ofSide.length > 0 && ofSide.every((one) => one === 'holds');
}

/** A tool that turns something the other way each time. */
function isSwitch({ name }: EffectCall): boolean {
  return wordsOf(name).some((word) => word === 'toggle' || word === 'switch' || word === 'flip');
}
