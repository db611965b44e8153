import OpenAI from 'openai';
import type { ScriptedStep } from '../../src/llm/scripted-model.ts';

export type Way = { api: 'chat' | 'responses'; stream: boolean };
export const ways: readonly Way[] = (['chat', 'responses'] as const).flatMap((api) =>
  [false, true].map((stream) => ({ api, stream })),
);

/** A line of the table. */
export type Row = { check: string; way: string; found: string; problems: readonly string[] };

export function nameOf({ api, stream }: Way): string {
  return `${api}${stream ? ', streamed' : ''}`;
}

/** One answer, as our script says it and as a fixture does. */
export type Answer = { asked: string; step: ScriptedStep; fixture: object };

const call = { id: 'call_one', name: 'lookup_order', arguments: '{"order_id":"A-1001"}' };
const other = { id: 'call_two', name: 'lookup_order', arguments: '{}' };
const words = 'It was delivered on Monday. 已送达 😀';

export const answers: readonly Answer[] = [
  { asked: 'words', step: words, fixture: { content: words } },
  { asked: 'two calls', step: { calls: [call, other] }, fixture: { toolCalls: [call, other] } },
  {
    asked: 'both in one',
    step: { text: 'Let me look.', calls: [call] },
    fixture: { content: 'Let me look.', toolCalls: [call] },
  },
  {
    asked: 'cut short',
    step: { text: 'It was', finish: 'length' },
    fixture: { content: 'It was', finishReason: 'length' },
  },
  {
    asked: 'an error',
    step: { error: { status: 400, message: 'Not so.', code: 'bad_request' } },
    fixture: { error: { message: 'Not so.', type: 'invalid_request_error', code: 'bad_request' }, status: 400 },
  },
];

/** What nobody compares: names and moments that each server makes up, and estimates. Their types still count. */
const MADE_UP = /(^|\.)(id|created|created_at|completed_at|item_id|system_fingerprint)$|usage\..*tokens/;

/** What OpenAI's API reference has in every answer and the other server leaves out. */
const OURS_ALONE =
  /^(choices\.0\.message\.annotations|system_fingerprint|usage\.\w+_tokens_details\.\w+|output\.0\.content\.0\.logprobs|(background|error|incomplete_details|instructions|max_output_tokens|metadata|parallel_tool_calls|previous_response_id|reasoning|store|temperature|text|tool_choice|tools|top_p|truncation|user)(\..+)?)$/;

/** Where the other server is the one that differs from the reference. */
const KNOWN: Readonly<Record<string, (there: string, here: string) => boolean>> = {
  // An answer that is cut short ends with `response.incomplete`; there it is `response.completed`, with status `incomplete`.
  'cut short, kinds': (there, here) => there.replace('response.completed', 'response.incomplete') === here,
};

/** How many fields are the same, how many we alone have, and what differs. */
export type Difference = { same: number; oursAlone: number; known: number; problems: readonly string[] };

type Asked = { way: Way; asked: string };

/** How what the client of the package `openai` reads differs between two servers, field by field. */
export async function differencesOf(
  { asked }: Answer,
  { way, theirs, ours }: { way: Way; theirs: string; ours: string },
): Promise<Difference> {
  const [one, another] = await Promise.all([theirs, ours].map((baseURL) => viewOf(baseURL, { way, asked })));
  const paths = [...new Set([...(one?.keys() ?? []), ...(another?.keys() ?? [])])].toSorted();
  const found = { same: 0, oursAlone: 0, known: 0, problems: [] as string[] };
  for (const path of paths) {
    const [there, here] = [one?.get(path), another?.get(path)];
    if (there === here) found.same += 1;
    else if (there === undefined && OURS_ALONE.test(path.replace(/^final\./, ''))) found.oursAlone += 1;
    else if (KNOWN[`${asked}, ${path}`]?.(there ?? '', here ?? '') === true) found.known += 1;
    else found.problems.push(`${path}: ${there ?? 'missing'} there, ${here ?? 'missing'} here`);
  }
  if (found.same === 0) found.problems.push('nothing is the same');
  return found;
}

/** What the client's streams take; its own types of requests do not fit each other to the letter. */
type ChatStreamBody = Parameters<OpenAI['chat']['completions']['stream']>[0];
type ResponseStreamBody = Parameters<OpenAI['responses']['stream']>[0];

async function viewOf(baseURL: string, asked: Asked): Promise<Map<string, string>> {
  const client = new OpenAI({ apiKey: 'unused', baseURL, maxRetries: 0 });
  const fields = new Map<string, string>();
  const seen = await (asked.way.api === 'chat' ? askChat : askResponses)(client, asked).catch(errorOf);
  flatten(seen, '', fields);
  return fields;
}

async function askChat(client: OpenAI, { way, asked }: Asked): Promise<unknown> {
  const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model: 'gpt-4o',
    messages: [{ role: 'user', content: asked }],
    tools: [{ type: 'function', function: { name: 'lookup_order', parameters: { type: 'object' } } }],
  };
  if (!way.stream) return client.chat.completions.create(body);
  const stream = client.chat.completions.stream({
    ...(body as unknown as ChatStreamBody),
    stream_options: { include_usage: true },
  });
  const kinds = new Set<string>();
  for await (const { object, choices, usage } of stream) {
    const [choice] = choices;
    const keys = Object.entries(choice?.delta ?? {}).filter(([, value]) => value !== null && value !== '');
    kinds.add(
      [object, ...keys.map(([key]) => key), choice?.finish_reason ?? '', usage ? 'usage' : ''].join(' ').trim(),
    );
  }
  return { kinds: [...kinds].toSorted().join(', '), final: await stream.finalChatCompletion() };
}

async function askResponses(client: OpenAI, { way, asked }: Asked): Promise<unknown> {
  const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model: 'gpt-4o',
    input: asked,
    tools: [{ type: 'function', name: 'lookup_order', parameters: { type: 'object' }, strict: false }],
  };
  if (!way.stream) return client.responses.create(body);
  const stream = client.responses.stream(body as ResponseStreamBody);
  const kinds: string[] = [];
  for await (const { type } of stream) if (kinds.at(-1) !== type) kinds.push(type);
  return { kinds: kinds.join(', '), final: await stream.finalResponse() };
}

function errorOf(error: unknown): unknown {
  if (!(error instanceof OpenAI.APIError)) return { thrown: String(error) };
  const { status, code, type, param, message } = error;
  return { error: { status, code, type, param, message } };
}

function flatten(value: unknown, path: string, fields: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) {
    if (value !== undefined) fields.set(path, MADE_UP.test(path) ? typeof value : JSON.stringify(value));
    return;
  }
  const entries = Object.entries(value).filter(([key]) => !key.startsWith('_'));
  if (entries.length === 0) fields.set(path, Array.isArray(value) ? '[]' : '{}');
  for (const [key, part] of entries) flatten(part, path === '' ? key : `${path}.${key}`, fields);
}
