import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { ChatModel } from '../../src/domain/contracts/chat-model.ts';
import { functionModel } from '../../src/llm/function-model.ts';
import { type ServedModel, serveModel } from '../../src/llm/serve-model.ts';
import { rehearsal } from '../fixtures/command.ts';
import { projectFolder } from '../fixtures/project-folder.ts';
import { judgeThat } from '../scorers/judge/judges.ts';

const KEY = 'sk-test-0123456789abcdefCANARY';

/** A desk that looks an order up before it says anything of it. */
const desk = functionModel(({ messages }) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return `Order A-1001 is ${JSON.parse(last.content).status}.`;
  if (/thank/i.test(last?.content ?? '')) return 'You are welcome.';
  return [{ name: 'lookup_order', arguments: { order_id: 'A-1001' } }];
});
const customer = functionModel(({ call }) => ['Where is order A-1001?', 'Thank you.\nEND'][call] ?? 'END');
const polite = judgeThat(() => 'met');

const config = `import { chatAgent, openaiModel } from 'rehearsal';
const at = (name) => openaiModel({ model: name, baseURL: process.env[name.toUpperCase() + '_URL'], apiKeyEnv: 'DESK_KEY', retry: { maxAttempts: 1 } });
export default {
  agents: { desk: chatAgent({ model: at('desk'), system: 'You serve customers.' }) },
  models: { user: at('customer'), judge: at('judge') },
  prices: { desk: { inputUsd: 1, outputUsd: 2 }, customer: { inputUsd: 1, outputUsd: 2 }, judge: { inputUsd: 1, outputUsd: 2 } },
};
`;
const scenario = `id: order
title: Where is my order?
goal: Hear where order A-1001 is.
persona: { id: caller, name: A caller, description: Wants to know where an order is. }
facts: { order: A-1001 }
user: { persona: {} }
world:
  tools:
    - name: lookup_order
      description: Looks up an order by its number.
      parameters: { order_id: { type: string, description: Number of the order. } }
      answers:
        - when: { order_id: A-1001 }
          result: { order_id: A-1001, status: delivered }
        - error: order not found
expect:
  - { type: calls, calls: [{ tool: lookup_order, arguments: { order_id: A-1001 } }] }
  - { type: said, text: delivered, turn: 0 }
  - { type: judge, id: tone, criteria: [{ id: answers, must: The agent tells the status of the order. }] }
`;

const servers: ServedModel[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close().catch(() => {})));
});

/** Serves the three models, as three providers would. */
async function startModels(models: Readonly<Record<string, ChatModel>>): Promise<Record<string, string>> {
  const env: Record<string, string> = { DESK_KEY: KEY };
  for (const [name, model] of Object.entries(models)) {
    const server = await serveModel(model, { idleTimeoutMs: 60_000 });
    servers.push(server);
    env[`${name.toUpperCase()}_URL`] = server.baseURL;
  }
  return env;
}

const askedOf = () => servers.reduce((sum, { asked }) => sum + asked, 0);
const projectOf = (text = scenario) => projectFolder({ 'rehearsal.config.mjs': config, 'scenarios/order.yaml': text });

/** The stored session, without the times and the name of its run. */
function storedSession(root: string, out: string): string[] {
  const lines = readFileSync(join(root, out, 'sessions/order/default/0.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const { timings: _timings, id: _id, ...rest } = JSON.parse(line) as Record<string, unknown>;
    if (rest.type !== 'session_outcome') return JSON.stringify(rest);
    // What was paid, and how the session is played again, is another matter than what it came to.
    const { bytes: _bytes, crc32: _crc32, replay: _replay, use: _use, ...outcome } = rest;
    return JSON.stringify(outcome);
  });
}

