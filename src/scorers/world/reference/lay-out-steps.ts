import type { CallItem } from '../../trajectory/specification/call-item.ts';
import type { CallsSpecification } from '../../trajectory/specification/calls-specification.ts';
import type { ExpectedCall } from '../../trajectory/specification/expected-call.ts';

/** Calls of one message, each with its place. */
export type PlacedCall = { call: ExpectedCall; path: string };
export type Message = readonly PlacedCall[];

/** A place where a specification leaves a choice: other ways of `oneOf`, or leaving out what is optional. */
export type ChoicePoint = { path: string; kind: 'other' | 'without'; ways: number };

export type LaidOut = { messages: Message[]; points: ChoicePoint[] };

/** Tools that must have been called before a tool. */
export type RequiredTools = (tool: string) => readonly string[];

/**
 * The expected calls of a specification in an order in which they may be made. `chosen` takes another way at one choice:
 * without it the first way of `oneOf` is gone, what is optional is done, and a repeated call is made as often as it must
 * be, once at least. Where the order is free, calls wait for the tools that theirs require and for the ids in `after`,
 * and stand as they are listed else.
 */
export function layOutSteps(
  { calls, order = 'sequence', unit = 'session' }: CallsSpecification,
  path: string,
  { requires, chosen }: { requires: RequiredTools; chosen?: { path: string; way: number } | undefined },
): LaidOut {
  const laying: Laying = { requires, chosen, points: [] };
  const parts = calls.map((item, index) => partOf(item, `${path}.calls[${index}]`, laying));
  const isFree = order === 'any' || order === 'partial';
  const messages = isFree ? inFreeOrder(parts, requires) : parts.flat();
  return { messages: unit === 'turn' ? byTurn(messages) : messages, points: laying.points };
}

type Laying = {
  requires: RequiredTools;
  chosen: { path: string; way: number } | undefined;
  points: ChoicePoint[];
};

function partOf(item: CallItem, path: string, laying: Laying): Message[] {
  if ('tool' in item) return [[{ call: item, path }]];
  if ('together' in item) return [item.together.map((call, at) => ({ call, path: `${path}.together[${at}]` }))];
  if ('anyOrder' in item) {
    const parts = item.anyOrder.map((inner, at) => partOf(inner, `${path}.anyOrder[${at}]`, laying));
    return inFreeOrder(parts, laying.requires);
  }
  if ('optional' in item) {
    laying.points.push({ path, kind: 'without', ways: 2 });
    return wayAt(path, laying) === 1 ? [] : partOf(item.optional, `${path}.optional`, laying);
  }
  if ('oneOf' in item) {
    laying.points.push({ path, kind: 'other', ways: item.oneOf.length });
    const way = wayAt(path, laying);
    const chosen = item.oneOf[way] as CallItem | CallItem[];
    const here = `${path}.oneOf[${way}]`;
    return 'length' in chosen
      ? chosen.flatMap((inner, at) => partOf(inner, `${here}[${at}]`, laying))
      : partOf(chosen, here, laying);
  }
  if (item.min === 0) laying.points.push({ path, kind: 'without', ways: 2 });
  const times = wayAt(path, laying) === 1 ? 0 : Math.max(1, item.min ?? 1);
  const once = partOf(item.repeat, `${path}.repeat`, laying);
  return Array.from({ length: times }, () => once).flat();
}

function wayAt(path: string, { chosen }: Laying): number {
  return chosen?.path === path ? chosen.way : 0;
}

/** One part after the other, each as soon as nothing that it needs comes later; of those, the one of the earliest turn. */
function inFreeOrder(parts: readonly Message[][], requires: RequiredTools): Message[] {
  const left = parts.filter((part) => part.length > 0);
  const ordered: Message[] = [];
  while (left.length > 0) {
    const ready = left.filter((part) => !left.some((other) => other !== part && waitsFor(part, other, requires)));
    const next = (ready.length > 0 ? ready : left).reduce((first, part) =>
      turnOf(part) < turnOf(first) ? part : first,
    );
    ordered.push(...next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

function waitsFor(part: readonly Message[], other: readonly Message[], requires: RequiredTools): boolean {
  const [mine, theirs] = [part.flat(), other.flat()];
  return mine.some(({ call }) =>
    theirs.some(
      (earlier) =>
        (earlier.call.id !== undefined && call.after?.includes(earlier.call.id) === true) ||
        (requires(call.tool).includes(earlier.call.tool) && turnOf([[earlier]]) <= turnOf([[{ call, path: '' }]])),
    ),
  );
}

/** What does not say its turn may come in the first one. */
function turnOf(part: readonly Message[]): number {
  return Math.min(...part.flat().map(({ call }) => call.turn ?? 0));
}

function byTurn(messages: readonly Message[]): Message[] {
  return messages.toSorted((left, right) => turnOf([left]) - turnOf([right]));
}
