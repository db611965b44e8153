import type { MadeCall } from '../made-call.ts';
import { orderParts } from '../pairing/order-parts.ts';
import type { Shape } from '../pairing/shape.ts';
import { TooMuchToCompare } from '../pairing/too-much-to-compare.ts';
import type { CallOrder, CallSlot, Layout, PlanNode } from './call-plan.ts';
import type { CompiledCall } from './expected-call.ts';

/** More ways to fulfil one specification are not tried. */
export const maxWays = 256;

type Form = { kind: 'slot'; slot: CallSlot } | { kind: 'seq' | 'par' | 'together'; parts: readonly Form[] };

/**
 * The ways to fulfil a tree of expected calls, at least one. A repeated call gets as many slots as there are calls of its
 * tools among `calls`. Throws `TooMuchToCompare` when there are too many ways to try.
 */
export function layOut(node: PlanNode, order: CallOrder, calls: readonly Pick<MadeCall, 'name'>[]): Layout[] {
  return formsOf(node, calls).map((form) => toLayout(form, order));
}

/** The calls that may be repeated only so often, by themselves or with their group. */
export function limitsOf(node: PlanNode): CompiledCall[] {
  switch (node.kind) {
    case 'slot':
      return [];
    case 'repeat':
      return node.max === Number.POSITIVE_INFINITY ? limitsOf(node.node) : boundedCalls(node.node);
    default:
      return node.nodes.flatMap(limitsOf);
  }
}

/** The calls of a group that is repeated only so often: all but those that may come any number of times in each round. */
function boundedCalls(node: PlanNode): CompiledCall[] {
  switch (node.kind) {
    case 'slot':
      return [...node.slot.choices];
    case 'repeat':
      return node.max === Number.POSITIVE_INFINITY ? limitsOf(node.node) : boundedCalls(node.node);
    default:
      return node.nodes.flatMap(boundedCalls);
  }
}

/** Whether the ways depend on the calls that were made. */
export function dependsOnCalls(node: PlanNode): boolean {
  switch (node.kind) {
    case 'slot':
      return false;
    case 'repeat':
      return true;
    default:
      return node.nodes.some(dependsOnCalls);
  }
}

function formsOf(node: PlanNode, calls: readonly Pick<MadeCall, 'name'>[]): Form[] {
  switch (node.kind) {
    case 'slot':
      return [node];
    case 'ways':
      return checkWays(node.nodes.flatMap((way) => formsOf(way, calls)));
    case 'repeat':
      return repeatedForms(node, calls);
    default: {
      const { kind } = node;
      return combine(node.nodes.map((part) => formsOf(part, calls))).map((parts): Form => ({ kind, parts }));
    }
  }
}

function repeatedForms(node: PlanNode & { kind: 'repeat' }, calls: readonly Pick<MadeCall, 'name'>[]): Form[] {
  const { node: inner, min, max } = node;
  const tools = toolsOf(inner);
  const made = calls.filter(({ name }) => tools.has(name)).length;
  // A last round may be told as incomplete; more than that cannot be fulfilled.
  const most = Math.max(min, Math.min(max, Math.ceil(made / Math.max(1, fewestCalls(inner)))));
  if (inner.kind === 'slot') {
    const more = { ...inner.slot, required: false };
    const parts = Array.from(
      { length: most },
      (_, index): Form => ({
        kind: 'slot',
        slot: index < min ? inner.slot : more,
      }),
    );
    return [{ kind: 'seq', parts }];
  }
  const ways = formsOf(inner, calls);
  const forms: Form[] = [];
  for (let times = min; times <= most; times += 1) {
    const rounds = combine(Array.from({ length: times }, () => ways));
    forms.push(...rounds.map((parts): Form => ({ kind: 'seq', parts })));
    checkWays(forms);
  }
  return forms;
}

/** One of each list, in every combination. */
function combine(lists: readonly (readonly Form[])[]): Form[][] {
  let combined: Form[][] = [[]];
  for (const list of lists) {
    if (list.length === 1) for (const one of combined) one.push(list[0] as Form);
    else combined = checkWays(combined.flatMap((one) => list.map((form) => [...one, form])));
  }
  return combined;
}

function checkWays<T>(ways: T[]): T[] {
  if (ways.length <= maxWays) return ways;
  throw new TooMuchToCompare(
    `the expected calls can be fulfilled in more than ${maxWays} ways, too many to compare: use fewer \`oneOf\`, \`optional\` and \`repeat\` around several calls.`,
  );
}

/** How many calls a node needs at least. */
function fewestCalls(node: PlanNode): number {
  switch (node.kind) {
    case 'slot':
      return node.slot.required ? 1 : 0;
    case 'repeat':
      return node.min * fewestCalls(node.node);
    case 'ways':
      return Math.min(...node.nodes.map(fewestCalls));
    default:
      return node.nodes.reduce((sum, inner) => sum + fewestCalls(inner), 0);
  }
}

function toolsOf(node: PlanNode): Set<string> {
  switch (node.kind) {
    case 'slot':
      return new Set(node.slot.choices.map(({ tool }) => tool));
    case 'repeat':
      return toolsOf(node.node);
    default:
      return new Set(node.nodes.flatMap((part) => [...toolsOf(part)]));
  }
}

function toLayout(form: Form, order: CallOrder): Layout {
  const slots: CallSlot[] = [];
  const isFree = order === 'any' || order === 'partial';
  const shape = shapeOf(form, slots, isFree);
  const isPlain =
    slots.every(({ required, choices }) => required && choices.length === 1) &&
    (shape.kind === 'slot' || shape.parts.every(({ kind }) => kind === 'slot')) &&
    shape.kind !== 'together' &&
    order !== 'partial';
  const waits = order === 'partial' ? waitsOf(slots) : undefined;
  return { slots, shape, waits, order: orderParts(shape, waits), isPlain };
}

function shapeOf(form: Form, slots: CallSlot[], isFree: boolean): Shape {
  if (form.kind === 'slot') {
    slots.push(form.slot);
    return { kind: 'slot', slot: slots.length - 1 };
  }
  const kind = form.kind === 'together' ? 'together' : isFree ? 'par' : form.kind;
  // A row within a row, and a heap within a heap, are one.
  const parts = form.parts.flatMap((part) => {
    const shape = shapeOf(part, slots, isFree);
    return shape.kind === kind && kind !== 'together' ? shape.parts : [shape];
  });
  const [only] = parts;
  return parts.length === 1 && only !== undefined && kind !== 'together' && only.kind !== 'together'
    ? only
    : { kind, parts };
}

function waitsOf(slots: readonly CallSlot[]): Map<number, readonly number[]> {
  const waits = new Map<number, readonly number[]>();
  slots.forEach(({ after = [] }, slot) => {
    const needs = slots.flatMap(({ id }, other) => (id !== undefined && after.includes(id) ? [other] : []));
    if (needs.length > 0) waits.set(slot, needs);
  });
  return waits;
}
