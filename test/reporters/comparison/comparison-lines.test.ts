import { describe, expect, test } from 'vitest';
import type { SessionResult } from '../../../src/domain/verdicts/session-result.ts';
import { comparisonLines } from '../../../src/reporters/comparison/comparison-lines.ts';
import { comparisonMarkdown } from '../../../src/reporters/comparison/comparison-markdown.ts';
import { paletteOf } from '../../../src/reporters/terminal/palette.ts';
import { compareRuns } from '../../../src/runs/compare/compare-runs.ts';
import { findingOf, keyOf, resultOf, runOf, scoreOf } from '../../fixtures/results.ts';

const HOSTILE = 'no | result\u001b[2J\n::error::owned <img src=x onerror=alert(1)>';

function failed(scenario: string, more: Partial<SessionResult> = {}): SessionResult {
  const scores = [scoreOf('said', [findingOf({ turn: 1, message: HOSTILE })])];
  return resultOf(keyOf(scenario), { scores, ...more });
}

const passed = (scenario: string, more: Partial<SessionResult> = {}): SessionResult => resultOf(keyOf(scenario), more);
const live: Partial<SessionResult> = { fixed: [], quality: 'model' };

const comparison = compareRuns(
  runOf([passed('refund'), passed('greeting', live), passed('gone'), failed('mended')], { id: 'monday' }),
  runOf([failed('refund'), failed('greeting', live), passed('fresh'), passed('mended')], { id: 'tuesday' }),
);

describe('a comparison on a terminal', () => {
  const lines = comparisonLines(comparison, { columns: 90, palette: paletteOf(false) });
  const text = lines.join('\n');

  test('what became worse stands first, with rates and the turn where it went wrong', () => {
    expect(lines[0]).toBe('monday → tuesday');
    expect(lines[2]).toBe('regressed (1)  certain: user and model are scripts');
    expect(lines[3]).toBe('  refund  1/1 → 0/1 passed');
    expect(lines[4]).toMatch(/^ {4}turn 1, generation: no \| result/);
  });

  test('a change that one trial cannot prove says so', () => {
    expect(text).toContain('noise (1)\n  greeting  1/1 → 0/1 passed  (one trial cannot tell)');
  });

  test('scenarios that one run alone has are named, and the run ends with one sentence', () => {
    expect(text).toContain('removed (1)\n  gone  1/1 → – passed');
    expect(text).toContain('added (1)\n  fresh  – → 1/1 passed');
    expect(text).toContain('run        noise: 66.7 % → 33.3 % of 3 pairs passed (2 lost, 1 won, p = 1.000)');
  });

  test('no line is wider than the terminal, and no foreign text begins one or moves the cursor', () => {
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(90);
    expect(text).not.toContain('\u001b');
    expect(text).not.toMatch(/^::/m);
  });
});

describe('a comparison for a pull request', () => {
  const text = comparisonMarkdown(comparison);

  test('the head counts the changes, and each has a row', () => {
    expect(text).toMatch(/^### monday → tuesday: 1 regressed, 1 noise, 1 improved, 1 removed, 1 added\n/);
    expect(text).toContain('| ❌ | refund | 1/1 → 0/1 |');
  });

  test('foreign text stays inside its cell', () => {
    const row = text.split('\n').find((line) => line.startsWith('| ❌ | refund'));
    expect(row).toContain('no \\| result');
    expect(text).not.toContain('<img');
    expect(text).not.toMatch(/^::/m);
  });
});
