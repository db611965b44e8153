import { z } from 'zod';
import { refuseMistakes, unknownOption } from '../../domain/authoring/option-names.ts';

const Milliseconds = z
  .int()
  .min(1)
  .max(24 * 3_600_000);

/** Keys that decide how the answer is read. */
const OWN_KEYS = ['model', 'messages', 'input', 'tools', 'stream', 'n'];

export const OpenaiModelOptions = z.strictObject({
  /** Name of the model, as the provider knows it. */
  model: z.string().min(1),
  /** Name in transcripts, results and price tables. Default: `model`. */
  name: z.string().min(1).optional(),
  /** Address of the API, up to and without `/chat/completions`. Default: `OPENAI_BASE_URL`, or OpenAI itself. */
  baseURL: z.string().optional(),
  /** The key itself; empty for a server that takes none. */
  apiKey: z.string().optional(),
  /** Environment variable that holds the key, read when the first request is made. Default: `OPENAI_API_KEY`. */
  apiKeyEnv: z.string().min(1).optional(),
  /** Sent with every request, besides the client's own. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Chat Completions or Responses. Default: `chat`. */
  api: z.enum(['chat', 'responses']).optional(),
  temperature: z.number().min(0).optional(),
  /** A number, or `session` for the seed of the session, which differs from trial to trial. Only Chat Completions knows it. */
  seed: z.union([z.int(), z.literal('session')]).optional(),
  /** Tokens of one reply. */
  maxTokens: z.int().min(1).optional(),
  /** Further keys of the request's body; they win over those that come from here. */
  extraBody: z.record(z.string(), z.unknown()).optional(),
  /**
   * `true` asks for a stream also where nobody listens to the pieces, so that a pause is noticed early; `false` never asks
   * for one, for servers that have none. Default: a stream where somebody listens.
   */
  stream: z.boolean().optional(),
  /** Requests to the endpoint at the same time, over all sessions and models. Default: 64. */
  concurrency: z.int().min(1).optional(),
  retry: z
    .strictObject({
      /** Requests in all while the provider is down or out of reach. Default: 4. */
      maxAttempts: z.int().min(1).optional(),
      /** Answers 429 to one request that are put up with, the last one included. Default: 10. */
      maxRateLimited: z.int().min(1).optional(),
      /** First wait where the provider names none; each further one is twice as long. Default: 500. */
      firstWaitMs: Milliseconds.optional(),
      /** The longest of those waits. Default: 20,000. */
      longestWaitMs: Milliseconds.optional(),
      /** All waits of one request together. Default: 60,000. */
      maxWaitMs: Milliseconds.optional(),
    })
    .optional(),
  timeouts: z
    .strictObject({
      /** Until the answer is there; for one that is streamed, until its first words or calls. Default: 300,000. */
      requestMs: Milliseconds.optional(),
      /** The longest pause of a stream that has begun. Default: 30,000. */
      idleMs: Milliseconds.optional(),
    })
    .optional(),
  /** How a reply is held to a schema where one is asked for. Default: `json_schema`. */
  structuredOutput: z.enum(['json_schema', 'json_object', 'prompt']).optional(),
  /** Hosts, or hosts with ports, that are reached although their address is refused by default: `169.254.10.1`. */
  allowAddresses: z.array(z.string()).optional(),
});
export type OpenaiModelOptions = z.infer<typeof OpenaiModelOptions>;

/** Throws UsageError that names every mistake. No value is shown: it may be a key. */
export function checkOptions(given: OpenaiModelOptions): OpenaiModelOptions {
  const read = OpenaiModelOptions.safeParse(given);
  const mistakes = read.success ? mistakesIn(read.data) : read.error.issues.flatMap(sentencesOf);
  refuseMistakes('openaiModel', mistakes);
  return read.data ?? given;
}

function mistakesIn({ api, seed, extraBody = {}, headers = {}, apiKey, baseURL }: OpenaiModelOptions): string[] {
  const own = Object.keys(extraBody).filter((key) => OWN_KEYS.includes(key));
  return [
    ...(api === 'responses' && seed !== undefined ? ['`seed` is not known to the Responses API'] : []),
    ...own.map((key) => `\`extraBody.${key}\` would change how the answer is read, and cannot be set`),
    ...(baseURL === undefined ? [] : mistakesOfAddress(baseURL)),
    ...Object.keys(headers)
      .filter((name) => !isHeader(name, headers[name] ?? ''))
      .map((name) => `\`headers.${name}\` has a name or value that HTTP cannot carry`),
    ...(apiKey === undefined || isKey(apiKey) ? [] : ['`apiKey` has characters that HTTP cannot carry']),
  ];
}

/** What is wrong with the address of an API, in words that do not repeat it: it may hold a password. */
export function mistakesOfAddress(baseURL: string): string[] {
  if (!URL.canParse(baseURL)) return ['`baseURL` is no URL: expected one such as http://127.0.0.1:8080/v1'];
  const { protocol, username, password, search, hash } = new URL(baseURL);
  return [
    ...(/^https?:$/.test(protocol) ? [] : ['`baseURL` begins with neither http: nor https:']),
    ...(username === '' && password === '' ? [] : ['`baseURL` holds a user or password: use `headers` or `apiKey`']),
    ...(search === '' && hash === '' ? [] : ['`baseURL` has a query or a fragment, which an API address has not']),
  ];
}

/** Whether the text can be sent as a bearer token. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}

function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys')
    return [`${path === '' ? 'the options' : `\`${path}\``}: ${lowerFirst(issue.message)}`];
  return issue.keys.map((key) => unknownOption(key, keysAt(path), path));
}

function keysAt(path: string): readonly string[] {
  const isGroup = path === 'retry' || path === 'timeouts';
  return Object.keys((isGroup ? OpenaiModelOptions.shape[path].unwrap() : OpenaiModelOptions).shape);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
