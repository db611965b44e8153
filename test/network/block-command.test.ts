import { describe, expect, test } from 'vitest';
import { isSwitchedOn } from '../../src/cli/environment-switch.ts';
import { configWith, HONEST, orderScenario, rehearsal } from '../fixtures/command.ts';
import { projectFolder } from '../fixtures/project-folder.ts';

// An address for documentation (RFC 5737): nobody answers there, blocked or not.
const PUBLIC = '192.0.2.1';

/** Runs a project whose agent is honest after it has done something else. */
async function runAfter(
  body: string,
  { value = '1', files = {} }: { value?: string; files?: Record<string, string> } = {},
) {
  const root = projectFolder({
    'rehearsal.config.mjs': configWith(`${body}; ${HONEST}`),
    'scenarios/order.yaml': orderScenario(),
    ...files,
  });
  const { code, out, err } = await rehearsal(root, ['run', '--no-store'], { env: { REHEARSAL_BLOCK_NET: value } });
  return { code, out: out.replaceAll(/\s+/g, ' '), err };
}

const DIAL = `await fetch('http://${PUBLIC}/').catch((error) => error.message)`;
const REFUSED = `a connection to \`${PUBLIC}\` was refused: the network is blocked by REHEARSAL_BLOCK_NET`;

/** Code that begins a thread and waits until it is over. */
const inThread = (source: string, options = '') =>
  `const { Worker } = await import('node:worker_threads');
   const worker = new Worker(${source}, { ${options} });
   await new Promise((done) => worker.on('exit', done).on('error', done));`;

const FROM_THREAD = `fetch('http://${PUBLIC}/').catch(() => {});`;

describe('REHEARSAL_BLOCK_NET', () => {
  test('[S1.06] fails a scenario whose agent dials out, and names the host', async () => {
    const { code, out } = await runAfter(`await fetch('http://${PUBLIC}/')`);
    expect(code).toBe(1);
    expect(out).toContain(REFUSED);
  });

  test.each<[string, string, Record<string, string>?]>([
    ['an agent that catches the error', DIAL],
    ['a thread made of text', inThread(JSON.stringify(FROM_THREAD), 'eval: true')],
    ['a thread with options of its own', inThread(JSON.stringify(FROM_THREAD), 'eval: true, execArgv: [], env: {}')],
    [
      'a thread made of a module',
      inThread("new URL('./thread.mjs', import.meta.url)"),
      { 'thread.mjs': `await ${FROM_THREAD}` },
    ],
    [
      'a thread of a thread',
      inThread(
        JSON.stringify(
          `const { Worker } = require('node:worker_threads'); new Worker(${JSON.stringify(FROM_THREAD)}, { eval: true });`,
        ),
        'eval: true',
      ),
    ],
    [
      'module hooks',
      `(await import('node:module')).register('./hooks.mjs', import.meta.url)`,
      { 'hooks.mjs': `await ${FROM_THREAD}` },
    ],
  ])('%s cannot dial out, and the run is not green', async (_what, body, files) => {
    const { code, out } = await runAfter(body, { files: files ?? {} });
    expect(out).toContain(REFUSED);
    expect(code).toBe(3);
  });

  test('a thread that stays on this machine is let be', async () => {
    const source = `const http = require('node:http');
      const server = http.createServer((_request, response) => response.end('here')).listen(0, '0.0.0.0', async () => {
        const text = await (await fetch('http://localhost:' + server.address().port)).text();
        if (text !== 'here') throw new Error(text);
        process.exit();
      });`;
    expect(await runAfter(inThread(JSON.stringify(source), 'eval: true'))).toMatchObject({ code: 0, err: '' });
  });

  test.each(['true', 'YES', ' 1', 'on'])('is switched on by `%s` too', async (value) => {
    expect(isSwitchedOn('X', { X: value })).toBe(true);
  });

  test.each([undefined, '', '0', 'false', 'No', 'off '])('is not switched on by `%s`', (value) => {
    expect(isSwitchedOn('X', { X: value })).toBe(false);
  });

  test('refuses a value that says neither', async () => {
    const { code, out, err } = await runAfter('', { value: 'ture' });
    expect({ code, out, err }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "REHEARSAL_BLOCK_NET: expected \`1\` to switch it on or \`0\` to switch it off, got "ture".
      ",
        "out": "",
      }
    `);
    expect(isSwitchedOn('X', { X: ' ' })).toMatchObject({ problem: expect.stringContaining('got " ".') });
  });
});
