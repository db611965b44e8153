import type { ToolGateway } from '../domain/contracts/agent.ts';
import type { ToolErrorKind, ToolOutcome } from '../domain/transcript/tool-call.ts';
import { fromJsonValue } from '../domain/values/from-json-value.ts';
import type { MessageLog } from './agent-message.ts';

/** A call that did not work. An agent that does not catch it fails with these words. */
export class ToolCallError extends Error {
  override readonly name = 'ToolCallError';
  readonly tool: string;
  readonly kind: ToolErrorKind;
  readonly outcome: Extract<ToolOutcome, { status: 'error' }>;
  constructor(tool: string, outcome: Extract<ToolOutcome, { status: 'error' }>) {
    super(outcome.message);
    this.tool = tool;
    this.kind = outcome.kind;
    this.outcome = outcome;
  }
}

/** Runs a tool and gives its content, a copy that may be changed. Rejects with `ToolCallError`. */
export type ToolCallable = <Content = unknown>(given?: unknown) => Promise<Content>;

/**
 * The world's tools as functions by name, and `call` for names that are only known while the agent runs. A name that no
 * tool has is a function as well: calling it is recorded, and rejects with kind `unknown_tool`. Tools that are themselves
 * named `call` or `then` are reached through `call`. Arguments are any value that JSON can carry; a text is taken as the
 * raw argument text, as a model would have written it.
 */
export type ToolCallables<Names extends string = string> = {
  readonly [Name in Exclude<Names, 'call'>]: ToolCallable;
} & {
  readonly call: <Content = unknown>(name: string, given?: unknown, options?: { id?: string }) => Promise<Content>;
};

/** `call` is ours, and a promise that resolves with an object calls its `then`. */
const RESERVED: ReadonlySet<string> = new Set(['call', 'then']);

/** What `await`, `JSON.stringify` and printing look for in any object. */
const ASKED_OF_ANY: ReadonlySet<string> = new Set(['then', 'toJSON', 'toString', 'valueOf', 'inspect', 'constructor']);

/** Only names are tools: what is asked of any object stays undefined. */
const ANY_NAME: ProxyHandler<Record<string, unknown>> = {
  get(callables, name) {
    if (typeof name === 'symbol' || Object.hasOwn(callables, name) || ASKED_OF_ANY.has(name))
      return callables[name as string];
    const { call } = callables as ToolCallables;
    return (given?: unknown) => call(name, given);
  },
};

/** Makes the callables of one session over its gateway, which alone records calls; `log` keeps the agent's messages. */
export function createToolCallables<Names extends string>(gateway: ToolGateway, log: MessageLog): ToolCallables<Names> {
  let count = 0;
  const call = async (name: string, given?: unknown, { id }: { id?: string } = {}): Promise<unknown> => {
    const rawArguments = typeof given === 'string' ? given : (JSON.stringify(given ?? {}) ?? 'null');
    const settle = log.addCall({ id: id ?? `call_${count++}`, name, rawArguments });
    const outcome = await gateway.call({ name, rawArguments, givenId: id });
    settle(outcome);
    if (outcome.status === 'error') throw new ToolCallError(name, outcome);
    return fromJsonValue(outcome.content);
  };
  // Without a prototype, so that a tool may be called `toString`.
  const callables: Record<string, unknown> = Object.create(null);
  for (const { name } of gateway.descriptions) {
    // Bound: with arrow functions here, V8 kept whole sessions until its next full collection.
    if (!RESERVED.has(name)) callables[name] = call.bind(null, name);
  }
  callables.call = call;
  return new Proxy(Object.freeze(callables), ANY_NAME) as ToolCallables<Names>;
}
