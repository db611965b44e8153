import { optionNames, refuseMistakes, unknownOptions } from '../../domain/authoring/option-names.ts';
import type { HttpAgentOptions, HttpRequestOptions } from './http-options.ts';
import type { CallsOption, ReplyOptions, ResultsOption } from './reply/reply-paths.ts';

const request = { url: true, method: true, headers: true, body: true } as const;
const REQUEST = optionNames<HttpRequestOptions>(request);
const START = optionNames<NonNullable<HttpAgentOptions['start']>>({ ...request, sessionId: true });
const OPTIONS = optionNames<HttpAgentOptions>({
  ...{ ...request, name: true, reply: true, stream: true, sessionHeader: true, sessionId: true, start: true },
  ...{ end: true, timeouts: true, allowAddresses: true, env: true, fixed: true },
});
const TIMEOUTS = optionNames<NonNullable<HttpAgentOptions['timeouts']>>({ firstByteMs: true, idleMs: true });
const REPLY = optionNames<ReplyOptions>({
  ...{ text: true, texts: true, calls: true, results: true, error: true, handedOff: true, done: true },
});
const CALLS = optionNames<Exclude<CallsOption, string>>({
  ...{ path: true, id: true, name: true, arguments: true, result: true, error: true, step: true, mayBeMissing: true },
});
const RESULTS = optionNames<Exclude<ResultsOption, string>>({ path: true, callId: true, content: true, error: true });
const DONE = optionNames<Exclude<NonNullable<ReplyOptions['done']>, string>>({ path: true, is: true });

/** Throws UsageError for keys that no option has, at every depth, and for an agent whose words nobody could find. */
export function checkOptionNames(options: HttpAgentOptions): void {
  const unknown = unknownOptions(options, OPTIONS);
  if (typeof options !== 'object' || options === null) refuseMistakes('httpAgent', unknown);
  const { start, end, timeouts, reply } = options;
  const inside = (at: string, given: unknown, known: readonly string[]): string[] =>
    given === undefined || typeof given === 'string' ? [] : unknownOptions(given, known, at);
  refuseMistakes('httpAgent', [
    ...unknown,
    ...(start === undefined ? [] : unknownOptions(start, START, 'start')),
    ...(end === undefined ? [] : unknownOptions(end, REQUEST, 'end')),
    ...(timeouts === undefined ? [] : unknownOptions(timeouts, TIMEOUTS, 'timeouts')),
    ...mistakesInReply(reply),
    ...inside('reply.calls', reply?.calls, CALLS),
    ...inside('reply.results', reply?.results, RESULTS),
    ...inside('reply.done', reply?.done, DONE),
  ]);
}

const WHERE = "`reply: { text: 'output.text' }`, or `reply: { text: '' }` where the whole answer is the words";

function mistakesInReply(reply: ReplyOptions | undefined): string[] {
  if (reply === undefined) return [`\`reply\` is missing: say where the words stand, by ${WHERE}`];
  const unknown = unknownOptions(reply, REPLY, 'reply');
  const isMissing = unknown.length === 0 && reply.text === undefined;
  return isMissing ? [`\`reply.text\` is missing: say where the words stand, by ${WHERE}`] : unknown;
}
