import type { Problem } from '../../../domain/authoring/problem.ts';
import type { PlanNode } from './call-plan.ts';
import { maxWays } from './lay-out.ts';

/** As many rounds of a repeated group count when a specification is read, since nobody knows how many there will be. */
const EXPECTED_ROUNDS = 32;

/**
 * Repeats that can be fulfilled in too many ways: told when they are read, so that it is not the number of calls that an
 * agent makes which turns a check invalid.
 */
export function checkRepeats(nodes: readonly PlanNode[]): Problem[] {
  const problem = (item: number, message: string): Problem[] => [
    { severity: 'error', code: 'too-many-ways', path: `calls[${item}]`, message },
  ];
  const within = nodes.findIndex((node) => hasOpenRepeatInside(node));
  if (within >= 0) {
    return problem(
      within,
      `a repeat inside a repeated group multiplies with it: give one of the two a \`max\` of at most ${EXPECTED_ROUNDS}.`,
    );
  }
  let ways = 1;
  for (const [item, node] of nodes.entries()) {
    ways *= repeatedWays(node);
    if (ways > maxWays) {
      return problem(
        item,
        `repeated groups can be fulfilled in more than ${maxWays} ways, too many to compare: repeat single calls, give groups a smaller \`max\`, or use fewer \`oneOf\` and \`optional\` of several calls in them.`,
      );
    }
  }
  return [];
}

/** A repeat of any number of calls inside a group of any number of rounds. */
function hasOpenRepeatInside(node: PlanNode, rounds = 1): boolean {
  switch (node.kind) {
    case 'slot':
      return false;
    case 'repeat':
      return (
        (rounds > EXPECTED_ROUNDS && node.max > EXPECTED_ROUNDS) ||
        (node.node.kind !== 'slot' && hasOpenRepeatInside(node.node, rounds * node.max))
      );
    default:
      return node.nodes.some((inner) => hasOpenRepeatInside(inner, rounds));
  }
}

/** The ways that repeats of groups make; 1 where there are none. */
function repeatedWays(node: PlanNode): number {
  switch (node.kind) {
    case 'slot':
      return 1;
    case 'ways':
      return node.nodes.reduce((sum, way) => sum + repeatedWays(way) - 1, 1);
    case 'repeat':
      return node.node.kind === 'slot' ? 1 : roundsOf(node, waysOf(node.node));
    default:
      return node.nodes.reduce((product, inner) => product * repeatedWays(inner), 1);
  }
}

function roundsOf({ min, max }: { min: number; max: number }, ways: number): number {
  let sum = 0;
  const last = Math.min(max, Math.max(min, EXPECTED_ROUNDS));
  for (let times = min; times <= last && sum <= maxWays; times += 1) sum += ways ** times;
  return sum;
}

/** All ways to fulfil a node. */
function waysOf(node: PlanNode): number {
  switch (node.kind) {
    case 'slot':
      return 1;
    case 'ways':
      return node.nodes.reduce((sum, way) => sum + waysOf(way), 0);
    case 'repeat':
      return node.node.kind === 'slot' ? 1 : roundsOf(node, waysOf(node.node));
    default:
      return node.nodes.reduce((product, inner) => product * waysOf(inner), 1);
  }
}
