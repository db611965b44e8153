import type { MachineGraph } from '../../domain/authoring/machine-definition.ts';
import type { Problem } from '../../domain/authoring/problem.ts';
import type { LintPass } from '../lint-project.ts';

/**
 * Warns of states that no transition leads to, in the machines that a config brings as code. In a machine written as
 * data such a state is a mistake, found when the file is loaded.
 */
export function unreachableStates(): LintPass {
  return {
    name: 'unreachable-states',
    check: ({ config, configFile, scenarios }) =>
      Object.entries(config.machines ?? {}).flatMap(([name, make]) => {
        const user = scenarios.find(({ scenario }) => JSON.stringify(scenario.user).includes(`"machine":"${name}"`));
        const facts = Object.entries(user?.scenario.facts ?? {}).map(([fact, { value }]) => [fact, value]);
        const { graph } = make({ facts: Object.fromEntries(facts) });
        return graph === undefined ? [] : unreachableIn(graph, `machines.${name}`, configFile);
      }),
  };
}

function unreachableIn(graph: MachineGraph, path: string, file: string | undefined): readonly Problem[] {
  const reached = new Set([graph.initial]);
  // A set is walked in the order of insertion, and what is added on the way is walked as well.
  for (const state of reached) {
    for (const { from, to } of graph.transitions) if (from === state) reached.add(to);
  }
  return graph.states
    .filter(({ id }) => !reached.has(id))
    .map(({ id }) => ({
      severity: 'warning',
      code: 'unreachable-state',
      ...(file === undefined ? {} : { place: { file, line: 1, column: 1 } }),
      path,
      message: `no transition leads to the state \`${id}\``,
    }));
}
