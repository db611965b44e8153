import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commandAgent } from '../../src/agents/command-agent.ts';
import { trajectoryOf } from '../../src/domain/transcript/trajectory.ts';
import type { Transcript } from '../../src/domain/transcript/transcript-event.ts';
import { readFencedBlocks } from '../docs/fenced-blocks.ts';
import { rehearse } from '../examples/rehearse.ts';
import { open } from './command-agent-programs.ts';
import { replyOf, textsOf } from './test-gateway.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../examples/any-language/${name}`, import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

const spoken = (transcript: Transcript): string[] =>
  transcript.flatMap((event) => (event.type === 'agent_message' ? [event.text] : []));

describe(hasPython ? 'the agent in Python' : 'the agent in Python (skipped: no python3)', () => {
  const agent = commandAgent({ command: ['python3', fileOf('order_agent.py')] });

  test.skipIf(!hasPython).each(['order-status', 'unknown-order', 'lookup-fails-once'])(
    'passes `%s`',
    async (scenario) => {
      const { verdict, reason } = await rehearse(scenario, agent);
      expect({ verdict, reason }).toMatchObject({ verdict: 'passed' });
    },
  );

  test.skipIf(!hasPython)('uses the tools of the world, and what they return', async () => {
    const { run } = await rehearse('unknown-order', agent);
    expect(trajectoryOf(run.transcript).calls.map(({ call }) => call.rawArguments)).toEqual([
      '{"order_id": "A-9999"}',
      '{"order_id": "A-1003"}',
      '{"order_id": "A-1003"}',
    ]);
    expect(spoken(run.transcript)).toMatchInlineSnapshot(`
      [
        "I could not look up order A-9999: order A-9999 not found.",
        "Order A-1003 was shipped on 2026-01-12 and is expected on 2026-01-17.",
        "The total of order A-1003 is 49.50 EUR.",
      ]
    `);
  });
});

describe('the agent in shell', () => {
  const agent = commandAgent({ command: ['/bin/sh', fileOf('order_agent.sh')] });

  test('tells what the tools of the world return', async () => {
    const { run, verdict } = await rehearse('unknown-order', agent);
    expect(spoken(run.transcript)).toMatchInlineSnapshot(`
      [
        "I could not look up order A-9999.",
        "Order A-1003 was shipped on 2026-01-12 and is expected on 2026-01-17.",
        "Order A-1003 was shipped on 2026-01-12 and is expected on 2026-01-17.",
      ]
    `);
    // It knows no totals, and the scenario says so.
    expect(verdict).toBe('failed');
  });
});

describe('the whole agents that docs/agents-anywhere.md shows', () => {
  const page = readFileSync(new URL('../../docs/agents-anywhere.md', import.meta.url), 'utf8');
  const blocks = readFencedBlocks('docs/agents-anywhere.md', page);
  const codeIn = (language: string): string => {
    const [block] = blocks.filter((one) => one.language === language && one.heading === 'A program, by JSON lines');
    return block?.text ?? '';
  };

  test.skipIf(!hasPython)('answer, in Python', async () => {
    const session = await open({ command: ['python3', '-c', codeIn('python')] });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['How can I help?']);
    await session.close();
  });

  test('answer, in shell', async () => {
    const session = await open({ command: ['/bin/sh', '-c', codeIn('shell')] });
    expect(textsOf(await replyOf(session, 'Hi'))).toEqual(['How can I help?']);
    await session.close();
  });
});
