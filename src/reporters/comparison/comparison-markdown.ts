import { forMarkdown } from '../../domain/display/markdown.ts';
import type { Change, Comparison } from '../../domain/verdicts/comparison.ts';
import { CHANGES, countChanges, lostText, ratesText, runText, scoreText, sureness } from './comparison-words.ts';

const SIGNS: Readonly<Record<Change, string>> = {
  regressed: '❌',
  unjudged: '⚠️',
  noise: '➖',
  improved: '✅',
  added: '➕',
  removed: '🗑️',
  same: '',
};

/** Rows of a table; a comment on GitHub holds 65,536 characters. */
const MAX_ROWS = 60;
const MAX_REASON = 300;

/** A comparison for a comment on a pull request: the sentence of the run, then a table of what changed. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, scenarios, scores, notes } = comparison;
  const changed = CHANGES.filter((change) => change !== 'same').flatMap((change) =>
    scenarios.filter((one) => one.change === change),
  );
  const changedScores = scores.filter(({ change }) => change !== 'same');
  return [
    `### ${cell(before.id)} → ${cell(after.id)}: ${countChanges(scenarios)}`,
    '',
    ...runText(comparison).map((text) => `${forMarkdown(text)}  `),
    '',
    ...tableOf(
      ['', 'scenario', 'passed', 'how sure', 'first lost'],
      changed.map((one) => [
        SIGNS[one.change],
        cell(one.variant === 'default' ? one.scenario : `${one.scenario} (${one.variant})`),
        ratesText(one).replace(' passed', ''),
        cell(sureness(one)),
        cell(lostText(one).slice(0, MAX_REASON)),
      ]),
    ),
    ...tableOf(
      ['', 'score', 'scenario', 'before → after'],
      changedScores.map((one) => [
        SIGNS[one.change],
        cell(one.score),
        cell(one.scenario ?? 'whole run'),
        cell(scoreText(one)),
      ]),
    ),
    ...notes.slice(0, MAX_ROWS).map((note) => `- ${cell(note)}`),
    '',
  ].join('\n');
}

function tableOf(head: readonly string[], rows: readonly string[][]): string[] {
  if (rows.length === 0) return [];
  const rest = rows.length - MAX_ROWS;
  return [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...rows.slice(0, MAX_ROWS).map((row) => `| ${row.join(' | ')} |`),
    '',
    ...(rest > 0 ? [`… and ${rest} more rows, all of them in the JSON.`, ''] : []),
  ];
}

function cell(text: string): string {
  return forMarkdown(text, { newlines: 'space' });
}
