import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import fc from 'fast-check';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { visibleText } from '../../../../src/domain/display/visible-text.ts';
import { compareRuns } from '../../../../src/runs/compare/compare-runs.ts';
import { findingOf, keyOf, resultOf, runOf, scoreOf } from '../../../fixtures/results.ts';
import { longSession } from '../long-session.ts';
import { richSession, type Words } from '../rich-session.ts';
import { writtenReport } from '../written-report.ts';
import { hasChromium, inBrowser, openBrowser } from './open-browser.ts';

const RICH = '#/session/rich/default/0';
/** Runs in the page. */
function goTo(hash: string): void {
  location.hash = hash;
}

describe.skipIf(!hasChromium)(`the HTML page ${inBrowser}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => browser?.close());

  /** A page of its own, with all that it did besides being looked at. */
  async function open(
    address: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; requests: string[]; trouble: string[] }> {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const requests: string[] = [];
    const trouble: string[] = [];
    page.on('request', (request) => requests.push(request.url().split('#')[0]!));
    page.on('console', (message) => trouble.push(message.text()));
    page.on('pageerror', (error) => trouble.push(error.message));
    page.on('dialog', (dialog) => {
      trouble.push(`a dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    await page.goto(address);
    return { page, requests, trouble };
  }

  const mainText = (page: Page): Promise<string> =>
    page.evaluate(() => document.querySelector('main')?.textContent ?? '');
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.id || element?.textContent || '';
    });

  const THREE = [
    richSession(keyOf('rich')),
    resultOf(keyOf('plain'), { tags: ['calm'] }),
    resultOf(keyOf('broken'), { verdict: 'invalid', reason: 'the world broke', tags: ['calm'] }),
  ];

  test('the comparison with a baseline names what regressed, with the rates of both runs', async () => {
    const before = runOf([resultOf(keyOf('refund')), resultOf(keyOf('greeting'))], { id: 'monday' });
    const lost = resultOf(keyOf('refund'), {
      scores: [scoreOf('said', [findingOf({ message: 'The price is made up.' })])],
    });
    const after = [lost, resultOf(keyOf('greeting'))];
    const comparison = compareRuns(before, runOf(after, { id: 'tuesday' }));
    const { page, trouble } = await open(await writtenReport(after, { run: { comparison } }));
    await page
      .getByRole('link', { name: /compar/i })
      .first()
      .click();
    const text = await mainText(page);
    expect(text).toContain('run monday before, run tuesday after');
    expect(text).toContain('refund');
    expect(text).toContain('The price is made up.');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('noise');
    expect(trouble).toEqual([]);
  });

  test('it opens from disk, asks for nothing else and reports no error', async () => {
    const address = await writtenReport(THREE);
    const { page, requests, trouble } = await open(`${address}${RICH}`);
    await page.getByRole('heading', { name: 'Conversation' }).waitFor();
    expect(requests).toEqual([address]);
    expect(trouble).toEqual([]);
  });

  test('the overview leads to the sessions of a verdict, and from there to one of them', async () => {
    const { page } = await open(await writtenReport(THREE));
    await page.getByRole('link', { name: '1 passed' }).click();
    expect(await page.getByRole('status').textContent()).toBe('1 session');
    await page.getByRole('link', { name: 'plain, trial 0' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('✓ passed Title of plain');
  });

  test('sessions are found by verdict, stage, tag, persona and text, and the address keeps the choice', async () => {
    const { page } = await open(`${await writtenReport(THREE)}#/sessions`);
    const found = (): Promise<string[]> => page.locator('.sessions a').allTextContents();
    expect(await found()).toEqual(['rich, trial 0', 'broken, trial 0', 'plain, trial 0']);
    await page.getByLabel('tag', { exact: true }).selectOption('calm');
    expect(await found()).toEqual(['broken, trial 0', 'plain, trial 0']);
    await page.getByLabel('verdict', { exact: true }).selectOption('invalid');
    expect(await found()).toEqual(['broken, trial 0']);
    await page.getByLabel('tag', { exact: true }).selectOption('any');
    await page.getByLabel('verdict', { exact: true }).selectOption('any');
    await page.getByLabel('stage', { exact: true }).selectOption('generation');
    expect(await found()).toEqual(['rich, trial 0']);
    await page.getByLabel('stage', { exact: true }).selectOption('any');
    await page.getByLabel('persona', { exact: true }).selectOption('some persona');
    expect(await found()).toEqual(['rich, trial 0']);
    await page.getByLabel('persona', { exact: true }).selectOption('any');
    await page.getByLabel('text', { exact: true }).fill('world BROKE');
    expect(await found()).toEqual(['broken, trial 0']);
    await page.reload();
    expect(await found()).toEqual(['broken, trial 0']);
    expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('world BROKE');
  });

  test('everything can be reached by keyboard, from the skip link to the turn of a failure', async () => {
    const { page } = await open(await writtenReport(THREE));
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe('main');
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await focused(page)) === name) return;
      }
      throw new Error(`no way to \`${name}\` by keyboard`);
    };
    await tabTo('rich');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
    expect(await focused(page)).toBe('main');
    await tabTo('rich, trial 0');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What went wrong' }).waitFor();
    await tabTo('turn 0');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'turn-0');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#turn-0')?.id)).toBe('turn-0');
  });

  test('a claim leads to the result that speaks against it, and the fold around it opens', async () => {
    const { page } = await open(`${await writtenReport(THREE)}${RICH}`);
    await page.getByRole('link', { name: /^nearest: some nearest/ }).click();
    await page.waitForFunction(() => document.activeElement?.classList.contains('result'));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Resultsome result');
    // The words of the answer are marked, and a reader who hears them is told.
    expect(await page.locator('mark.is-contradicted').first().textContent()).toBe('some answer (contradicted)');
  });

  test('colours follow the system until somebody chooses, and the address keeps the choice', async () => {
    const { page } = await open(await writtenReport(THREE), { colorScheme: 'dark' });
    const paper = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(20, 23, 27)');
    await page.getByLabel('Colours', { exact: true }).selectOption('light');
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'light');
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await page.reload();
    expect(await paper()).toBe('rgb(255, 255, 255)');
    expect(new URL(page.url()).hash).toBe('#/sessions?theme=light');
  });

  test('nothing is wider than a phone', async () => {
    const { page } = await open(`${await writtenReport(THREE)}${RICH}`, { viewport: { width: 360, height: 700 } });
    for (const hash of [RICH, '#/', '#/sessions']) {
      await page.evaluate(goTo, hash);
      await page.locator('main h1').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  });

  test.each(['light', 'dark'] as const)('axe finds nothing to object to in %s colours', async (colorScheme) => {
    const { page } = await open(await writtenReport(THREE), { colorScheme, bypassCSP: true });
    await page.addScriptTag({ content: axe.source });
    for (const hash of ['#/', '#/sessions', RICH]) {
      await page.evaluate(goTo, hash);
      await page.waitForFunction(
        (view) => document.querySelector('.sessions, .turn, .cards') !== null && location.hash === view,
        hash,
      );
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true;
      });
      const violations = await page.evaluate(async () => {
        const { axe: tool } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await tool.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
        );
      });
      expect(violations).toEqual([]);
    }
  });

  test('a browser that cannot inflate says so and keeps the list', async () => {
    const address = await writtenReport(THREE);
    const { page } = await open('about:blank');
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'DecompressionStream'));
    await page.goto(`${address}${RICH}`);
    expect(await page.getByRole('alert').textContent()).toContain('This browser cannot open compressed data');
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    expect(await page.locator('.sessions li').count()).toBe(3);
  });

  test('a session that is not there and a file that is not whole are told', async () => {
    const { page } = await open(`${await writtenReport(THREE)}#/session/nobody/default/0`);
    expect(await page.getByRole('alert').textContent()).toBe('There is no such session in this run.');
    await page.evaluate(() => document.getElementById('sessions-0')?.remove());
    await page.evaluate(goTo, RICH);
    await page.getByText('This session cannot be read: Error: block 0 is missing: the file is not whole').waitFor();
  });

  test('1,000 hostile texts in every field run no script, ask for nothing and stand there as they were typed', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const texts = hostileTexts(1_000, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const told: string[][] = [];
    const results = [];
    for (let next = 0; next < texts.length; ) {
      const shown: string[] = [];
      const take = (): string => texts[next++ % texts.length]!;
      const words: Words = {
        shown: () => {
          const text = take();
          shown.push(text);
          return text;
        },
        inside: take,
      };
      results.push(richSession(keyOf('hostile', results.length), words));
      told.push(shown);
    }
    const notes = texts.slice(0, 100);
    const address = await writtenReport(results, {
      run: { notes, problems: notes, missing: notes, gate: { status: 'lost', reasons: notes } },
    });
    const { page, requests, trouble } = await open(address);
    const overview = await mainText(page);
    expect(notes.filter((text) => !overview.includes(visibleText(text)))).toEqual([]);
    for (const [trial, shown] of told.entries()) {
      await page.evaluate(goTo, `#/session/hostile/default/${trial}`);
      await page.waitForFunction(
        (name) => document.querySelector('main')?.textContent?.includes(`hostile, trial ${name}`),
        trial,
      );
      const text = await mainText(page);
      expect(shown.filter((one) => !text.includes(visibleText(one)))).toEqual([]);
    }
    await page.evaluate(goTo, '#/sessions');
    await page.locator('.sessions').waitFor();
    expect(
      await page.evaluate(
        () =>
          document.querySelectorAll('img, iframe, object, embed, link, base, form[action], a:not([href^="#"])').length,
      ),
    ).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'pwned'))).toBeUndefined();
    expect([requests, asked, trouble]).toEqual([[address], [], []]);
  });

  test('2,000 sessions of ten turns open within two seconds and take less than 5 MB', async () => {
    const results = Array.from({ length: 2_000 }, (_, index) => longSession(index));
    const address = await writtenReport(results);
    const { size } = statSync(fileURLToPath(address));
    expect(size).toBeLessThan(5_000_000);
    const { page } = await open('about:blank');
    await page.goto(`${address}#/sessions`);
    const shownMs = await page.evaluate(() => performance.now());
    expect(await page.getByRole('status').textContent()).toBe('2,000 sessions, page 1 of 40');
    expect(await page.locator('.sessions li').count()).toBe(50);
    expect(shownMs).toBeLessThan(2_000);
    const before = await page.evaluate(() => performance.now());
    await page.evaluate(goTo, '#/session/scenario-99/default/19');
    await page.getByRole('heading', { name: 'Conversation' }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('.turn').length)).toBe(10);
    expect((await page.evaluate(() => performance.now())) - before).toBeLessThan(1_000);
  });
});

