import { setTimeout as waitFor } from 'node:timers/promises';
import {
  type ChatChunk,
  type ChatModel,
  type ChatModelContext,
  type ChatModelSession,
  type ChatReply,
  type ChatRequest,
  type ChatRole,
  ModelUnavailableError,
} from '../domain/contracts/chat-model.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import { type ModelAnswer, replyOf } from './model-answer.ts';
import { createRequestRecorder, type RecordedRequest } from './recorded-request.ts';

/**
 * One message of a scripted model: text, a list of calls, or an object with both · `stream`: text that arrives in pieces
 * (whole, where nobody streams) · `error`: the provider fails, with a text as `ModelUnavailableError`, or with an error
 * of the author's own · `delayMs`: milliseconds before the message or error comes.
 */
export type ScriptedStep =
  | ModelAnswer
  | (Exclude<ModelAnswer, string | readonly unknown[]> & { delayMs: number })
  | { stream: readonly string[]; delayMs?: number }
  | { error: string | Error; delayMs?: number };

/** What one session asked of a scripted model. */
export type ScriptedSession = {
  readonly key: SessionKey;
  readonly role: ChatRole;
  readonly seed: number;
  readonly calls: readonly RecordedRequest[];
};

export type ScriptedModel = ChatModel & {
  /** Requests of the sessions that are kept: by session in the order of opening, then in the order of asking. */
  readonly calls: readonly RecordedRequest[];
  readonly sessions: readonly ScriptedSession[];
};

export type ScriptedModelOptions = {
  name?: string;
  /** What the request after the last step gets: an error, the last step again, or the script from the start. */
  after?: 'throw' | 'stick' | 'cycle';
  /** Sessions whose requests are remembered; the oldest is forgotten first. Default 100. */
  keepSessions?: number;
  /** How a `delayMs` is waited for; rejects with the signal's reason when it aborts. */
  wait?: (ms: number, options: { signal: AbortSignal }) => Promise<unknown>;
};

/** The script and the requests do not fit: a request too many, or steps left over. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/**
 * A model that says what it is told to, in order. Every session begins at the first step; `steps` may be a function, for
 * scripts that differ by session. A request after the last step throws `ScriptError`, and so does closing a session
 * whose steps were not all used.
 */
export function scriptedModel(
  steps: readonly ScriptedStep[] | ((context: ChatModelContext) => readonly ScriptedStep[]),
  { name = 'scripted model', after = 'throw', keepSessions = 100, wait = waitAsLongAs }: ScriptedModelOptions = {},
): ScriptedModel {
  const sessions: ScriptedSession[] = [];
  return {
    name,
    fixed: ['model'],
    open(context) {
      const { key, role, seed } = context;
      const calls: RecordedRequest[] = [];
      const isKept = keepSessions > 0;
      if (isKept) sessions.push({ key, role, seed, calls });
      if (sessions.length > keepSessions) sessions.shift();
      const recordRequest = createRequestRecorder({ key, role });
      const record = (request: ChatRequest, call: number) => {
        if (isKept) calls.push(recordRequest(request, call));
      };
      const script = typeof steps === 'function' ? steps(context) : steps;
      const tape = openTape(script, { name, after, record });
      return tapeSession(tape, wait);
    },
    get calls() {
      return sessions.flatMap((session) => session.calls);
    },
    get sessions() {
      return [...sessions];
    },
  };
}

type Tape = {
  next(request: ChatRequest): ScriptedStep;
  nextId(): string;
  close(): void;
};

function openTape(
  steps: readonly ScriptedStep[],
  {
    name,
    after,
    record,
  }: { name: string; after: 'throw' | 'stick' | 'cycle'; record: (request: ChatRequest, call: number) => void },
): Tape {
  let asked = 0;
  let ids = 0;
  return {
    next(request) {
      record(request, asked);
      const step = steps[indexOfStep(asked, steps.length, after)];
      asked += 1;
      if (step === undefined) throw new ScriptError(tooMany(name, { asked, steps: steps.length, request }));
      return step;
    },
    nextId: () => `call_${ids++}`,
    close() {
      const unused = steps.length - asked;
      if (unused <= 0) return;
      const first = `step ${asked + 1} (${describeStep(steps[asked])})`;
      throw new ScriptError(
        `the script of \`${name}\` has ${countOf(steps.length, 'step')} and ${unused} unused: the session ended before ${first}`,
      );
    },
  };
}

function indexOfStep(asked: number, length: number, after: 'throw' | 'stick' | 'cycle'): number {
  if (asked < length || after === 'throw' || length === 0) return asked;
  return after === 'stick' ? length - 1 : asked % length;
}

function tapeSession(tape: Tape, wait: NonNullable<ScriptedModelOptions['wait']>): ChatModelSession {
  const prepare = async (
    request: ChatRequest,
    signal: AbortSignal,
  ): Promise<{ reply: ChatReply; pieces: readonly string[] }> => {
    signal.throwIfAborted();
    const step = tape.next(request);
    const shape = shapeOf(step);
    if (shape.delayMs > 0) await wait(shape.delayMs, { signal });
    if (shape.error !== undefined) throw errorOf(shape.error);
    if (shape.stream !== undefined) return { reply: replyOf(shape.stream.join(''), tape.nextId), pieces: shape.stream };
    const reply = replyOf(step, tape.nextId);
    return { reply, pieces: reply.text === '' ? [] : [reply.text] };
  };
  return {
    complete: async (request, { signal }) => (await prepare(request, signal)).reply,
    async *stream(request, { signal }): AsyncGenerator<ChatChunk> {
      const { reply, pieces } = await prepare(request, signal);
      for (const text of pieces) {
        signal.throwIfAborted();
        yield { type: 'text', text };
      }
      yield { type: 'reply', reply };
    },
    close: tape.close,
  };
}

/** What a step has besides an answer. */
function shapeOf(step: ScriptedStep): { delayMs: number; error?: string | Error; stream?: readonly string[] } {
  if (typeof step !== 'object' || step === null || Array.isArray(step)) return { delayMs: 0 };
  return { delayMs: 0, ...(step as object) };
}

async function waitAsLongAs(ms: number, { signal }: { signal: AbortSignal }): Promise<void> {
  try {
    await waitFor(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

function errorOf(error: string | Error): Error {
  if (typeof error !== 'string') return error;
  return new ModelUnavailableError(error, [{ status: 'error', problem: error }]);
}

function tooMany(
  name: string,
  { asked, steps, request }: { asked: number; steps: number; request: ChatRequest },
): string {
  const last = request.messages.at(-1);
  const heard =
    last === undefined ? 'It was sent no message' : `The last message was of ${last.role}: ${quote(last.content)}`;
  return `\`${name}\` has no answer to call ${asked} (turn ${request.turn}): its script has only ${countOf(steps, 'step')}. ${heard}`;
}

function describeStep(step: ScriptedStep | undefined): string {
  if (typeof step === 'string') return quote(step);
  if (step === undefined) return 'nothing';
  if ('error' in step) return `error ${quote(typeof step.error === 'string' ? step.error : step.error.message)}`;
  if ('stream' in step) return quote(step.stream.join(''));
  const calls = 'calls' in step ? (step.calls ?? []) : Array.isArray(step) ? step : [];
  if (calls.length === 0) return quote('text' in step ? (step.text ?? '') : '');
  return calls.length === 1 ? `call of ${calls[0]?.name}` : `calls of ${calls.map((call) => call.name).join(', ')}`;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…` : text);
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
