import type { AnyMachineSnapshot } from 'xstate';
import type { Heard, UserEnd, UserTrace } from '../../domain/contracts/simulated-user.ts';
import { seedOf } from '../../domain/values/hash.ts';
import type { KnownFacts } from '../facts.ts';
import { type Spoken, speak, type Utterance } from '../utterance.ts';
import type { Engine } from './engine.ts';
import { ENTERED, LEFT } from './trace-machine.ts';
import { metaOf, phrasingsOf, type StateNode } from './xstate-nodes.ts';

/** What the machine's actions amount to in one turn. */
export type Step = {
  /** Name of the last state entered. */
  current: string | undefined;
  left: string[];
  entered: string[];
  /** Empty when nothing is said. */
  text: string;
  end: UserEnd | undefined;
  disclosed: UserTrace['disclosed'];
  /** Why the simulation cannot go on. */
  problem: string | undefined;
};

type Turn = {
  actions: readonly { type: string; params?: unknown }[];
  snapshot: AnyMachineSnapshot;
  heard: Heard;
  seed: number;
  /** Counted up by the states entered. */
  visits: Map<string, number>;
  captures: Readonly<Record<string, string>>;
  knowledge: KnownFacts;
};

/** Reads the actions, which are data, in their order: states left and entered, words said, and the end. */
export function readStep(engine: Engine, { actions, snapshot, heard, seed, visits, captures, knowledge }: Turn): Step {
  const step: Step = {
    current: undefined,
    left: [],
    entered: [],
    text: '',
    end: undefined,
    disclosed: [],
    problem: undefined,
  };
  const { facts, tellable } = knowledge;
  const values = Object.keys(captures).length === 0 ? tellable : { ...tellable, ...captures };
  const spoken: Spoken[] = [];
  const say = (utterance: Utterance): void => {
    spoken.push(speak(utterance, { values, facts, heard }));
  };
  let leftAtEntry = 0;
  let lastNode: StateNode | undefined;
  for (const { type, params } of actions) {
    if (type === LEFT) step.left.push(engine.labels.nameOf(nodeOf(params)));
    if (type === ENTERED) {
      const node = nodeOf(params);
      const name = engine.labels.nameOf(node);
      lastNode = node;
      leftAtEntry = step.left.length;
      step.entered.push(name);
      step.current = name;
      visits.set(name, (visits.get(name) ?? 0) + 1);
      const text = pickPhrasing(node, { name, seed, visit: visits.get(name) ?? 1 });
      if (text !== undefined) say({ text, discloses: metaOf(node).discloses ?? [], literal: false });
      const { end } = metaOf(node);
      if (end !== undefined) step.end = endOf(end, name);
    }
    if (type === 'say') {
      const utterance = utteranceOf(params);
      if (utterance !== undefined) say(utterance);
      else step.problem = `state \`${step.current ?? '(initial)'}\`: an action \`say\` has no \`params.text\``;
    }
  }
  if (snapshot.status === 'done') {
    // A machine that is done also leaves the states it ended in.
    step.left.length = leftAtEntry;
    step.end = endOfOutput(snapshot.output) ?? step.end ?? endOf('done', step.current ?? '');
  }
  if (Object.keys(snapshot.children).length > 0) {
    step.problem = `state \`${step.current ?? ''}\`: the machine spawned an actor, and a machine user runs without one`;
  }
  return withWords(step, spoken, lastNode);
}

function withWords(step: Step, spoken: readonly Spoken[], lastNode: StateNode | undefined): Step {
  const missing = spoken.flatMap((part) => part.missing);
  const problem =
    step.problem ??
    (missing.length === 0
      ? undefined
      : `state \`${step.current ?? ''}\`: ${missing.map((name) => `\`{{${name}}}\``).join(', ')} has no value yet`);
  const isMarked = spoken.some(({ ends }) => ends);
  const ended = isMarked ? endOf((lastNode && metaOf(lastNode).end) ?? 'done', step.current ?? '') : undefined;
  return {
    ...step,
    problem,
    text: spoken
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n'),
    end: step.end ?? ended,
    disclosed: spoken.flatMap(({ disclosed }) => disclosed),
  };
}

/** The seed picks the first phrasing of a state; each further visit takes the next. */
function pickPhrasing(
  node: StateNode,
  { name, seed, visit }: { name: string; seed: number; visit: number },
): string | undefined {
  const phrasings = phrasingsOf(node);
  if (phrasings.length <= 1) return phrasings[0];
  return phrasings[(seedOf(seed, name) + visit - 1) % phrasings.length];
}

function nodeOf(params: unknown): StateNode {
  return (params as { node: StateNode }).node;
}

function utteranceOf(params: unknown): Utterance | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  const { text, discloses } = params as { text?: unknown; discloses?: unknown };
  if (typeof text !== 'string') return undefined;
  const named = Array.isArray(discloses) ? discloses.filter((name) => typeof name === 'string') : [];
  return { text, discloses: named, literal: true };
}

function endOf(end: 'done' | 'gave_up', state: string): UserEnd {
  return { reason: end === 'gave_up' ? 'user_gave_up' : 'user_done', detail: `state \`${state}\`` };
}

/** `output: { reason }`: `done`, `gave_up`, or a reason in the author's words, which counts as done. */
function endOfOutput(output: unknown): UserEnd | undefined {
  if (typeof output !== 'object' || output === null || !('reason' in output)) return undefined;
  const { reason } = output;
  if (typeof reason !== 'string') return undefined;
  return { reason: /^(?:user_)?gave_up$/.test(reason) ? 'user_gave_up' : 'user_done', detail: reason };
}
