import { forTerminal } from '../../domain/display/terminal.ts';
import type { Change, Comparison, ScenarioComparison, ScoreComparison } from '../../domain/verdicts/comparison.ts';
import { fitSentence } from '../terminal/fit-sentence.ts';
import { countOf } from '../terminal/numbers.ts';
import type { Palette } from '../terminal/palette.ts';
import { scenarioName } from '../terminal/session-name.ts';
import { padWidth } from '../terminal/text-width.ts';
import {
  CERTAIN,
  CHANGES,
  countChanges,
  lostText,
  ratesText,
  runText,
  scoreText,
  sureness,
} from './comparison-words.ts';

type Look = { columns: number; palette: Palette };

/** Scenarios of one kind of change that are told by name. */
const MAX_TOLD = 50;
const CHANGE_COLUMNS = 'regressed'.length;

/** A comparison for a terminal: what became worse first, each with the turn where it went wrong. */
export function comparisonLines(comparison: Comparison, look: Look): string[] {
  const { columns, palette } = look;
  const { before, after, scenarios, notes } = comparison;
  const head = `${before.id} → ${after.id}`;
  return [
    palette.strong(fitSentence(oneLine(head), columns)),
    '',
    ...CHANGES.filter((change) => change !== 'same').flatMap((change) => changeBlock(comparison, change, look)),
    ...scoreLines(comparison, look),
    ...failureLines(comparison, look),
    `scenarios  ${countChanges(scenarios)}`,
    ...runLines(comparison, palette),
    ...notes.slice(0, MAX_TOLD).map((note) => palette.quiet(`note       ${oneLine(note)}`)),
  ];
}

function changeBlock({ scenarios }: Comparison, change: Change, { columns, palette }: Look): string[] {
  const own = scenarios.filter((one) => one.change === change);
  if (own.length === 0) return [];
  const style = styleOf(change, palette);
  const areCertain = own.every((one) => sureness(one) === CERTAIN);
  const lines = own
    .slice(0, MAX_TOLD)
    .flatMap((one) => [
      fitSentence(`  ${nameOf(one)}  ${ratesText(one)}${areCertain ? '' : braced(sureness(one))}`, columns),
      ...(lostText(one) === '' || change === 'improved'
        ? []
        : [palette.quiet(fitSentence(`    ${oneLine(lostText(one))}`, columns))]),
    ]);
  const rest = own.length - MAX_TOLD;
  return [
    `${style(`${change} (${own.length})`)}${areCertain ? palette.quiet(`  ${CERTAIN}`) : ''}`,
    ...lines,
    ...(rest > 0 ? [palette.quiet(`  … and ${countOf(rest, 'more scenario')}, all of them in the JSON`)] : []),
    '',
  ];
}

function nameOf(one: ScenarioComparison): string {
  const from = one.renamedFrom === undefined ? '' : ` (was ${oneLine(one.renamedFrom)})`;
  return `${scenarioName(one)}${from}`;
}

/** Scorers over the run, and of single scenarios what their verdicts do not tell already. */
function scoreLines({ scores, scenarios }: Comparison, { columns, palette }: Look): string[] {
  const told = new Set(scenarios.flatMap((one) => (one.change === 'same' ? [] : [`${one.scenario}/${one.variant}`])));
  const changed = scores.filter(
    ({ change, scenario, variant }) =>
      change !== 'same' && (scenario === undefined || !told.has(`${scenario}/${variant}`)),
  );
  if (changed.length === 0) return [];
  const lines = changed.slice(0, MAX_TOLD).map((one) => {
    const mark = `  ${padWidth(one.change, CHANGE_COLUMNS)}  `;
    const text = `${scoreName(one, changed)}  ${scoreText(one)}${unpairedText(one)}`;
    return `${styleOf(one.change, palette)(mark)}${fitSentence(text, columns - mark.length)}`;
  });
  const rest = changed.length - MAX_TOLD;
  return ['scores', ...lines, ...(rest > 0 ? [palette.quiet(`  … and ${rest} more`)] : []), ''];
}

/** With its stage where several scores of one name are told, and with the scenario that it is of. */
function scoreName(one: ScoreComparison, all: readonly ScoreComparison[]): string {
  const { score, stage, scenario, variant = 'default' } = one;
  const isTwice = all.some((other) => other.stage !== stage && other.score === score && other.scenario === scenario);
  const where = scenario === undefined ? '' : ` in ${scenarioName({ scenario, variant })}`;
  return `${oneLine(score)}${isTwice ? ` (${stage})` : ''}${where}`;
}

function unpairedText({ onlyBefore, onlyAfter }: ScoreComparison): string {
  const alone = onlyBefore + onlyAfter;
  return alone === 0 ? '' : `; ${countOf(alone, 'pair')} with a value on one side only`;
}

/** Where sessions failed, by stage and by turn; left out where that did not change. */
function failureLines({ stages, turns }: Comparison, { palette }: Look): string[] {
  const differ = [...stages, ...turns].some(({ before, after }) => before !== after);
  if (!differ) return [];
  const byStage = stages.map(({ stage, before, after }) => `${stage} ${before} → ${after}`);
  const byTurn = turns.map(({ turn, before, after }) => `turn ${turn}: ${before} → ${after}`);
  const shown = byTurn.length > 12 ? [...byTurn.slice(0, 12), '…'] : byTurn;
  return [
    palette.quiet(`failures   ${byStage.join(', ')}`),
    ...(shown.length === 0 ? [] : [palette.quiet(`           ${shown.join(', ')}`)]),
  ];
}

function styleOf(change: Change, palette: Palette): (text: string) => string {
  if (change === 'regressed') return palette.failed;
  if (change === 'unjudged') return palette.invalid;
  return change === 'improved' ? palette.passed : palette.quiet;
}

function braced(text: string): string {
  return text === '' ? '' : `  (${text})`;
}

function runLines(comparison: Comparison, palette: Palette): string[] {
  const { change } = comparison.run;
  const [first = '', ...rest] = runText(comparison);
  return [`run        ${styleOf(change, palette)(change)}: ${first}`, ...rest.map((text) => `           ${text}`)];
}

function oneLine(text: string): string {
  return forTerminal(text, { newlines: 'escape' });
}