describe('a scenario whose agent, user and judge all ask models', () => {
  test('[S1.30] is recorded and replayed with the network blocked: the same bytes, the same verdict, no request', async () => {
    const root = projectOf();
    const env = await startModels({ desk, customer, judge: polite });
    const live = await rehearsal(root, ['run', '--out', 'live'], { env });
    expect(live).toMatchObject({ code: 0, err: '' });
    const asked = askedOf();
    expect(asked).toBeGreaterThanOrEqual(6);

    const recorded = await rehearsal(root, ['record', '--to', 'c.json', '--out', 'recorded'], { env });
    expect(recorded.code).toBe(0);
    expect(askedOf()).toBe(2 * asked);

    const closed = { ...env, REHEARSAL_BLOCK_NET: '1', DESK_KEY: '' };
    const replayed = await rehearsal(root, ['run', '--cassette', 'c.json', '--strict', '--out', 'replayed'], {
      env: closed,
    });
    expect(replayed).toMatchObject({ code: 0, err: '' });
    expect(askedOf()).toBe(2 * asked);
    expect(storedSession(root, 'replayed')).toEqual(storedSession(root, 'recorded'));
    const withoutKeys = (lines: string[]) =>
      lines.map((line) => line.replaceAll(/"bytes":\d+,"crc32":"\w+",|,"cassetteKey":"[^"]*"/g, ''));
    expect(withoutKeys(storedSession(root, 'replayed'))).toEqual(withoutKeys(storedSession(root, 'live')));

    for (const file of ['c.json', 'live/run.json', 'recorded/run.json', 'recorded/sessions/order/default/0.jsonl'])
      expect(readFileSync(join(root, file), 'utf8')).not.toContain('CANARY');
  });

  test('a strict replay of a changed scenario asks nobody, is invalid, and says what differs', async () => {
    const root = projectOf();
    const env = await startModels({ desk, customer, judge: polite });
    await rehearsal(root, ['record', '--to', 'c.json', '--no-store'], { env });
    const asked = askedOf();
    const changed = projectOf(scenario.replace('Hear where order', 'Find out where order'));
    const { code, out } = await rehearsal(
      changed,
      ['run', '--cassette', join(root, 'c.json'), '--strict', '--no-store'],
      { env },
    );
    expect(code).toBe(3);
    expect(out).toContain('infrastructure_error');
    expect(out.replaceAll(/\s+/g, ' ')).toMatch(/Hear.*Find out/);
    expect(askedOf()).toBe(asked);
  });

  test('[C9] a spent budget stops the session with its reason, and what happened is still scored and judged', async () => {
    const root = projectOf();
    const env = await startModels({ desk, customer, judge: polite });
    const { code, out } = await rehearsal(root, ['run', '--max-tokens', '900', '--json', '--out', 'o'], { env });
    const [session] = JSON.parse(out).sessions as {
      endReason: string;
      reason: string;
      scores: { id: string; status: string }[];
    }[];
    expect(code).toBe(3);
    expect(session?.endReason).toBe('budget');
    expect(session?.reason).toContain('900');
    expect(session?.scores.find(({ id }) => id === 'tone')?.status).toBe('scored');
  });

  test('[S2.21] without a key it is invalid, says so, and is never green', async () => {
    const root = projectOf();
    const env = {
      CUSTOMER_URL: 'https://models.example.com/v1',
      DESK_URL: 'https://models.example.com/v1',
      JUDGE_URL: 'https://models.example.com/v1',
    };
    const { code, out } = await rehearsal(root, ['run', 'all', '--tier', 'live'], { env });
    expect(code).toBe(3);
    expect(out).toContain('no credentials');
    expect(out).toContain('DESK_KEY');
    expect(readdirSync(root)).not.toContain('c.json');
  });

  test('a dry run asks nobody and says what is bounded and what is not', async () => {
    const root = projectOf();
    const env = await startModels({ desk, customer, judge: polite });
    const { code, out } = await rehearsal(root, ['run', '--dry-run', '--max-cost', '0.05'], { env });
    expect(code).toBe(0);
    expect(askedOf()).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "1 session, at most:
        run    $0.05  (agent and user together)
        agent  400 calls, UNBOUNDED tokens, $0.05  (\`desk\`)
        user   40 calls, UNBOUNDED tokens, $0.05  (\`customer\`)
        judge  2 calls, UNBOUNDED tokens, UNBOUNDED cost  (\`judge\`)
        Nothing limits what is UNBOUNDED: set \`budgets\` in the config
      Nothing was run.
      "
    `);
  });

  test('[C16] spans tell of all requests, and hold content only when asked to', async () => {
    const root = projectOf();
    const env = await startModels({ desk, customer, judge: polite });
    await rehearsal(root, ['run', '--no-store', '--otel-file', 'bare.jsonl'], { env });
    await rehearsal(root, ['run', '--no-store', '--otel-file', 'full.jsonl', '--otel-content'], { env });
    const [bare = '', full = ''] = ['bare.jsonl', 'full.jsonl'].map((file) => readFileSync(join(root, file), 'utf8'));
    for (const name of [
      'invoke_agent desk',
      'execute_tool lookup_order',
      'chat customer',
      'chat judge',
      'gen_ai.evaluation.result',
    ])
      expect(bare).toContain(`"name":"${name}"`);
    expect(bare).not.toContain('gen_ai.system"');
    expect(bare).not.toContain('delivered');
    expect(full).toContain('delivered');
  });
});
