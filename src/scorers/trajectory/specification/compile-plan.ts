import type { Problem } from '../../../domain/authoring/problem.ts';
import { UsageError } from '../../../domain/errors.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { type CompileOptions, mergeMatchOptions } from '../arguments/match-options.ts';
import type { CallItem } from './call-item.ts';
import type { CallOrder, CallPlan, CallSlot, PlanNode, PlanPart } from './call-plan.ts';
import type { CallsSpecification } from './calls-specification.ts';
import { checkPlan } from './check-plan.ts';
import { checkRepeats } from './check-repeats.ts';
import { type CompiledCall, compileCall, type ExpectedCall, withAnyOutcome, withSchema } from './expected-call.ts';
import { dependsOnCalls, layOut, limitsOf } from './lay-out.ts';
import { grouped, optionally, repeated } from './plan-node.ts';

type Reading = {
  options: CompileOptions;
  perTool: Readonly<Record<string, CompileOptions>>;
  outcome: CompiledCall['outcome'];
  problems: Problem[];
};
/** What files cannot say: how credit is counted. */
export type PlanOptions = Pick<CompileOptions, 'credit' | 'isShallow'>;

/**
 * Reads a specification of calls once. Throws one `UsageError` with all problems, each with its path: matchers that are
 * written wrongly, ids that do not exist or wait for each other, options that contradict each other, and orders that have
 * too many ways to be tried. `more` is for the ways of other tools.
 */
