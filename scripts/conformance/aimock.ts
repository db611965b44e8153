import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveModel } from '../../src/llm/serve-model.ts';
import { type Answer, answers, differencesOf, nameOf, type Row, ways } from './client-view.ts';
import { playRounds } from './tool-rounds.ts';

/**
 * Checks our client and our wire against a fake that others wrote: our agent loop completes a tool round with it, a request
 * that it does not know makes the session invalid, and the `openai` client sees the same of it and of `serveModel`.
 * `npm run conformance` installs it into a temporary folder first, or takes the folder that `AIMOCK` names; the exit code
 * is 1 when something differs.
 */
const PACKAGE = '@copilotkit/aimock@1.43.0';

type Mock = {
  url: string;
  on(match: object, response: object): Mock;
  start(): Promise<string>;
  stop(): Promise<void>;
};

const given = process.env.AIMOCK;
const folder = given ?? install();
try {
  process.exitCode = await compare(await load(folder));
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

function install(): string {
  const made = mkdtempSync(join(tmpdir(), 'aimock-'));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save', '--loglevel', 'error'];
  const { status } = spawnSync('npm', ['install', '--prefix', made, ...options, PACKAGE], { stdio: 'inherit' });
  if (status === 0) return made;
  rmSync(made, { recursive: true, force: true });
  throw new Error(`${PACKAGE} could not be installed`);
}

async function load(from: string): Promise<Mock> {
  const path = createRequire(join(from, 'index.js')).resolve('@copilotkit/aimock');
  const { LLMock } = (await import(pathToFileURL(path).href)) as { LLMock: new (options: object) => Mock };
  return new LLMock({ port: 0, strict: true, logLevel: 'silent', chunkSize: 16 });
}

async function compare(mock: Mock): Promise<number> {
  const call = { name: 'lookup_order', arguments: '{"order_id":"A-1001"}' };
  mock.on({ userMessage: 'Where is A-1001?', hasToolResult: false }, { toolCalls: [call] });
  mock.on({ toolResultContains: 'delivered' }, { content: 'Order A-1001 was delivered.' });
  for (const { asked, fixture } of answers) mock.on({ userMessage: asked }, fixture);
  await mock.start();
  const rows: Row[] = [];
  try {
    for (const way of ways) rows.push(...(await playRounds(`${mock.url}/v1`, way)));
    for (const answer of answers) rows.push(...(await compareViews(`${mock.url}/v1`, answer)));
  } finally {
    await mock.stop();
  }
  return print(rows);
}

async function compareViews(theirs: string, answer: Answer): Promise<Row[]> {
  const ours = await serveModel({ steps: [answer.step], after: 'stick' });
  try {
    return await Promise.all(
      ways.map(async (way) => {
        const { same, oursAlone, known, problems } = await differencesOf(answer, { way, theirs, ours: ours.baseURL });
        const found = `${same} fields the same, ${oursAlone} ours alone${known === 0 ? '' : `, ${known} theirs known to differ`}`;
        return { check: `the client sees the same: ${answer.asked}`, way: nameOf(way), found, problems };
      }),
    );
  } finally {
    await ours.close();
  }
}

function print(rows: readonly Row[]): number {
  const width = Math.max(...rows.map(({ check }) => check.length));
  for (const { check, way, found, problems } of rows) {
    console.log(
      `${problems.length === 0 ? 'ok     ' : 'DIFFERS'}  ${check.padEnd(width)}  ${way.padEnd(19)}  ${found}`.trimEnd(),
    );
    for (const problem of problems) console.log(`         ${problem}`);
  }
  const bad = rows.filter(({ problems }) => problems.length > 0).length;
  console.log(`${rows.length} checks against ${PACKAGE}, ${bad === 0 ? 'all as expected' : `${bad} with differences`}`);
  return bad === 0 ? 0 : 1;
}
