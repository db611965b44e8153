import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, callsOf } from '../workload.ts';
import { PLAIN_ANSWER } from './talk.ts';

/**
 * A provider of Chat Completions on this machine that waits `WAIT_MS` before each answer. It is a process of its own, so
 * that the figures are those of the client. Whoever offers tools gets the two calls of the workload, one message after
 * the other, and then its closing sentence; whoever offers none gets a sentence.
 */
const waitMs = Number(process.env.WAIT_MS ?? 0);

type Message = { role: string; content: string | null };

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const { messages, tools } = JSON.parse(Buffer.concat(pieces).toString()) as {
      messages: Message[];
      tools?: unknown;
    };
    const body = completionOf(tools === undefined ? { content: PLAIN_ANSWER } : decide(messages));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const send = () => void response.writeHead(200, headers).end(body);
    if (waitMs > 0) setTimeout(send, waitMs);
    else send();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
// Goes when the client is gone, however it went.
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(), 1_000).unref();

function decide(messages: readonly Message[]): object {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const [, session, question] =
    /Customer (\d+), question (\d+)/.exec(messages[asked]?.content ?? '')?.map(Number) ?? [];
  if (session === undefined || question === undefined) throw new Error('the question names no customer');
  const turn = question - 1;
  const results = messages.slice(asked).filter(({ role }) => role === 'tool').length;
  const call = callsOf(session, turn)[results];
  if (call === undefined) return { content: answer(session, turn) };
  const id = `call_${turn}_${results}`;
  const called = { id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } };
  return { content: null, tool_calls: [called] };
}

function completionOf(said: object): string {
  const finish_reason = 'tool_calls' in said ? 'tool_calls' : 'stop';
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', refusal: null, ...said } }],
    usage: { prompt_tokens: 120, completion_tokens: 16, total_tokens: 136 },
  });
}
