import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServeModelFlags, serveModelFile } from '../../src/cli/commands/serve-model.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import { StoreError, UsageError } from '../../src/domain/errors.ts';
import { plant } from '../files/projects.ts';

const script = 'steps:\n  - One.\n  - Two.\n';
/** Put together here, so that no scanner takes this file for a leak. */
const secret = ['shop', 'secret', '4711'].join('-');

/** Runs the command on `text`; what is said arrives in `out` and `err`, and `stop` is Ctrl-C. */
function start(text: string, flags: ServeModelFlags = {}) {
  const cwd = plant({ 'orders.yaml': text });
  const said = { out: '', err: '' };
  const interruption = new AbortController();
  let tellAddress: (address: string) => void;
  const address = new Promise<string>((resolve) => {
    tellAddress = resolve;
  });
  const terminal: Terminal = {
    cwd,
    env: { SHOP_TOKEN: secret },
    out(words) {
      said.out += words;
      tellAddress(words.trim());
    },
    err: (words) => {
      said.err += words;
    },
    isTty: false,
    columns: 80,
    colors: false,
    guard: {
      enter: () => undefined,
      problems: () => [],
      interrupted: interruption.signal,
      leave: (code) => {
        throw new Error(`left with ${code}`);
      },
    },
  };
  const code = serveModelFile('orders.yaml', flags, terminal);
  return { code, said, cwd, address, stop: () => interruption.abort() };
}

async function ask(address: string, messages: readonly object[], path = '/chat/completions'): Promise<number> {
  const body = JSON.stringify({ model: 'any', messages });
  const response = await fetch(`${address}${path}`, { method: 'POST', body });
  await response.text();
  return response.status;
}

const user = (content: string) => ({ role: 'user', content });
const agent = (content: string) => ({ role: 'assistant', content });

test('the address goes to standard output, each request and a summary aside, and a script that was used up is 0', async () => {
  const { code, said, address, stop } = start(script);
  const url = await address;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  await ask(url, [user('Where is it?\u001b[2J\n')]);
  await ask(url, [user('Where is it?\u001b[2J\n'), agent('One.'), user('Thanks.')]);
  await ask(url, [], '/embeddings');
  stop();
  expect(await code).toBe(0);
  expect(said.out).toBe(`${url}\n`);
  expect(said.err).toMatchInlineSnapshot(`
    "conversation 1, call 1, turn 0, chat 200, user: "Where is it?\\u001b[2J\\n"
    conversation 1, call 2, turn 1, chat 200, user: "Thanks."
    POST /v1/embeddings 404: it did not reach the model
    2 requests in 1 conversation
    the script was used up in every conversation
    "
  `);
});

test('a script that was not used up is 1, and told', async () => {
  const { code, said, address, stop } = start(script);
  await ask(await address, [user('Hi')]);
  stop();
  expect(await code).toBe(1);
  expect(said.err).toMatchInlineSnapshot(`
    "conversation 1, call 1, turn 0, chat 200, user: "Hi"
    1 request in 1 conversation
    the script of \`orders.yaml\` has 2 steps and 1 unused: the session ended before step 2 ("Two.")
    "
  `);
});

test('a script that nobody used is 1', async () => {
  const { code, said } = start(script, { for: 1 });
  expect(await code).toBe(1);
  expect(said.err).toBe('0 requests in 0 conversations\nnobody asked `orders.yaml` anything\n');
});

test('it stops by itself after one request, or after so many', async () => {
  const once = start('steps: [ One. ]', { once: true });
  await ask(await once.address, [user('Hi')]);
  expect(await once.code).toBe(0);
  const twice = start('after: cycle\nsteps: [ One. ]', { maxRequests: 2 });
  await ask(await twice.address, [user('Hi')]);
  await ask(await twice.address, [user('Hi')]);
  expect(await twice.code).toBe(0);
});

test('the log has a line of JSON for each request, without secrets', async () => {
  const { code, cwd, address } = start('steps: [ One. ]', { once: true, jsonLog: 'log.jsonl' });
  await ask(await address, [user(`The token is ${secret}.`)]);
  expect(await code).toBe(0);
  const lines = readFileSync(join(cwd, 'log.jsonl'), 'utf8').trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      conversation: 'conversation 1',
      api: 'chat',
      status: 200,
      request: {
        messages: [user('The token is [redacted].')],
        turn: 0,
        key: { scenario: 'served', variant: 'default', trial: 0 },
        role: 'agent',
        call: 0,
      },
    },
  ]);
});

test('what cannot be read or written is the author’s mistake, or the disk’s', async () => {
  await expect(start('steps: 1').code).rejects.toBeInstanceOf(UsageError);
  await expect(start(script, { jsonLog: 'none/log.jsonl' }).code).rejects.toBeInstanceOf(StoreError);
});
