import { type Child, el } from '../element.ts';
import { badge } from '../verdict-badge.ts';
import { evidenceList } from './evidence-list.ts';
import type { SessionContext } from './session-context.ts';

const MAX_SHOWN = 30;

/** What the checks that did not pass found, each leading to its turn. */
export function failureList(context: SessionContext): Child {
  const { session, at } = context;
  const found = session.scores.flatMap((score) =>
    score.required && score.passed === false
      ? score.findings.flatMap((finding) => (finding.severity === 'failure' ? [{ ...finding, check: score.id }] : []))
      : [],
  );
  const blind = session.scores.filter(
    ({ required, status }) => required && (status === 'unscored' || status === 'errored'),
  );
  if (found.length + blind.length === 0) return undefined;
  const sorted = found.toSorted((a, b) => a.turn - b.turn);
  return [
    el('h2', { id: 'part-failures', tabindex: -1 }, 'What went wrong'),
    el(
      'ol',
      { class: 'failures' },
      sorted
        .slice(0, MAX_SHOWN)
        .map(({ turn, stage, code, message, evidence, check }) =>
          el(
            'li',
            {},
            el(
              'p',
              {},
              el('a', { href: at(`turn-${turn}`) }, `turn ${turn}`),
              `, ${stage}: `,
              el('strong', {}, message),
            ),
            evidenceList(evidence, context),
            el('p', { class: 'quiet' }, `${code}, check ${check}`),
          ),
        ),
      blind.map(({ id, reason, status }) =>
        el(
          'li',
          {},
          el(
            'p',
            {},
            badge('invalid', status === 'errored' ? 'broke' : 'could not tell'),
            ' ',
            el('strong', {}, reason),
          ),
          el('p', { class: 'quiet' }, `check ${id}`),
        ),
      ),
    ),
    sorted.length > MAX_SHOWN ? el('p', { class: 'quiet' }, `… and ${sorted.length - MAX_SHOWN} more`) : undefined,
  ];
}
