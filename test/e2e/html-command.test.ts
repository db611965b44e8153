import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { configWith, HONEST, orderScenario, rehearsal } from '../fixtures/command.ts';
import { projectFolder } from '../fixtures/project-folder.ts';

const project = (config = configWith(HONEST)): string =>
  projectFolder({ 'rehearsal.config.mjs': config, 'scenarios/order.yaml': orderScenario({ id: 'order' }) });

/** Everything in the page that can be read, also what is compressed. */
function wholeText(path: string): string {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(/id="sessions-\d+">"([^"]*)"/g)];
  return text + blocks.map(([, letters]) => gunzipSync(Buffer.from(letters!, 'base64')).toString()).join('');
}

describe('the HTML report of a run', () => {
  test('[C13] `view --static` writes a page that needs nothing beside it', async () => {
    const root = project();
    await rehearsal(root, ['run', '--out', 'out']);
    const { code, out } = await rehearsal(root, ['view', 'out', '--static', 'site']);
    expect([code, out]).toEqual([0, `${join('site', 'index.html')}\n`]);
    expect(wholeText(join(root, 'site/index.html'))).toContain('Order A-1001 is delivered.');
  });

  test('`view` takes the newest run and writes into its folder', async () => {
    const root = project();
    await rehearsal(root, ['run']);
    const { code, out } = await rehearsal(root, ['view']);
    expect(code).toBe(0);
    expect(out).toMatch(/^\.rehearsal\/runs\/[^/]+\/report\.html\n$/);
    expect(existsSync(join(root, out.trim()))).toBe(true);
  });

  test('`--html` is written after the run, also where nothing is stored, with the whole talk', async () => {
    const root = project();
    const stored = await rehearsal(root, ['run', '--html', 'a/stored.html']);
    const other = await rehearsal(root, ['run', '--no-store', '--html', 'b.html']);
    expect([stored.code, other.code]).toEqual([0, 0]);
    for (const name of ['a/stored.html', 'b.html'])
      expect(wholeText(join(root, name))).toContain('Order A-1001 is delivered.');
  });

  test('a secret that was unknown when the run was stored is in the page neither plain nor compressed', async () => {
    const secret = 'delivered';
    const root = project();
    await rehearsal(root, ['run', '--out', 'out']);
    await rehearsal(root, ['view', 'out', '--static', 'site'], { env: { SOME_API_KEY: secret } });
    const text = wholeText(join(root, 'site/index.html'));
    expect(text).not.toContain(secret);
    expect(text).toContain('Order A-1001 is [redacted].');
  });

  test('a run that is not there is wrong usage, and a page that cannot be written is the disk', async () => {
    const root = project();
    const nothing = await rehearsal(root, ['view']);
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('there is no finished run in')]);
    await rehearsal(root, ['run', '--out', 'out']);
    writeFileSync(join(root, 'site'), 'a file');
    expect((await rehearsal(root, ['view', 'out', '--static', 'site'])).code).toBe(4);
    expect((await rehearsal(root, ['view', 'out', '--static', ''])).code).toBe(2);
    mkdirSync(join(root, 'folder.html'));
    const refused = await rehearsal(root, ['run', '--html', 'folder.html']);
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('`--html`: ')]);
  });
});
