import type { ScoreView } from '../../session-view.ts';
import { type Child, el } from '../element.ts';
import { table } from '../table.ts';
import { badge } from '../verdict-badge.ts';
import type { SessionContext } from './session-context.ts';

/** Every check with its verdict and reason, and those that judge turns by turn. */
export function scoreTables({ session, at }: SessionContext): Child {
  const { scores } = session;
  const byTurn = scores.filter(({ turns }) => turns.length > 0);
  const turns = [...new Set(byTurn.flatMap((score) => score.turns.map(({ turn }) => turn)))].sort((a, b) => a - b);
  return [
    el('h2', { id: 'part-checks', tabindex: -1 }, 'Checks'),
    scores.length === 0
      ? el('p', {}, 'No check looked at this session.')
      : table(
          'Checks',
          ['check', 'verdict', 'value', 'stage', 'reason'],
          scores.map((score) => [
            score.id,
            [wordOf(score), score.required ? undefined : el('span', { class: 'quiet' }, ' not required')],
            score.value === undefined ? '' : score.value.toFixed(2),
            score.stage,
            score.reason,
          ]),
        ),
    turns.length === 0
      ? undefined
      : [
          el('h3', {}, 'Scores by turn'),
          table(
            'Scores by turn',
            ['turn', ...byTurn.map(({ id }) => id)],
            turns.map((turn) => [
              el('a', { href: at(`turn-${turn}`) }, `turn ${turn}`),
              ...byTurn.map((score) => cell(score, turn)),
            ]),
          ),
        ],
  ];
}

function cell({ turns }: ScoreView, turn: number): Child {
  const value = turns.find((one) => one.turn === turn)?.value;
  if (value === undefined) return el('span', { class: 'quiet' }, 'nothing to check');
  return value < 1 ? badge('failed', value.toFixed(2)) : value.toFixed(2);
}

function wordOf({ status, passed }: ScoreView): HTMLElement {
  switch (status) {
    case 'scored':
      return badge(passed === true ? 'passed' : 'failed');
    case 'not_applicable':
      return el('span', { class: 'quiet' }, 'not applicable');
    case 'unscored':
      return badge('invalid', 'could not tell');
    case 'errored':
      return badge('invalid', 'broke');
  }
}
