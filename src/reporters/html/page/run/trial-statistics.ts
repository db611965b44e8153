import { type Child, el } from '../element.ts';
import { countText, shareText } from '../numbers.ts';
import type { PageContext } from '../page-context.ts';
import { table } from '../table.ts';

/** What fresh trials would come to, means of scores, and what the intervals do not say. */
export function trialStatistics({ data }: Pick<PageContext, 'data'>): Child {
  const { chances = [], scores = [], limits = [] } = data.statistics ?? {};
  return [
    chances.length === 0
      ? undefined
      : [
          el('h3', {}, 'Fresh trials of a scenario'),
          table(
            'Chances of fresh trials, means over scenarios',
            ['trials', 'all pass (pass^k)', 'at least one passes (pass@k)', 'scenarios'],
            chances.map(({ k, all, any, scenarios }) => [`${k}`, shareText(all), shareText(any), countText(scenarios)]),
          ),
        ],
    scores.length === 0
      ? undefined
      : [
          el('h3', {}, 'Scores'),
          table(
            'Means of scores over scenarios',
            ['scorer', 'stage', 'mean', '95 % interval', 'scenarios'],
            scores.map(({ scorer, stage, mean, interval, scenarios }) => [
              scorer,
              stage,
              mean.toFixed(2),
              interval === undefined
                ? 'too little is known'
                : `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`,
              countText(scenarios),
            ]),
          ),
        ],
    limits.length === 0
      ? undefined
      : el(
          'ul',
          {},
          limits.map((limit) => el('li', {}, limit)),
        ),
  ];
}
