import { el } from '../element.ts';
import { shareText } from '../numbers.ts';
import type { PageContext } from '../page-context.ts';
import { rateBar } from '../rate-bar.ts';
import { table } from '../table.ts';
import { badge } from '../verdict-badge.ts';

const MAX_ROWS = 200;

/** Scenarios with their rates, those that did not pass each time first. */
export function scenarioTable({ data, href }: PageContext): HTMLElement {
  const rows = data.scenarios.toSorted((a, b) => a.passRate - b.passRate);
  const left = rows.length - MAX_ROWS;
  return el(
    'div',
    {},
    table(
      'Scenarios, those that passed least often first',
      ['scenario', 'passed', 'rate', '95 % interval', 'must', 'remarks'],
      rows
        .slice(0, MAX_ROWS)
        .map(({ scenario, variant, passed, failed, sessions, passRate, interval, minPassRate }) => [
          el(
            'a',
            {
              href: href({
                view: 'sessions',
                filter: { text: variant === 'default' ? scenario : `${scenario}/${variant}` },
              }),
            },
            variant === 'default' ? scenario : `${scenario} (${variant})`,
          ),
          `${passed}/${sessions}`,
          rateBar({ rate: passRate, low: interval?.low, high: interval?.high, wanted: minPassRate }),
          interval === undefined ? '' : `${shareText(interval.low)} to ${shareText(interval.high)}`,
          shareText(minPassRate),
          [
            passRate < minPassRate ? badge('lost', 'below') : undefined,
            passed > 0 && failed > 0 ? badge('flaky') : undefined,
          ],
        ]),
    ),
    left > 0 ? el('p', { class: 'quiet' }, `… and ${left} more`) : undefined,
  );
}
