import type { ServerResponse } from 'node:http';
import type { HttpAgentOptions } from '../../src/agents/http/http-options.ts';
import { httpAgent } from '../../src/agents/http-agent.ts';
import type { Agent } from '../../src/domain/contracts/agent.ts';
import { agentContract, type Behaviour, behave } from '../contracts/agent.ts';
import { bodyOf, localServer } from '../network/local-server.ts';

type Request = { message: string; messages?: { role: string; content: string }[]; sessionId?: string };
type Answer = {
  text: string;
  calls: { id: string; name: string; arguments: unknown }[];
  results: { id: string; content: string }[];
};

/** How an agent is spoken to, how its server answers, and how it fails in the middle. */
type Manner = {
  options: Omit<HttpAgentOptions, 'url'>;
  write(response: ServerResponse, answer: Answer): void;
  crash(response: ServerResponse): void;
};

const paths = { text: 'text', calls: 'calls', results: 'results' };

/** The whole talk travels with every request, and the answer comes whole. */
const whole: Manner = {
  options: { body: { message: '{{message}}', messages: '{{messages}}' }, reply: paths },
  write: (response, answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
  crash: (response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('no such order'),
};

/** The server remembers, and answers in events. */
const events: Manner = {
  options: { stream: 'sse', reply: paths },
  write(response, { text, calls, results }) {
    response.setHeader('content-type', 'text/event-stream');
    const parts = [...calls.map((call) => ({ calls: [call] })), ...results.map((result) => ({ results: [result] }))];
    const half = Math.floor(text.length / 2);
    for (const part of [...parts, { text: text.slice(0, half) }, { text: text.slice(half) }]) {
      response.write(`data: ${JSON.stringify(part)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  },
  crash(response) {
    response.setHeader('content-type', 'text/event-stream');
    response.write('data: {"text":"I will', () => response.destroy());
  },
};

/** The server remembers, and answers in lines. */
const lines: Manner = {
  options: { stream: 'lines', reply: { ...paths, done: { path: 'done' } } },
  write(response, { text, ...told }) {
    response.end(`${JSON.stringify(told)}\n${JSON.stringify({ text })}\n{"done":true}\n`);
  },
  crash: (response) => response.end('{"text":"I will"}\n'),
};

agentContract('an HTTP agent that answers whole', { make: (behaviour) => serve(behaviour, whole), calls: ['report'] });
agentContract('an HTTP agent that answers in events', {
  make: (behaviour) => serve(behaviour, events),
  calls: ['report'],
});
agentContract('an HTTP agent that answers in lines', {
  make: (behaviour) => serve(behaviour, lines),
  calls: ['report'],
});

async function serve(behaviour: Behaviour, { options, write, crash }: Manner): Promise<Agent> {
  const memory = new Map<string, string[]>();
  const { url } = await localServer(async (request, response) => {
    const asked = JSON.parse(await bodyOf(request)) as Request;
    if (behaviour.kind === 'nonsense')
      return void response.setHeader('content-type', 'text/html').end('<html>sign in</html>');
    const answer = { text: 'Done.', calls: [], results: [] };
    if (behaviour.kind === 'report') return write(response, { ...answer, ...reportOf(behaviour) });
    try {
      const did = await behave(behaviour, heardIn(asked, memory));
      write(response, { ...answer, text: String(did) });
    } catch {
      crash(response);
    }
  });
  return httpAgent({ ...options, url: `${url}/chat` });
}

function heardIn({ message, messages, sessionId = '' }: Request, memory: Map<string, string[]>): string[] {
  if (messages !== undefined) return messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const heard = memory.get(sessionId) ?? [];
  if (message !== '') heard.push(message);
  memory.set(sessionId, heard);
  return heard;
}

function reportOf({ calls }: Extract<Behaviour, { kind: 'report' }>): Pick<Answer, 'calls' | 'results'> {
  return {
    calls: calls.map(({ id, name, rawArguments }) => ({ id, name, arguments: JSON.parse(rawArguments) as unknown })),
    results: calls.map(({ id, content }) => ({ id, content })).reverse(),
  };
}
