import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlReport } from '../../../src/reporters/html/html-report.ts';
import type { ReportData } from '../../../src/reporters/html/report-data.ts';
import type { SessionView } from '../../../src/reporters/html/session-view.ts';
import { keyOf, resultOf, runOf, streamOf } from '../../fixtures/results.ts';
import { agent, call, result, transcriptOf, user } from '../../fixtures/transcripts.ts';
import { richSession } from './rich-session.ts';
import { builtPage, reportText } from './written-report.ts';

const BLOCK = /<script type="application\/json" id="([^"]+)">([^<]*)<\/script>/g;

function blocksOf(text: string): ReadonlyMap<string, unknown> {
  return new Map([...text.matchAll(BLOCK)].map(([, id, json]) => [id!, JSON.parse(json!)]));
}

const dataOf = (text: string): ReportData => blocksOf(text).get('report-data') as ReportData;

function sessionsIn(text: string, block = 0): SessionView[] {
  const letters = blocksOf(text).get(`sessions-${block}`) as string;
  return JSON.parse(gunzipSync(Buffer.from(letters, 'base64')).toString());
}

describe('the file', () => {
  test('its policy lets in the one script and the one style by their hash, and nothing else', async () => {
    const text = await reportText([resultOf(keyOf('a'))]);
    const hash = (source: string): string => `sha256-${createHash('sha256').update(source).digest('base64')}`;
    const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, source]) => hash(source!));
    const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, source]) => hash(source!));
    expect(text.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]).toBe(
      `default-src 'none'; script-src '${scripts.join()}'; style-src '${styles.join()}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    expect(scripts).toHaveLength(1);
    expect(styles).toHaveLength(1);
  });

  test('the built script and style can stand in a page, and name no address', () => {
    const { script, style } = builtPage();
    expect(script).not.toMatch(/<\/script|<!--|innerHTML|\beval\b|localStorage/);
    expect(script.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:/);
    expect(style).not.toMatch(/<\/style|url\(|@import/);
  });

  test('the same run is the same file', async () => {
    const results = [richSession(keyOf('a')), resultOf(keyOf('b'))];
    expect(await reportText(results)).toBe(await reportText(results));
  });

  test('sessions are written as they come, in blocks', async () => {
    const results = Array.from({ length: 100 }, (_, trial) => resultOf(keyOf('a', trial)));
    let read = 0;
    async function* counted() {
      for await (const one of streamOf(results)) {
        read += 1;
        yield one;
      }
    }
    const readAtPiece: number[] = [];
    for await (const _ of htmlReport({ page: builtPage() }).write(runOf(results), counted())) readAtPiece.push(read);
    expect(readAtPiece).toEqual([0, 40, 80, 100, 100, 100]);
  });

  test('nothing that was said can end an element or begin one', async () => {
    const results = fc
      .sample(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom('</script><img src=x onerror=alert(1)>', '<!--<script>', ']]>', '\u2028', '\ud800'),
        ),
        { numRuns: 200, seed: 42 },
      )
      .map((title, trial) => resultOf(keyOf('a', trial), { title, tags: [title], reason: title }));
    const text = await reportText(results, {
      run: { id: '<img src=x>', notes: ['</script><script>alert(1)</script>', '<!--'] },
    });
    const outside = text.replace(BLOCK, '');
    expect(text.match(BLOCK)).toHaveLength(6);
    expect(outside.match(/<script/g)).toHaveLength(1);
    expect(outside).not.toContain('<img');
    expect(dataOf(text).notes).toEqual(['</script><script>alert(1)</script>', '<!--']);
  });
});

describe('what the page is given', () => {
  test('persona, tags and place come from the stored session, and a session that is not stored has none', async () => {
    const results = [richSession(keyOf('a')), resultOf(keyOf('b'))];
    const stored = results.slice(0, 1);
    let text = '';
    for await (const piece of htmlReport({ page: builtPage() }).write(runOf(results), streamOf(stored))) text += piece;
    const { groups, sessions } = dataOf(text);
    expect(groups).toEqual([
      {
        scenario: 'a',
        variant: 'default',
        title: 'some title',
        tags: ['some tag'],
        persona: 'some persona',
        isFlaky: false,
      },
      { scenario: 'b', variant: 'default', title: 'Title of b', tags: [], isFlaky: false },
    ]);
    expect(sessions.map(({ at }) => at)).toEqual([[0, 0], undefined]);
  });

  test('the rate is the one that the run tells, with its interval', async () => {
    const passRate = { mean: 2 / 3, scenarios: 2, interval: { low: 0.2, high: 0.9 } };
    const run = { statistics: { passRate, chances: [], scores: [], limits: [] } };
    expect(dataOf(await reportText([resultOf(keyOf('a'))], { run })).rate).toEqual({
      mean: 2 / 3,
      scenarios: 2,
      low: 0.2,
      high: 0.9,
    });
    expect(dataOf(await reportText([resultOf(keyOf('a'))])).rate).toBeUndefined();
  });

  test('a scenario that passed at some times and failed at others is flaky in all its sessions', async () => {
    const results = [
      resultOf(keyOf('a', 0)),
      resultOf(keyOf('a', 1), { verdict: 'failed', reason: 'no' }),
      resultOf(keyOf('b')),
    ];
    expect(dataOf(await reportText(results)).groups.map(({ scenario, isFlaky }) => [scenario, isFlaky])).toEqual([
      ['a', true],
      ['b', false],
    ]);
  });

  test('the statistics of the run go along, and a run of an older version has none', async () => {
    const statistics = { chances: [{ k: 2, any: 1, all: 0.5, scenarios: 1 }], scores: [], limits: ['few trials'] };
    expect(dataOf(await reportText([resultOf(keyOf('a'))], { run: { statistics } })).statistics).toEqual(statistics);
    expect(dataOf(await reportText([resultOf(keyOf('a'))]))).not.toHaveProperty('statistics');
  });

  test('a large result is a preview that says how long the whole is', async () => {
    const rows = 'x'.repeat(10_000);
    const transcript = transcriptOf(user('List them.'), call('list'), result(rows), agent('Here.'));
    const [session] = sessionsIn(await reportText([resultOf(keyOf('a'), { transcript })]));
    const [item] = session!.turns[0]!.items.filter(({ kind }) => kind === 'call');
    expect(item).toMatchObject({ result: { content: { text: 'x'.repeat(2_000), wholeLength: 10_000 } } });
  });
});
