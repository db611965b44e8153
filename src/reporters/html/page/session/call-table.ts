import type { CallDiffRow, CallMark } from '../../../../domain/verdicts/call-diff.ts';
import { type Child, el } from '../element.ts';
import { table } from '../table.ts';
import { badge } from '../verdict-badge.ts';
import type { SessionContext } from './session-context.ts';

const MARKS: Readonly<Record<CallMark, readonly [look: string, words: string]>> = {
  as_expected: ['passed', 'as expected'],
  differs: ['failed', 'differs'],
  missing: ['failed', 'missing'],
  unwanted: ['failed', 'unwanted'],
  expected_here: ['unsupported', 'expected here'],
  made_here: ['unsupported', 'made here'],
  retried: ['not_checkable', 'failed and tried again'],
  let_pass: ['not_checkable', 'let pass'],
};

/** Expected beside made calls, for each check that compared them. */
export function callTables(context: SessionContext): Child {
  const { callTables: tables } = context.session;
  if (tables.length === 0) return undefined;
  return [
    el('h2', { id: 'part-calls', tabindex: -1 }, 'Expected and made calls'),
    tables.map(({ score, diff }) => [
      el('h3', {}, `Check ${score}`),
      table(
        `Expected and made calls, check ${score}`,
        ['turn', 'expected', 'made', 'verdict and what differs'],
        diff.rows.map((row) => rowCells(row, context)),
      ),
      diff.leftOut === undefined ? undefined : el('p', { class: 'quiet' }, `… and ${diff.leftOut} more`),
    ]),
  ];
}

function rowCells({ mark, turn, expected, actual, remarks }: CallDiffRow, { at }: SessionContext): Child[] {
  const [look, words] = MARKS[mark];
  const made = actual === undefined ? undefined : `#${actual.number} ${actual.text}`;
  return [
    el('a', { href: at(`turn-${turn}`) }, `${turn}`),
    expected === undefined ? el('span', { class: 'quiet' }, 'nothing') : el('code', {}, expected),
    actual === undefined || made === undefined
      ? el('span', { class: 'quiet' }, 'nothing')
      : [
          el('code', {}, actual.seq === undefined ? made : el('a', { href: at(`event-${actual.seq}`) }, made)),
          actual.status === 'ok' ? undefined : [' ', badge('failed', actual.status)],
        ],
    [
      badge(look, words),
      remarks.length === 0
        ? undefined
        : el(
            'ul',
            {},
            remarks.map((remark) => el('li', {}, remark)),
          ),
    ],
  ];
}
