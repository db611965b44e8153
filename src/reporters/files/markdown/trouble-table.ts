import type { JudgedGroup } from '../../../domain/verdicts/judge-groups.ts';
import type { SessionSummary } from '../../../domain/verdicts/session-result.ts';
import { formatCount } from '../../terminal/numbers.ts';
import { MARKS } from '../../terminal/session-name.ts';
import { groupName } from '../run-groups.ts';
import { inLine } from './headline.ts';

const MAX_NAME = 80;
const MAX_MESSAGE = 240;
const MAX_QUOTE = 80;
const MAX_QUOTES = 2;

export const TROUBLE_HEAD = '| | scenario | passed | where | what |\n| --- | --- | --- | --- | --- |\n';

/** The line of a scenario in which some session did not pass: where its first one went wrong, and the words that say so. */
export function troubleRow(group: JudgedGroup): string {
  const { counts, sessions } = group;
  const session = sessions.find(({ verdict }) => verdict === worstOf(group)) ?? sessions[0];
  const cells = [
    markOf(group),
    inLine(groupName(group), MAX_NAME),
    `${formatCount(counts.passed)}/${formatCount(sessions.length)}`,
    session === undefined ? '' : whereOf(session),
    session === undefined ? '' : whatOf(session),
  ];
  return `| ${cells.join(' | ')} |\n`;
}

/** A scenario that passed as a whole is told for its failures. */
export function worstOf({ verdict, counts }: JudgedGroup): 'failed' | 'invalid' {
  return verdict === 'invalid' || counts.failed === 0 ? 'invalid' : 'failed';
}

export function markOf({ verdict }: JudgedGroup): string {
  return verdict === 'passed' ? '~ flaky' : `${MARKS[verdict]} ${verdict}`;
}

/** `turn 1, generation`: the place of what went wrong. Safe to show. */
export function whereOf({ failure, verdict, endReason }: SessionSummary): string {
  if (verdict === 'invalid' || failure === undefined) return inLine(endReason, MAX_NAME);
  return inLine(`${failure.turn === undefined ? '' : `turn ${failure.turn}, `}${failure.stage}`, MAX_NAME);
}

function whatOf({ failure, verdict, reason }: SessionSummary): string {
  if (verdict === 'invalid' || failure === undefined) return inLine(reason, MAX_MESSAGE);
  const quotes = [...new Set(failure.evidence.flatMap(({ quote }) => quote ?? []))].slice(0, MAX_QUOTES);
  const quoted = quotes.map((quote) => `“${inLine(quote, MAX_QUOTE)}”`).join(', ');
  return `${inLine(failure.message === '' ? reason : failure.message, MAX_MESSAGE)}${quoted === '' ? '' : `<br>${quoted}`}`;
}