/** Texts that a careless page would run, follow or garble, each with a beginning and an end of its own. */
function hostileTexts(count: number, server: string): string[] {
  const payload = fc.constantFrom(
    '</script><script>pwned = 1; alert(1)</script>',
    `<img src=${server}/img onerror="pwned = 1">`,
    `<svg onload="pwned = 1"><style>@import '${server}/css'</style>`,
    `<link rel=stylesheet href=${server}/link><base href=${server}/>`,
    `<iframe srcdoc="<script>parent.pwned = 1</script>" src="${server}/frame"></iframe>`,
    `<a href="javascript:pwned = 1" autofocus onfocus="pwned = 1">x</a>`,
    `"><meta http-equiv=refresh content="0;url=${server}/meta">`,
    `' onmouseover='fetch("${server}/fetch")' x='`,
    `<form action=${server}/form><input name=x autofocus>`,
    '<!-- <script>',
    ']]>&lt;&amp;&#x3c;',
    'javascript:pwned = 1',
    '\u001b]0;pwn\u0007\u001b[2J',
    '\u202egnp.exe\u2066',
    `\${pwned = 1}{{constructor.constructor("pwned = 1")()}}`,
    '__proto__',
    '\ud800 \udfff',
  );
  const any = fc.oneof(
    payload,
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.tuple(payload, fc.string({ unit: 'grapheme', maxLength: 20 })).map(([a, b]) => b + a),
  );
  return fc.sample(any, { numRuns: count, seed: 42 }).map((text, index) => `h${index}:${text};`);
}
