import type { AnyScorerDefinition } from '../../src/domain/contracts/scorer.ts';

const BEGIN = '<!-- scorers:begin -->';
const END = '<!-- scorers:end -->';

/** The page with a fresh table of all scorers between its two markers. Throws when it has not one of each. */
export function withScorerTable(page: string, definitions: readonly AnyScorerDefinition[]): string {
  const [before, rest, ...more] = page.split(BEGIN);
  const [, after, ...others] = (rest ?? '').split(END);
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`the page needs \`${BEGIN}\` and \`${END}\`, once each and in this order`);
  }
  return `${before}${BEGIN}\n\n${scorerTable(definitions)}\n\n${END}${after}`;
}

function scorerTable(definitions: readonly AnyScorerDefinition[]): string {
  const rows = definitions.map(({ type, summary, stages, metrics }) =>
    rowOf([`\`${type}\``, escapeCell(summary), stages.join(', '), metrics.map((name) => `\`${name}\``).join(', ')]),
  );
  return [rowOf(['type', 'what it says', 'stages', 'metrics']), rowOf(['---', '---', '---', '---']), ...rows].join(
    '\n',
  );
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const escapeCell = (text: string): string => text.replaceAll('|', '\\|');
