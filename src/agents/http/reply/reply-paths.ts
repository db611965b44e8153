import { UsageError } from '../../../domain/errors.ts';
import type { JsonValue } from '../../../domain/values/json-value.ts';
import { parseReplyPath, type ReplyPath } from './reply-path.ts';

/**
 * Where an answer tells of a call. A path alone stands for the list of calls; each is read at the usual places: `id`,
 * `name` or `function.name`, `arguments`, `function.arguments`, `input` or `args`, `result` or `output`, `error`.
 */
export type CallsOption =
  | string
  | {
      path: string;
      /** Inside each call. */
      id?: string;
      name?: string;
      arguments?: string;
      result?: string;
      /** What went wrong; a call with it failed. */
      error?: string;
      /** What calls have in common that one message of the agent's model launched together. */
      step?: string;
      /** The answer leaves the list out when there was no call. Without it, a missing list is an error. */
      mayBeMissing?: boolean;
    };

/** Where results stand that are not beside their calls: `callId`, `tool_call_id`, `call_id` or `id`, and as for calls. */
export type ResultsOption = string | { path: string; callId?: string; content?: string; error?: string };

export type ReplyOptions = {
  /** The words for the user; with `[*]`, several messages. */
  text: string;
  /**
   * What the words of each event of a stream are: `pieces` of one message, or `messages` of their own. Default: `pieces`.
   */
  texts?: 'pieces' | 'messages';
  calls?: CallsOption;
  results?: ResultsOption;
  /** What is here when the agent failed. null, false, 0 and what is empty is nothing. */
  error?: string;
  /** What is here when somebody else takes over; a text says who. null, false, 0 and what is empty is nothing. */
  handedOff?: string;
  /**
   * How a stream says that it is whole: the data of its last event, or what stands where in it. A stream that ends
   * without it was cut. Default for `sse`: the data `[DONE]`, which may be missing.
   */
  done?: string | { path: string; is?: JsonValue };
};

/** Paths inside a call; the first at which there is something counts. */
export type CallPaths = {
  path: ReplyPath;
  mayBeMissing: boolean;
  id: readonly ReplyPath[];
  name: readonly ReplyPath[];
  arguments: readonly ReplyPath[];
  result: readonly ReplyPath[];
  error: readonly ReplyPath[];
  step: readonly ReplyPath[];
};

export type ResultPaths = {
  path: ReplyPath;
  callId: readonly ReplyPath[];
  content: readonly ReplyPath[];
  error: readonly ReplyPath[];
};

/** `ReplyOptions`, read. */
export type ReplyPaths = {
  text: ReplyPath;
  texts: 'pieces' | 'messages';
  calls: CallPaths | undefined;
  results: ResultPaths | undefined;
  error: ReplyPath | undefined;
  handedOff: ReplyPath | undefined;
  done: { data: string; isNeeded: boolean } | { path: ReplyPath; is: JsonValue | undefined } | undefined;
};

/** Throws UsageError for a path that cannot be read, and for results without calls. */
export function readReplyPaths(options: ReplyOptions, stream: 'sse' | 'lines' | undefined): ReplyPaths {
  const { text, texts = 'pieces', calls, results, error, handedOff, done } = options;
  if (results !== undefined && calls === undefined) {
    throw new UsageError('reply.results: results belong to calls, so `reply.calls` has to say where those stand.');
  }
  if (done !== undefined && stream === undefined) {
    throw new UsageError('reply.done: only a stream has to say that it is whole: set `stream`, or leave `done` out.');
  }
  const optional = (path: string | undefined, option: string) =>
    path === undefined ? undefined : parseReplyPath(path, option);
  return {
    text: parseReplyPath(text, 'reply.text'),
    texts,
    calls: calls === undefined ? undefined : readCallPaths(calls),
    results: results === undefined ? undefined : readResultPaths(results),
    error: optional(error, 'reply.error'),
    handedOff: optional(handedOff, 'reply.handedOff'),
    done: readDone(done, stream),
  };
}

function readCallPaths(option: CallsOption): CallPaths {
  const given = typeof option === 'string' ? { path: option } : option;
  const inside = pathsInside('reply.calls');
  return {
    path: parseReplyPath(given.path, 'reply.calls'),
    mayBeMissing: given.mayBeMissing ?? false,
    id: inside(given.id, 'id'),
    name: inside(given.name, 'name', 'function.name'),
    arguments: inside(given.arguments, 'arguments', 'function.arguments', 'input', 'args'),
    result: inside(given.result, 'result', 'output'),
    error: inside(given.error, 'error'),
    step: inside(given.step),
  };
}

function readResultPaths(option: ResultsOption): ResultPaths {
  const given = typeof option === 'string' ? { path: option } : option;
  const inside = pathsInside('reply.results');
  return {
    path: parseReplyPath(given.path, 'reply.results'),
    callId: inside(given.callId, 'callId', 'tool_call_id', 'call_id', 'id'),
    content: inside(given.content, 'content', 'result', 'output'),
    error: inside(given.error, 'error'),
  };
}

function pathsInside(option: string): (given: string | undefined, ...usual: string[]) => readonly ReplyPath[] {
  return (given, ...usual) => (given === undefined ? usual : [given]).map((path) => parseReplyPath(path, option));
}

function readDone(done: ReplyOptions['done'], stream: 'sse' | 'lines' | undefined): ReplyPaths['done'] {
  if (done === undefined) return stream === 'sse' ? { data: '[DONE]', isNeeded: false } : undefined;
  if (typeof done === 'string') return { data: done, isNeeded: true };
  return { path: parseReplyPath(done.path, 'reply.done'), is: done.is };
}
