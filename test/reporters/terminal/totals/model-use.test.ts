import { expect, test } from 'vitest';
import type { ModelTotals } from '../../../../src/domain/verdicts/model-totals.ts';
import { paletteOf } from '../../../../src/reporters/terminal/palette.ts';
import { displayWidth } from '../../../../src/reporters/terminal/text-width.ts';
import { modelUse } from '../../../../src/reporters/terminal/totals/model-use.ts';

const palette = paletteOf(false);
const totals = (role: ModelTotals['role'], model: string, more: Partial<ModelTotals> = {}): ModelTotals => ({
  ...{ role, model, calls: 120, tokensIn: 45_210, tokensOut: 3_100, callsWithoutUsage: 0 },
  ...more,
});
const tell = (models: readonly ModelTotals[], columns = 80): string =>
  modelUse(models, { columns, palette }).join('\n');

test('a run says what each role asked of each model, and what is not known of it', () => {
  expect(
    tell([
      totals('agent', 'gpt-5-mini', { costUsd: 0.0175 }),
      totals('agent', 'local', { calls: 7, callsWithoutUsage: 7, tokensIn: 0, tokensOut: 0 }),
      totals('judge', 'gpt-5', { calls: 1, tokensIn: 900, tokensOut: 12, costUsd: 1.204 }),
      totals('user', 'qwen3-32b', { callsWithoutUsage: 3 }),
    ]),
  ).toMatchInlineSnapshot(`
    "models
      agent  gpt-5-mini  120 calls  45,210 tokens in, 3,100 out  $0.018
      agent  local         7 calls  tokens unknown
      judge  gpt-5          1 call  900 tokens in, 12 out        $1.20
      user   qwen3-32b   120 calls  45,210 tokens in, 3,100 out  unknown price
      together at least $1.22
      3 calls not in the sum, for want of a count of tokens: user, qwen3-32b"
  `);
});

test('a sum of known costs is told as it is, and one with a gap as the least', () => {
  const priced = [totals('agent', 'a', { costUsd: 1 }), totals('judge', 'b', { costUsd: 0.5 })];
  expect(tell(priced).split('\n').at(-1)).toBe('  together $1.50');
  const gap = [totals('agent', 'a', { costUsd: 1 }), totals('judge', 'b', { costUsd: 0.5, callsWithoutUsage: 1 })];
  expect(tell(gap).split('\n').slice(-3)).toEqual([
    '  judge  b  120 calls  45,210 tokens in, 3,100 out  at least $0.50',
    '  together at least $1.50',
    '  1 call not in the sum, for want of a count of tokens: judge, b',
  ]);
  expect(tell([totals('agent', 'a', { calls: 2, callsWithoutUsage: 2, costUsd: 0 })])).toBe(
    'models\n  agent  a  2 calls  tokens unknown',
  );
});

test('a run without models says nothing of them, and one model needs no sum', () => {
  expect(tell([])).toBe('');
  expect(tell([totals('agent', 'a', { costUsd: 1 })])).not.toContain('together');
});

test('where a terminal is narrow, tokens and cost have a line of their own', () => {
  const models = [
    totals('agent', 'gpt-5-mini-2026-01-01', { tokensIn: 1_245_210, tokensOut: 43_100, costUsd: 0.3975 }),
    totals('judge', 'gpt-5', { callsWithoutUsage: 2, costUsd: 0.0575 }),
  ];
  const text = tell(models, 44);
  expect(text).toMatchInlineSnapshot(`
    "models
      agent  gpt-5-mini-2026-01-01  120 calls
        1,245,210 tokens in, 43,100 out  $0.40
      judge  gpt-5                  120 calls
        45,210 tokens in, 3,100 out
        at least $0.058
      together at least $0.46
      2 calls not in the sum, for want of a
      count of tokens: judge, gpt-5"
  `);
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(44);
});

test('the name of a model is cut where there is no room, and shown as text', () => {
  const text = tell([totals('agent', `a\u001b[2J${'x'.repeat(90)}`, { costUsd: 0.0175 })]);
  expect(text).toMatchInlineSnapshot(`
    "models
      agent  a\\u{1b}[2Jxxxxxxxxxxxx…  120 calls  45,210 tokens in, 3,100 out  $0.018"
  `);
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
});

test('calls that recordings answered are told as such, and have no price that is unknown', () => {
  expect(
    tell([
      totals('agent', 'local', { replayed: 120 }),
      totals('judge', 'gpt-5', { replayed: 120, costUsd: 0 }),
      totals('user', 'gpt-5', { replayed: 100, costUsd: 0.0175 }),
    ]),
  ).toMatchInlineSnapshot(`
    "models
      agent  local  120 calls  45,210 tokens in, 3,100 out  replayed
      judge  gpt-5  120 calls  45,210 tokens in, 3,100 out  replayed
      user   gpt-5  120 calls  45,210 tokens in, 3,100 out  $0.018, 100 replayed
      together at least $0.018"
  `);
});

test('scripts that tell no tokens are told of with --verbose only', () => {
  const script = { role: 'agent' as const, model: 'script', calls: 3, tokensIn: 0, tokensOut: 0, callsWithoutUsage: 3 };
  const look = { columns: 80, palette };
  expect(modelUse([script], look)).toEqual([]);
  expect(modelUse([script], { ...look, verbose: true })).toHaveLength(2);
  expect(modelUse([script, { ...script, role: 'user', tokensIn: 5 }], look).length).toBeGreaterThan(2);
});
