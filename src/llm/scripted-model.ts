import { setTimeout as waitFor } from 'node:timers/promises';
import { optionNames, refuseMistakes, unknownOptions } from '../domain/authoring/option-names.ts';
import type {
  ChatChunk,
  ChatModel,
  ChatModelContext,
  ChatModelSession,
  ChatReply,
  ChatRequest,
  ChatRole,
} from '../domain/contracts/chat-model.ts';
import { signalOf } from '../domain/contracts/signal-of.ts';
import type { SessionKey } from '../domain/transcript/session-key.ts';
import { replyOf } from './model-answer.ts';
import { createRequestRecorder, type RecordedRequest } from './recorded-request.ts';
import { type AfterLast, openTape, type Tape } from './script/open-tape.ts';
import { ScriptedFault } from './script/scripted-fault.ts';
import type { ScriptedStep, StepShape } from './script/scripted-step.ts';
import { stepMistakes } from './script/step-mistakes.ts';

export { ScriptError } from './script/script-error.ts';
export type { ScriptedStep } from './script/scripted-step.ts';

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
  after?: AfterLast;
  /** Sessions whose requests are remembered; the oldest is forgotten first. Default 100. */
  keepSessions?: number;
  /** How a `delayMs` is waited for; rejects with the signal's reason when it aborts. */
  wait?: (ms: number, options: { signal: AbortSignal }) => Promise<unknown>;
};

/**
 * A model that says what it is told to, in order. Every session begins at the first step; `steps` may be a function, for
 * scripts that differ by session. A request after the last step throws `ScriptError`, and so does one that its step does
 * not expect. Closing a session throws the `ScriptError` again, should somebody have swallowed it, and throws one when
 * steps were not used. Throws UsageError for keys that no step and no option has: at once, or for a function when it is
 * called.
 */
export function scriptedModel(
  steps: readonly ScriptedStep[] | ((context: ChatModelContext) => readonly ScriptedStep[]),
  options: ScriptedModelOptions = {},
): ScriptedModel {
  const checked = (script: readonly ScriptedStep[]): readonly ScriptedStep[] => {
    refuseMistakes('scriptedModel', stepMistakes(script));
    return script;
  };
  if (typeof steps !== 'function') checked(steps);
  refuseMistakes('scriptedModel', unknownOptions(options, OPTIONS));
  const { name = 'scripted model', after = 'throw', keepSessions = 100, wait = waitAsLongAs } = options;
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
      const script = typeof steps === 'function' ? checked(steps(context)) : steps;
      return tapeSession(openTape(script, { name, after, record }), wait);
    },
    get calls() {
      return sessions.flatMap((session) => session.calls);
    },
    get sessions() {
      return [...sessions];
    },
  };
}

const OPTIONS = [
  ...optionNames<ScriptedModelOptions>({ name: true, after: true, keepSessions: true, wait: true }),
  // A script that was read from a file may stand in their place as it is.
  ...['steps', '$schema'],
];

type Prepared = { reply: ChatReply; pieces: readonly string[]; fault: ScriptedFault | undefined };

function tapeSession(tape: Tape, wait: NonNullable<ScriptedModelOptions['wait']>): ChatModelSession {
  const prepare = async (request: ChatRequest, signal: AbortSignal): Promise<Prepared> => {
    signal.throwIfAborted();
    const shape = tape.next(request);
    if (shape.delayMs > 0) await wait(shape.delayMs, { signal });
    return prepareAnswer(shape, tape.nextId);
  };
  return {
    async complete(request, options) {
      const { reply, fault } = await prepare(request, signalOf(options));
      if (fault !== undefined) throw fault;
      return reply;
    },
    async *stream(request, options): AsyncGenerator<ChatChunk> {
      const signal = signalOf(options);
      const { reply, pieces, fault } = await prepare(request, signal);
      for (const text of pieces) {
        signal.throwIfAborted();
        yield { type: 'text', text };
      }
      if (fault !== undefined) throw fault;
      yield { type: 'reply', reply };
    },
    close: tape.close,
  };
}

/** `pieces` are those that arrive, which is not all of them where the answer is cut off. */
function prepareAnswer(shape: StepShape, nextId: () => string): Prepared {
  if (shape.kind === 'error') throw errorOf(shape.error);
  if (shape.kind === 'raw') throw new ScriptedFault({ kind: 'raw', raw: shape.raw });
  const reply = replyOf(shape.answer, nextId);
  const pieces = shape.pieces ?? (reply.text === '' ? [] : [reply.text]);
  const { cut } = shape;
  if (cut === undefined) return { reply, pieces, fault: undefined };
  const arrived = 'afterPieces' in cut ? pieces.slice(0, cut.afterPieces) : [];
  return { reply, pieces: arrived, fault: new ScriptedFault({ kind: 'cut', cut, reply, pieces }) };
}

function errorOf(error: (StepShape & { kind: 'error' })['error']): Error {
  if (error instanceof Error) return error;
  return new ScriptedFault(typeof error === 'string' ? { kind: 'failure', message: error } : { kind: 'error', error });
}

async function waitAsLongAs(ms: number, { signal }: { signal: AbortSignal }): Promise<void> {
  try {
    await waitFor(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
