import type { AnyStateMachine } from 'xstate';

/** What is read of a state node of XState 5, whichever release and copy it comes from. */
export type StateNode = {
  key: string;
  id: string;
  path: readonly string[];
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  parent: StateNode | undefined;
  states: Readonly<Record<string, StateNode>>;
  entry: unknown[];
  exit: unknown[];
  meta: unknown;
  config: { readonly after?: unknown; readonly invoke?: unknown; readonly entry?: unknown; readonly exit?: unknown };
  initial: { target: readonly StateNode[] };
  transitions: ReadonlyMap<string, Transition[]>;
  always?: Transition[] | undefined;
};

export type Transition = {
  target: readonly StateNode[] | undefined;
  source: StateNode;
  actions: readonly unknown[];
  reenter: boolean;
  guard?: unknown;
};

/** A transition with the way to it: the event it takes (`''` for none) and its position among those of that event. */
export type PlacedTransition = { node: StateNode; event: string; index: number; transition: Transition };

/** What a state says of itself in `meta`. */
export type StateMeta = { say?: string | readonly string[]; end?: 'done' | 'gave_up'; discloses?: readonly string[] };

/** Looks at its shape only, since the machine may come from another copy of XState. */
export function isXStateMachine(value: unknown): value is AnyStateMachine {
  if (typeof value !== 'object' || value === null) return false;
  return 'root' in value && 'provide' in value && 'getInitialSnapshot' in value;
}

export function rootOf(machine: AnyStateMachine): StateNode {
  return machine.root as unknown as StateNode;
}

/** All state nodes, parents before children, in the order of the document. */
export function nodesBelow(node: StateNode): StateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesBelow)];
}

export function transitionsOf(node: StateNode): PlacedTransition[] {
  const byEvent = [...node.transitions, ['', node.always ?? []] as const];
  return byEvent.flatMap(([event, transitions]) =>
    transitions.map((transition, index) => ({ node, event, index, transition })),
  );
}

/** `parent.child`; the root is `(machine)`. */
export function nameOf(node: StateNode): string {
  return node.path.length === 0 ? '(machine)' : node.path.join('.');
}

export function labelOf({ node, event, index }: PlacedTransition): string {
  return `${nameOf(node)}.${event === '' ? 'always' : event}[${index}]`;
}

/** A guard's name; combined guards are written out. */
export function guardText(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function') {
    const { guards, name } = guard as { guards?: unknown; name: string };
    if (!Array.isArray(guards)) return name === '' || name === 'guard' ? 'inline guard' : name;
    const kind = 'check' in guard && typeof guard.check === 'function' ? guard.check.name : '';
    const parts = guards.map(guardText).join(', ');
    return `${/^check(?:And|Or|Not)$/.test(kind) ? kind.slice('check'.length).toLowerCase() : name}(${parts})`;
  }
  const type: unknown = typeof guard === 'object' && guard !== null && 'type' in guard ? guard.type : undefined;
  return typeof type === 'string' ? type : 'inline guard';
}

/** The texts a state's `meta.say` offers; none for anything that is no text. */
export function phrasingsOf(node: StateNode): readonly string[] {
  const { say } = metaOf(node);
  return typeof say === 'string' ? [say] : (say ?? []);
}

/** The known parts of a state's `meta`, each only where it has the right type. */
export function metaOf(node: StateNode): StateMeta {
  const meta = node.meta;
  if (typeof meta !== 'object' || meta === null) return {};
  const { say, end, discloses } = meta as Record<string, unknown>;
  return {
    ...(typeof say === 'string' || isTextList(say) ? { say } : {}),
    ...(end === 'done' || end === 'gave_up' ? { end } : {}),
    ...(isTextList(discloses) ? { discloses } : {}),
  };
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');
}

/** What is entered with a state: itself, what it lies in, and what it begins with. */
export function enteredNodes(target: StateNode): StateNode[] {
  return [...ancestorsOf(target), ...beginningOf(target)];
}

function beginningOf(node: StateNode): StateNode[] {
  switch (node.type) {
    case 'compound':
      return [node, ...node.initial.target.flatMap(beginningOf)];
    case 'parallel':
      return [node, ...Object.values(node.states).flatMap(beginningOf)];
    case 'history':
      return [node, ...(node.parent === undefined ? [] : nodesBelow(node.parent))];
    case 'atomic':
    case 'final':
      return [node];
  }
}

/** From the parent up to the machine itself. */
export function ancestorsOf({ parent }: StateNode): StateNode[] {
  return parent === undefined ? [] : [parent, ...ancestorsOf(parent)];
}
