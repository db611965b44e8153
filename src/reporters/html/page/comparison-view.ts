import type { Comparison } from '../../../domain/verdicts/comparison.ts';
import { type Child, el } from './element.ts';
import { countOf, shareText } from './numbers.ts';
import { table } from './table.ts';
import { badge } from './verdict-badge.ts';

const MAX_ROWS = 300;

/** The run beside an earlier one: the whole, each scenario, each score, and where failures began. */
export function comparisonView({
  before,
  after,
  run,
  scenarios,
  scores,
  stages,
  turns,
  notes,
}: Comparison): HTMLElement {
  return el(
    'div',
    {},
    el('h1', {}, 'Comparison ', badge(run.change)),
    el(
      'p',
      {},
      `run ${before.id} before, run ${after.id} after; ${countOf(run.pairs, 'pair')} of sessions, ${run.lost} lost, ${run.won} won, ${run.invalid} without a valid test`,
    ),
    run.rateBefore === undefined || run.rateAfter === undefined
      ? undefined
      : el(
          'p',
          {},
          `${shareText(run.rateBefore)} passed before, ${shareText(run.rateAfter)} after`,
          rangeText(run),
          pText(run.pValue),
        ),
    notes.length === 0
      ? undefined
      : el(
          'ul',
          {},
          notes.map((note) => el('li', {}, note)),
        ),
    el('h2', {}, 'Scenarios'),
    scenariosPart(scenarios),
    scoresPart(scores),
    countsPart(
      'Failures by stage',
      stages.map(({ stage, before: old, after: now }) => [stage, old, now]),
    ),
    countsPart(
      'Failures by turn',
      turns.map(({ turn, before: old, after: now }) => [`turn ${turn}`, old, now]),
    ),
  );
}

function scenariosPart(scenarios: Comparison['scenarios']): HTMLElement {
  const moved = scenarios.filter(({ change }) => change !== 'same');
  if (moved.length === 0) return el('p', {}, 'All scenarios are as they were.');
  return table(
    'Scenarios that changed',
    ['scenario', 'change', 'before', 'after', 'lost and won', 'by chance', 'first lost'],
    moved
      .slice(0, MAX_ROWS)
      .map((row) => [
        `${row.scenario}${row.variant === 'default' ? '' : ` (${row.variant})`}${row.renamedFrom === undefined ? '' : `, before ${row.renamedFrom}`}`,
        badge(row.change),
        row.before === undefined ? '' : `${row.before.passed}/${row.before.sessions}`,
        row.after === undefined ? '' : `${row.after.passed}/${row.after.sessions}`,
        `${row.lost} and ${row.won}`,
        row.certain ? 'no chance in it' : pText(row.corrected ?? row.pValue).replace(/^, /, ''),
        row.firstLost === undefined ? '' : `trial ${row.firstLost.trial}: ${row.firstLost.message}`,
      ]),
  );
}

function scoresPart(scores: Comparison['scores']): Child {
  if (scores.length === 0) return undefined;
  return [
    el('h2', {}, 'Scores'),
    table(
      'Means of scores',
      ['score', 'change', 'before', 'after', 'difference', 'pairs'],
      scores
        .slice(0, MAX_ROWS)
        .map((row) => [
          row.scenario === undefined ? `${row.score}, whole run` : `${row.score}, ${row.scenario}`,
          badge(row.change),
          row.before?.toFixed(2) ?? '',
          row.after?.toFixed(2) ?? '',
          row.difference === undefined ? '' : `${row.difference.toFixed(2)}${rangeText(row)}`,
          `${row.pairs}`,
        ]),
    ),
  ];
}

function countsPart(label: string, rows: readonly (readonly [string, number, number])[]): Child {
  if (rows.length === 0) return undefined;
  return [
    el('h2', {}, label),
    table(
      label,
      ['where', 'before', 'after'],
      rows.map(([name, before, after]) => [name, `${before}`, `${after}`]),
    ),
  ];
}

function rangeText({ interval }: { interval?: { low: number; high: number } | undefined }): string {
  return interval === undefined
    ? ''
    : ` (95 % interval of the difference ${interval.low.toFixed(2)} to ${interval.high.toFixed(2)})`;
}

function pText(pValue: number | undefined): string {
  if (pValue === undefined) return '';
  return pValue < 0.001 ? ', p < 0.001' : `, p = ${pValue.toFixed(3)}`;
}
