import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { visibleText } from '../../../src/domain/display/visible-text.ts';
import type { RunResult } from '../../../src/domain/verdicts/run-result.ts';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { type MarkdownOptions, markdownReport } from '../../../src/reporters/files/markdown-report.ts';
import { hostileText } from '../../domain/display/hostile-texts.ts';
import { findingOf, keyOf, resultOf, runOf, scoreOf, streamOf } from '../../fixtures/results.ts';
import { agent, ended, transcriptOf, user } from '../../fixtures/transcripts.ts';

const failing = (
  scenario: string,
  { trial = 0, message = 'It says `5`; the result says `7`.', words = 'It costs 5.' } = {},
) =>
  resultOf(keyOf(scenario, trial), {
    transcript: transcriptOf(user('What does it cost?'), agent(words), ended('user_done')),
    scores: [
      scoreOf('grounded', [
        findingOf({
          code: 'value_mismatch',
          message,
          evidence: [{ kind: 'text_span', seq: 3, start: 9, end: 10, quote: '5' }],
        }),
      ]),
    ],
  });
const many = (count: number, parts?: Parameters<typeof failing>[1]) =>
  Array.from({ length: count }, (_, index) => failing(`s-${String(index).padStart(5, '0')}`, parts));

test('the verdict comes first, then what did not pass with its evidence, the session folded up, and the statistics', async () => {
  const results = [failing('refund'), resultOf(keyOf('status'))];
  const run = runOf(results, {
    models: [
      { role: 'agent', model: 'gpt|5', calls: 12, tokensIn: 1200, tokensOut: 80, callsWithoutUsage: 0, costUsd: 0.02 },
    ],
    grounding: { run: [{ turn: 0, supported: 3, checkable: 4 }], scenarios: [] },
    notes: ['a cassette was replayed'],
  });
  expect(await textOf(results, run)).toMatchInlineSnapshot(`
    "<!-- rehearsal -->
    ### ✗ gate lost

    **1 failed, 1 passed** of 2 sessions in 3.2 s

    - a scenario did not pass often enough

    #### What did not pass

    | | scenario | passed | where | what |
    | --- | --- | --- | --- | --- |
    | ✗ failed | refund | 0/1 | turn 0\\, generation | It says \\\`5\\\`\\; the result says \\\`7\\\`\\.<br>“5” |

    <details>
    <summary>✗ refund · turn 0, generation:<!-- --> value_mismatch</summary>

    \`\`\`text
    ✗ refund
      Title of refund

      turn 0, generation: value_mismatch (check grounded)
      It says \`5\`; the result says \`7\`.
        - the agent's answer (turn 0): "5"

      turn 0
      user     What does it cost?
      agent    It costs 5.
                        ^

      replay   rehearsal run refund --trial 0 --seed 42
      session  runs/run/sessions/refund/default/0.jsonl
    \`\`\`

    </details>

    #### Statistics

    Values in answers that the evidence supports: turn 0 75 % of 4

    | | model | calls | tokens | cost |
    | --- | --- | --- | --- | --- |
    | agent | gpt\\|5 | 12 | 1,200 in, 80 out | \\$0.02 |

    - note: a cassette was replayed

    <sub>run run, seed 42, 2026\\-01\\-15T09\\:<!-- -->00\\:00\\.000Z</sub>
    "
  `);
});

test('a run in which all passed is a headline and its statistics', async () => {
  const results = [resultOf(keyOf('a', 0)), resultOf(keyOf('a', 1))];
  const text = await textOf(results);
  expect(text.startsWith('<!-- rehearsal -->\n### ✓ gate met\n\n**2 passed** of 2 sessions in 3.2 s\n')).toBe(true);
  expect(text).not.toContain('What did not pass');
});

test('means over scenarios stand with their intervals and with what limits them', async () => {
  const results = [resultOf(keyOf('a', 0)), resultOf(keyOf('a', 1))];
  const statistics = {
    passRate: { mean: 0.8333, scenarios: 12, interval: { low: 0.71, high: 0.94 } },
    chances: [{ k: 2, any: 1, all: 0.7, scenarios: 12 }],
    scores: [{ scorer: 'grounded', stage: 'generation' as const, mean: 0.9, scenarios: 1 }],
    limits: ['few scenarios'],
  };
  const lines = (await textOf(results, runOf(results, { statistics }))).split('\n');
  const from = lines.findIndex((line) => line.startsWith('Mean over'));
  expect(lines.slice(from, from + 8)).toEqual([
    'Mean over scenarios: trials that pass 0\\.83 \\(0\\.71–0\\.94\\) of 12, pass\\^2 70 \\%',
    '',
    '| scorer | stage | mean over scenarios |',
    '| --- | --- | --- |',
    '| grounded | generation | 0\\.90 of 1 |',
    '',
    '- few scenarios',
    '',
  ]);
});

