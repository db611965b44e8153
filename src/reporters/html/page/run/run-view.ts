import { type Child, el } from '../element.ts';
import { groundingChart } from '../grounding-chart.ts';
import { countOf, countText, durationText, shareText } from '../numbers.ts';
import type { PageContext } from '../page-context.ts';
import { rateBar } from '../rate-bar.ts';
import { table } from '../table.ts';
import { badge } from '../verdict-badge.ts';
import { scenarioTable } from './scenario-table.ts';
import { trialStatistics } from './trial-statistics.ts';

const MAX_BULLETS = 5;

/** The run as a whole: what came of it, why, and how sure that is. */
export function runView(context: PageContext): HTMLElement {
  const { data, href } = context;
  const { gate, totals, id, seed, startedAt, durationMs } = data;
  const facts = `run ${id}, seed ${seed}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${durationText(durationMs)}`;
  return el(
    'div',
    {},
    el('h1', {}, 'Gate ', badge(gate.status)),
    el('p', { class: 'quiet' }, facts),
    totalsPart(context),
    gate.reasons.length === 0 ? undefined : bullets(gate.reasons),
    data.problems.length === 0 ? undefined : [el('h2', {}, 'Problems'), bullets(data.problems)],
    el('h2', {}, 'Scenarios'),
    scenarioTable(context),
    data.missing.length === 0 ? undefined : [el('h2', {}, 'Sessions that came to no result'), bullets(data.missing)],
    statistics(context),
    data.notes.length === 0 ? undefined : [el('h2', {}, 'Notes'), bullets(data.notes)],
    el(
      'p',
      {},
      el('a', { href: href({ view: 'sessions', filter: {} }) }, `All ${countOf(totals.sessions, 'session')}`),
    ),
  );
}

function totalsPart({ data, href }: PageContext): Child {
  const { totals, rate } = data;
  const cards = (['passed', 'failed', 'invalid'] as const).map((verdict) =>
    el(
      'li',
      {},
      el(
        'a',
        { class: `card is-${verdict}`, href: href({ view: 'sessions', filter: { verdict } }) },
        el('span', { class: 'card-number' }, countText(totals[verdict])),
        ' ',
        badge(verdict),
      ),
    ),
  );
  return [
    el('ul', { class: 'cards', 'aria-label': `${countOf(totals.sessions, 'session')} by verdict` }, cards),
    rate === undefined ? undefined : el('p', {}, rateBar({ rate: rate.mean, ...rate }), ' ', rateText(rate)),
  ];
}

function rateText({ mean, low, high, scenarios }: NonNullable<PageContext['data']['rate']>): string {
  const whole = `${shareText(mean)} passed, mean of ${countOf(scenarios, 'scenario')}`;
  if (low === undefined || high === undefined) return `${whole}; too little is known for an interval`;
  const warning = scenarios < 30 ? '; with fewer than 30 scenarios it is a little too narrow' : '';
  return `${whole}, 95 % interval ${shareText(low)} to ${shareText(high)}${warning}`;
}

function statistics({ data }: PageContext): Child {
  const { grounding, models = [] } = data;
  const curves = grounding.scenarios.filter(({ turns }) => turns.length > 1);
  if (data.statistics === undefined && grounding.run.length === 0 && models.length === 0) return undefined;
  return [
    el('h2', {}, 'Statistics'),
    trialStatistics({ data }),
    grounding.run.length === 0
      ? undefined
      : [
          el('h3', {}, 'Grounding'),
          groundingChart(grounding.run, 'Values in answers that the evidence supports'),
          curves.length < 2
            ? undefined
            : el(
                'details',
                {},
                el('summary', {}, `By scenario (${curves.length})`),
                curves.map(({ scenario, turns }) => groundingChart(turns, `${scenario}: supported values`)),
              ),
        ],
    models.length === 0
      ? undefined
      : [
          el('h3', {}, 'Models'),
          table(
            'What models were asked',
            ['role', 'model', 'calls', 'tokens in', 'tokens out', 'cost'],
            models.map(({ role, model, calls, tokensIn, tokensOut, costUsd }) => [
              role,
              model,
              countText(calls),
              countText(tokensIn),
              countText(tokensOut),
              costUsd === undefined ? 'unknown price' : costText(costUsd),
            ]),
          ),
        ],
  ];
}

/** The first lines at once, the others when they are asked for. */
function bullets(lines: readonly string[]): Child {
  const list = (some: readonly string[]): HTMLElement =>
    el(
      'ul',
      {},
      some.map((line) => el('li', {}, line)),
    );
  const rest = lines.slice(MAX_BULLETS);
  if (rest.length < 2) return list(lines);
  return [
    list(lines.slice(0, MAX_BULLETS)),
    el('details', {}, el('summary', {}, `and ${rest.length} more`), list(rest)),
  ];
}

function costText(usd: number): string {
  return usd === 0 ? '$0' : `$${usd.toFixed(usd < 0.01 ? 4 : 2)}`;
}
