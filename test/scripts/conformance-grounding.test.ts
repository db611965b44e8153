import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withMeasures } from '../../scripts/conformance/grounding/measured-page.ts';
import { run } from '../../scripts/conformance/grounding/run.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grounding-'));
  const head = { source_set: 'lockers', task: 'rent', language: 'en' };
  const wrong = 'Locker L-40 costs 19.90 EUR.';
  const lines = [
    {
      ...head,
      id: 'a',
      label: 'faithful',
      answer: 'Locker L-40 costs 12.50 EUR.',
      evidence: [
        { kind: 'tool_result', name: 'get_locker', content: { locker: 'L-40', price: 12.5, currency: 'EUR' } },
      ],
    },
    {
      ...head,
      id: 'a-1',
      evidence_of: 'a',
      label: 'unfaithful',
      answer: wrong,
      mutation: { kind: 'number_changed' },
      spans: [{ start: 18, end: 27, text: wrong.slice(18, 27), kind: 'number_changed' }],
    },
    {
      ...head,
      id: 'a-2',
      evidence_of: 'a',
      label: 'faithful',
      answer: 'Locker L-40 costs €12.50.',
      mutation: { kind: 'ok_number_format' },
    },
  ];
  writeFileSync(join(folder, 'mutations.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function outputOf(...args: string[]): Promise<{ code: number; out: string; told: string }> {
  let [out, told] = ['', ''];
  const page = join(folder, 'page.md');
  const code = await run(
    [folder, ...args],
    (text) => {
      out += text;
    },
    {
      tell: (text) => {
        told += text;
      },
      page,
    },
  );
  return { code, out, told };
}

describe('a folder of answers', () => {
  test('is measured in pairs, with intervals and how often the words were hit; progress is told apart', async () => {
    const { code, out, told } = await outputOf();
    expect({ code, told }).toEqual({ code: 0, told: '1 of 1: mutations.jsonl\n' });
    expect(out).toContain('| number_changed | en | 1 | 100.0 | 100.0 | 20.7 to 100.0 | 100.0 |');
    expect(out).toContain('| ok_number_format | en | 1 | 0.0 | 0.0 | 0.0 to 79.3 |');
  });

  test('goes into the page between its markers, and nothing else of the page changes', async () => {
    writeFileSync(join(folder, 'page.md'), 'Before\n<!-- measured:begin -->\nold\n<!-- measured:end -->\nAfter\n');
    await outputOf('--write');
    const page = readFileSync(join(folder, 'page.md'), 'utf8');
    expect(page).toMatch(
      /^Before\n<!-- measured:begin -->\n\n### mutations\.jsonl\n[\s\S]*number_changed[\s\S]*\n<!-- measured:end -->\nAfter\n$/,
    );
    expect(page).not.toContain('old');
  });
});

test('a page without both markers is refused', () => {
  expect(() => withMeasures('no markers', 'x')).toThrow('the page needs');
  expect(() => withMeasures('<!-- measured:end --><!-- measured:begin -->', 'x')).toThrow('the page needs');
});

test.each([
  [[], 'one folder is measured'],
  [['--sample', 'x'], '`--sample` expected a whole number of at least 1, found `x`'],
  [['--write', '--sample', '2'], '`--write` is for the whole folder'],
  [['--files', 'nothing'], 'holds no .jsonl file whose name holds `nothing`'],
  [['--colour'], '`--help` lists the options.'],
])('a wrong call %j is refused with a sentence', async (args, message) => {
  const given = args.length === 0 ? [] : [folder, ...args];
  await expect(run(given, () => {}, { tell: () => {} })).rejects.toThrow(message);
});

test('`--help` needs no folder', async () => {
  let out = '';
  expect(
    await run(['--help'], (text) => {
      out += text;
    }),
  ).toBe(0);
  expect(out).toContain('Exit codes: 0 all was measured');
});