test('a scenario that failed at times within its gate is told as flaky', async () => {
  const results = [failing('a'), resultOf(keyOf('a', 1))];
  const scenarios = runOf(results).scenarios.map((totals) => ({ ...totals, minPassRate: 0.5 }));
  const text = await textOf(results, runOf(results, { scenarios, gate: { status: 'met', reasons: [] } }));
  expect(text.split('\n').filter((line) => line.startsWith('| ~'))).toEqual([
    '| ~ flaky | a | 1/2 | turn 0\\, generation | It says \\`5\\`\\; the result says \\`7\\`\\.<br>“5” |',
  ]);
});

test('[F68] a comment stays below what GitHub takes, says what was cut, and no fence or fold is left open', async () => {
  const results = many(2_000, { message: `| \` <b> @octocat ${'long '.repeat(100)}`, words: '``` '.repeat(400) });
  const text = await textOf(results);
  expect(text.length).toBeLessThan(65_536);
  expect(text.length).toBeGreaterThan(40_000);
  expect(text).toMatch(/… and [\d,]+ more scenarios that did not pass\. All of it is in runs\\\/run/);
  expect(text).toMatch(/of 2,000 sessions that did not pass are not told here in full\./);
  expectClosed(text);
});

test('[C5] the summary of a huge run stays below 1,000,000 bytes, with text that takes several bytes a character', async () => {
  const results = many(6_000, { message: '金額が違います。'.repeat(60), words: '```\n価格は五円です\n'.repeat(300) });
  const text = await textOf(results, runOf(results), { max: 999_999, unit: 'bytes', maxTold: 60 });
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(Buffer.byteLength(text)).toBeGreaterThan(300_000);
  expect(text).toMatch(/… and [\d,]+ more scenarios that did not pass/);
  expect(text).toMatch(/of 6,000 sessions that did not pass are not told here in full\./);
  expectClosed(text);
});

test('where there is next to no room, the verdict is what stays', async () => {
  const results = many(100);
  expect(await textOf(results, runOf(results), { max: 1_050 })).toBe(
    '<!-- rehearsal -->\n### rehearsal: gate lost\n\nThere is no room here for more.\n',
  );
});

test('sessions are told one of each scenario before a second one of any, and read no further than needed', async () => {
  const results = [failing('a', { trial: 0 }), failing('a', { trial: 1 }), failing('b'), resultOf(keyOf('c'))];
  let read = 0;
  async function* counted(): AsyncIterable<SessionResult> {
    for await (const one of streamOf(results)) {
      read += 1;
      yield one;
    }
  }
  let text = '';
  for await (const piece of markdownReport({ maxTold: 2 }).write(runOf(results), counted())) text += piece;
  expect(
    [...text.matchAll(/<summary>✗ (\S+), trial \d|<summary>✗ (\S+) /g)].map((found) => found[1] ?? found[2]),
  ).toEqual(['a', 'b']);
  expect(read).toBe(3);
});

test('[F68] of 1,000 hostile texts nothing but text reaches the page', async () => {
  const batch = fc.array(fc.tuple(hostileText, hostileText), { minLength: 10, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(batch, async (texts) => {
      const results = texts.map(([message, words], index) => failing(`a-${index}`, { message: `x${message}`, words }));
      const [message, words] = texts[0]!;
      const run = runOf(results, { notes: [words], gate: { status: 'lost', reasons: [message] } });
      const html = micromark(await textOf(results, run), {
        allowDangerousHtml: true,
        extensions: [gfm()],
        htmlExtensions: [gfmHtml()],
      });
      const tags = new Set([...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, name]) => name));
      for (const tag of tags) expect(OURS).toContain(tag);
      const cells = cellsOf(html).filter((_cell, index) => index % 5 === 4);
      expect(cells).toEqual(texts.map(([text]) => shownAs(`x${text}`)));
    }),
    { numRuns: 100 },
  );
});

const OURS = [
  'h3',
  'h4',
  'p',
  'strong',
  'ul',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'br',
  'details',
  'summary',
  'pre',
  'code',
  'sub',
];

/** The texts of the cells of the first table, without what stands behind a break. */
function cellsOf(html: string): string[] {
  const table = /<table>.*?<\/table>/s.exec(html)?.[0] ?? '';
  return [...table.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => decode(cell.replace(/<br>.*/s, '')));
}

function decode(html: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return html.replaceAll('<!-- -->', '').replace(/&(\w+);/g, (_all, name: string) => names[name] ?? '?');
}

/** On one line, without white space at the ends. */
function shownAs(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/[ \t]*\n[ \t]*/g, ' ');
}

function expectClosed(text: string): void {
  const count = (part: string | RegExp): number => text.split(part).length - 1;
  expect(count('<details>')).toBe(count('</details>'));
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const found = /^(`{3,})(?:text)?$/.exec(line)?.[1];
    if (found === undefined) continue;
    if (fence === undefined) fence = found;
    else if (found.length >= fence.length) fence = undefined;
  }
  expect(fence).toBeUndefined();
}

async function textOf(
  results: readonly SessionResult[],
  run: RunResult = runOf(results),
  options: MarkdownOptions = {},
): Promise<string> {
  let text = '';
  for await (const piece of markdownReport({ directory: 'runs/run', ...options }).write(run, streamOf(results)))
    text += piece;
  return text;
}
