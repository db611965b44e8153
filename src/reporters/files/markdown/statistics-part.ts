import { isFlaky } from '../../../domain/verdicts/flaky.ts';
import type { ModelTotals } from '../../../domain/verdicts/model-totals.ts';
import type {
  GroundingPoint,
  MeanOverScenarios,
  RunResult,
  RunStatistics,
  ScenarioTotals,
} from '../../../domain/verdicts/run-result.ts';
import { matrixMarkdown } from '../../matrix/matrix-markdown.ts';
import { formatCount, formatShare, formatUsd } from '../../terminal/numbers.ts';
import { inLine } from './headline.ts';

const MAX_ROWS = 40;
const MAX_NAME = 80;
const MAX_NOTE = 300;
const MAX_NOTES = 5;

/** Rates of scenarios that ran more than once, grounding by turn, what models were asked, notes, and the run itself. */
export function statisticsPart(run: RunResult): string {
  return [
    ...(run.matrix === undefined ? [] : matrixMarkdown(run.matrix)),
    ...rates(run.scenarios.filter(({ sessions }) => sessions > 1)),
    ...(run.statistics === undefined ? [] : means(run.statistics)),
    ...grounding(run.grounding.run),
    ...models(run.models ?? []),
    ...notes(run.notes),
    `<sub>run ${inLine(run.id, MAX_NAME)}, seed ${run.seed}, ${inLine(run.startedAt, MAX_NAME)}</sub>`,
    '',
  ].join('\n');
}

/** Those that did not pass each time come first: they are why anybody looks. */
function rates(scenarios: readonly ScenarioTotals[]): string[] {
  if (scenarios.length === 0) return [];
  const shown = scenarios.toSorted((a, b) => a.passRate - b.passRate).slice(0, MAX_ROWS);
  const left = scenarios.length - shown.length;
  return [
    '| scenario | passed | rate | 95 % interval | must | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...shown.map(rateRow),
    ...(left > 0 ? ['', `… and ${formatCount(left)} more that ran several times`] : []),
    '',
  ];
}

function rateRow(totals: ScenarioTotals): string {
  const { scenario, variant, passed, sessions, interval, minPassRate } = totals;
  const cells = [
    inLine(variant === 'default' ? scenario : `${scenario} (${variant})`, MAX_NAME),
    `${formatCount(passed)}/${formatCount(sessions)}`,
    formatShare(passed, sessions),
    interval === undefined ? '' : `${formatShare(interval.low, 1).replace(' %', '')}–${formatShare(interval.high, 1)}`,
    minPassRate === 0 ? '' : `${Math.round(minPassRate * 1_000) / 10} %`,
    isFlaky(totals) ? 'flaky' : '',
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Over the scenarios of the run, each of which counts alike. */
function means({ passRate, chances, scores, limits }: RunStatistics): string[] {
  const rate = passRate === undefined ? [] : [`trials that pass ${meanText(passRate)}`];
  const all = chances.map(({ k, all: chance }) => `pass^${k} ${formatShare(chance, 1)}`);
  const line = [...rate, ...all].map((text) => inLine(text, MAX_NOTE)).join(', ');
  const rows = scores.slice(0, MAX_ROWS).map(({ scorer, stage, ...mean }) => {
    return `| ${inLine(scorer, MAX_NAME)} | ${stage} | ${inLine(meanText(mean), MAX_NOTE)} |`;
  });
  const left = scores.length - rows.length;
  return [
    ...(line === '' ? [] : [`Mean over scenarios: ${line}`, '']),
    ...(rows.length === 0 ? [] : ['| scorer | stage | mean over scenarios |', '| --- | --- | --- |', ...rows, '']),
    ...(left > 0 ? [`… and ${formatCount(left)} more scores`, ''] : []),
    ...limits.slice(0, MAX_NOTES).map((limit) => `- ${inLine(limit, MAX_NOTE)}`),
    ...(limits.length > 0 ? [''] : []),
  ];
}

/** `0.83 (0.71–0.94) of 12`. */
function meanText({ mean, interval, scenarios }: MeanOverScenarios): string {
  const between = interval === undefined ? '' : ` (${interval.low.toFixed(2)}–${interval.high.toFixed(2)})`;
  return `${mean.toFixed(2)}${between} of ${formatCount(scenarios)}`;
}

function grounding(points: readonly GroundingPoint[]): string[] {
  if (points.length === 0) return [];
  const shown = points.slice(0, MAX_ROWS).map(({ turn, supported, checkable }) => {
    return `turn ${turn} ${formatShare(supported, checkable)} of ${formatCount(checkable)}`;
  });
  return [`Values in answers that the evidence supports: ${shown.join(', ')}`, ''];
}

function models(totals: readonly ModelTotals[]): string[] {
  if (totals.length === 0) return [];
  const rows = totals.slice(0, MAX_ROWS).map(({ role, model, calls, tokensIn, tokensOut, costUsd }) => {
    const tokens = `${formatCount(tokensIn)} in, ${formatCount(tokensOut)} out`;
    const cost = costUsd === undefined ? 'unknown' : formatUsd(costUsd).replace('$', '\\$');
    return `| ${role} | ${inLine(model, MAX_NAME)} | ${formatCount(calls)} | ${tokens} | ${cost} |`;
  });
  return ['| | model | calls | tokens | cost |', '| --- | --- | --- | --- | --- |', ...rows, ''];
}

function notes(all: readonly string[]): string[] {
  if (all.length === 0) return [];
  const left = all.length - MAX_NOTES;
  const shown = all.slice(0, MAX_NOTES).map((note) => `- note: ${inLine(note, MAX_NOTE)}`);
  return [...shown, ...(left > 0 ? [`- … and ${formatCount(left)} more notes`] : []), ''];
}