export function compilePlan(specification: CallsSpecification, more: PlanOptions = {}): CallPlan {
  const { calls, order = 'sequence', unit = 'session', turns = 0, perTool = {}, outcome = 'ok' } = specification;
  const problems: Problem[] = [];
  const reading: Reading = { options: mergeMatchOptions(specification, more), perTool, outcome, problems };
  const nodes = calls.map((item, index) => nodeOf(item, { item: index, path: `calls[${index}]` }, reading));
  problems.push(...checkPlan(specification, nodes));
  if (problems.length === 0) problems.push(...checkRepeats(nodes));
  if (problems.length === 0) problems.push(...checkSize(nodes, order));
  if (problems.length > 0)
    throw new UsageError(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'), problems);
  return {
    parts: partsOf(nodes, { order, unit, turns }),
    order,
    unit,
    extra: specification.extra ?? (order === 'exact' ? 'forbid' : 'reads'),
    missing: specification.missing ?? 'forbid',
    foldRetries: specification.foldRetries ?? true,
    score: specification.score ?? 'pass',
    atLeast: specification.atLeast ?? 1,
  };
}

/** The same plan, knowing the tools' JSON Schemas by name: their defaults, and which keys there are. */
export function planWithSchemas(plan: CallPlan, schemaOf: (tool: string) => JsonValue | undefined): CallPlan {
  return mapCalls(plan, (call) => withSchema(call, schemaOf(call.tool)));
}

/** The same plan, which asks nothing of what came of calls; undefined where it does not anyway. */
export function planWithoutOutcomes(plan: CallPlan): CallPlan | undefined {
  const isAsked = plan.parts.some(({ node }) =>
    slotsOf(node).some(({ choices }) => choices.some(({ outcome }) => outcome !== 'any')),
  );
  return isAsked ? mapCalls(plan, withAnyOutcome) : undefined;
}

function mapCalls(plan: CallPlan, change: (call: CompiledCall) => CompiledCall): CallPlan {
  const parts = plan.parts.map(({ node, turn }) => {
    const changed = mapSlots(node, (slot) => ({ ...slot, choices: slot.choices.map(change) }));
    return partOf(changed, plan.order, turn);
  });
  return { ...plan, parts };
}

/** Calls of one turn stand together; without turns all do. */
function partsOf(
  nodes: readonly PlanNode[],
  { order, unit, turns }: Pick<CallPlan, 'order' | 'unit'> & { turns: number },
): PlanPart[] {
  const kind = order === 'any' || order === 'partial' ? 'par' : 'seq';
  if (unit !== 'turn') return [partOf({ kind, nodes }, order)];
  const byTurn = new Map<number, PlanNode[]>(Array.from({ length: turns }, (_, turn) => [turn, []]));
  for (const node of nodes) {
    const turn = slotsOf(node)[0]?.choices[0]?.turn ?? 0;
    byTurn.set(turn, [...(byTurn.get(turn) ?? []), node]);
  }
  return [...byTurn]
    .toSorted(([a], [b]) => a - b)
    .map(([turn, inTurn]) => partOf({ kind, nodes: inTurn }, order, turn));
}

function partOf(node: PlanNode, order: CallOrder, turn?: number | undefined): PlanPart {
  const layouts = dependsOnCalls(node) ? undefined : layOut(node, order, []);
  return { turn, node, layouts, limits: limitsOf(node) };
}

/** The slots of a node, each once. */
export function slotsOf(node: PlanNode): CallSlot[] {
  switch (node.kind) {
    case 'slot':
      return [node.slot];
    case 'repeat':
      return slotsOf(node.node);
    default:
      return node.nodes.flatMap(slotsOf);
  }
}

function mapSlots(node: PlanNode, change: (slot: CallSlot) => CallSlot): PlanNode {
  switch (node.kind) {
    case 'slot':
      return { kind: 'slot', slot: change(node.slot) };
    case 'repeat':
      return { ...node, node: mapSlots(node.node, change) };
    default:
      return { ...node, nodes: node.nodes.map((part) => mapSlots(part, change)) };
  }
}

type Place = { item: number; path: string };

function nodeOf(item: CallItem, place: Place, reading: Reading): PlanNode {
  const { path } = place;
  if ('tool' in item) return { kind: 'slot', slot: slotOf(item, place, reading) };
  if ('anyOrder' in item)
    return grouped('par', nodesOf(item.anyOrder, { ...place, path: `${path}.anyOrder` }, reading));
  if ('together' in item)
    return { kind: 'together', nodes: nodesOf(item.together, { ...place, path: `${path}.together` }, reading) };
  if ('optional' in item) {
    const node = nodeOf(item.optional, { ...place, path: `${path}.optional` }, reading);
    return optionally(node);
  }
  if ('oneOf' in item) return oneOf(item.oneOf, { ...place, path: `${path}.oneOf` }, reading);
  const node = nodeOf(item.repeat, { ...place, path: `${path}.repeat` }, reading);
  return repeated(node, { min: item.min ?? 1, max: item.max ?? Number.POSITIVE_INFINITY });
}

function nodesOf(items: readonly CallItem[], { item, path }: Place, reading: Reading): PlanNode[] {
  return items.map((inner, index) => nodeOf(inner, { item, path: `${path}[${index}]` }, reading));
}

/** Single calls share a slot: whichever fits best fills it. */
function oneOf(ways: readonly (CallItem | readonly CallItem[])[], { item, path }: Place, reading: Reading): PlanNode {
  const nodes = ways.map((way, index): PlanNode => {
    const at = `${path}[${index}]`;
    if (!('length' in way)) return nodeOf(way, { item, path: at }, reading);
    const row = nodesOf(way, { item, path: at }, reading);
    return grouped('seq', row);
  });
  const slots = nodes.flatMap((node) => (node.kind === 'slot' && isBare(node.slot) ? [node.slot] : []));
  if (slots.length < nodes.length) return { kind: 'ways', nodes };
  return { kind: 'slot', slot: { choices: slots.flatMap(({ choices }) => choices), required: true, item } };
}

function isBare({ id, after, required }: CallSlot): boolean {
  return id === undefined && after === undefined && required;
}

function slotOf(given: ExpectedCall, { item, path }: Place, reading: Reading): CallSlot {
  const { options, perTool, problems } = reading;
  const call = given.outcome === undefined ? { ...given, outcome: reading.outcome } : given;
  const { id, after, tool } = call;
  const choices: CompiledCall[] = [];
  try {
    choices.push(compileCall(call, Object.hasOwn(perTool, tool) ? mergeMatchOptions(options, perTool[tool]) : options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    problems.push({ severity: 'error', code: 'invalid-matcher', path, message: error.message });
  }
  return {
    choices,
    required: true,
    item,
    ...(id === undefined ? {} : { id }),
    ...(after === undefined ? {} : { after }),
  };
}

/** The order that is asked for must have few enough ways. */
function checkSize(nodes: readonly PlanNode[], order: CallOrder): Problem[] {
  const root: PlanNode = { kind: order === 'any' || order === 'partial' ? 'par' : 'seq', nodes };
  const isTooLarge = layOut(root, order, []).some((layout) => layout.order.parts.some((part) => !part.isTractable()));
  if (!isTooLarge) return [];
  const message =
    order === 'partial'
      ? 'the calls that wait for each other can be made in too many orders to compare (about 15 side by side): let fewer of them be free of each other.'
      : '`anyOrder` holds too many calls to compare with the calls around it (about 15 in one list): split it, or write `order: any`.';
  return [{ severity: 'error', code: 'too-many-orders', path: 'calls', message }];
}
