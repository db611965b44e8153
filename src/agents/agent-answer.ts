import type { AgentStep } from '../domain/contracts/agent.ts';
import { type AbortRace, abandon } from './race-abort.ts';

/** What a function agent may answer with: its words, words and a hand-over, or steps, at once or as they come about. */
export type AgentAnswer =
  | string
  | { text: string; handedOff?: { to?: string; reason?: string } }
  | readonly (AgentStep | string)[]
  | AsyncIterable<AgentStep | string>;

/** The agent answered with something that is no answer; its turn cannot be judged. */
export class AgentReplyError extends Error {
  override readonly name = 'AgentReplyError';
}

const EXPECTED = 'expected text, an object with `text`, or a list or stream of steps';

/**
 * The steps that an answer stands for. An answer of steps without a word or a hand-over ends with an empty text, so that
 * the silence is on record. Throws AgentReplyError for anything else: undefined, null, a number, an empty list.
 */
export async function* stepsOfAnswer(
  answer: unknown,
  { signal, race }: { signal: AbortSignal; race: AbortRace },
): AsyncGenerator<AgentStep> {
  if (typeof answer === 'string') {
    yield { type: 'text', text: answer };
  } else if (typeof answer !== 'object' || answer === null) {
    throw new AgentReplyError(`the agent returned ${describe(answer)}: ${EXPECTED}`);
  } else if (Array.isArray(answer) && answer.length === 0) {
    throw new AgentReplyError(`the agent returned an empty list: ${EXPECTED}`);
  } else if (Symbol.asyncIterator in answer || Symbol.iterator in answer) {
    yield* stepsOfStream(answer as AsyncIterable<unknown> | Iterable<unknown>, { signal, race });
  } else {
    yield* stepsOfObject(answer);
  }
}

function* stepsOfObject(answer: object): Generator<AgentStep> {
  const { text, handedOff } = answer as { text?: unknown; handedOff?: { to?: string; reason?: string } };
  if (typeof text !== 'string') {
    const keys = Object.keys(answer).slice(0, 10).join(', ') || 'none';
    throw new AgentReplyError(
      `the agent returned an object without a text in \`text\` (its keys: ${keys}): ${EXPECTED}`,
    );
  }
  yield { type: 'text', text };
  if (handedOff !== undefined) yield { type: 'handed_off', to: handedOff.to, reason: handedOff.reason };
}

async function* stepsOfStream(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  { signal, race }: { signal: AbortSignal; race: AbortRace },
): AsyncGenerator<AgentStep> {
  const iterator = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  let hasSpoken = false;
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await race.race(iterator.next(), signal);
      isDone = done === true;
      if (isDone) break;
      const step = stepOf(value);
      hasSpoken ||= step.type === 'text' || step.type === 'handed_off';
      yield step;
    }
  } finally {
    if (!isDone) abandon(iterator);
  }
  if (!hasSpoken) yield { type: 'text', text: '' };
}

const TYPES: readonly AgentStep['type'][] = [
  'step_started',
  'text',
  'reported_call',
  'reported_result',
  'usage',
  'handed_off',
  'custom',
];

function stepOf(value: unknown): AgentStep {
  if (typeof value === 'string') return { type: 'text', text: value };
  const step = value as AgentStep | null | undefined;
  const type: unknown = typeof step === 'object' ? step?.type : undefined;
  const known = TYPES.find((one) => one === type);
  if (known === undefined) {
    const found = type === undefined ? describe(value) : `a step of type ${JSON.stringify(type)}`;
    throw new AgentReplyError(`the agent yielded ${found}: expected text, or a step of type ${TYPES.join(', ')}`);
  }
  if (step?.type === 'text' && typeof step.text !== 'string') {
    throw new AgentReplyError(`the agent yielded a text step whose text is ${describe(step.text)}`);
  }
  return step as AgentStep;
}

function describe(value: unknown): string {
  switch (typeof value) {
    case 'number':
    case 'boolean':
    case 'undefined':
      return String(value);
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object without a type';
    default:
      return `a ${typeof value}`;
  }
}
