import { type Child, el } from '../element.ts';
import { groundingChart } from '../grounding-chart.ts';
import { durationText } from '../numbers.ts';
import { badge } from '../verdict-badge.ts';
import { callTables } from './call-table.ts';
import { failureList } from './failure-list.ts';
import { machineDiagram } from './machine-diagram.ts';
import { scoreTables } from './score-tables.ts';
import type { SessionContext } from './session-context.ts';
import { turnSection } from './turn-section.ts';

/** One session: what came of it, the talk, and all that is known of it. */
export function sessionPage(context: SessionContext): HTMLElement {
  const { session } = context;
  const { key, title, verdict, reason, endReason, endDetail, error, replay, file, durationMs, facts } = session;
  const name = `${key.scenario}${key.variant === 'default' ? '' : ` (${key.variant})`}, trial ${key.trial}`;
  const told: readonly (readonly [string, Child])[] = [
    ['ended', `${endReason}${endDetail === undefined ? '' : `: ${endDetail}`}, after ${durationText(durationMs)}`],
    ...facts,
    ['stored in', file],
    ['run it again', el('code', {}, replay)],
  ];
  return el(
    'div',
    {},
    neighbours(context),
    el('h1', {}, badge(verdict), ` ${title === '' ? name : title}`),
    el('p', { class: 'quiet' }, name),
    el('p', { class: 'words' }, reason),
    error === undefined
      ? undefined
      : el('details', {}, el('summary', {}, 'The error'), el('pre', { tabindex: 0, 'aria-label': 'The error' }, error)),
    parts(context),
    failureList(context),
    el(
      'dl',
      { class: 'facts' },
      told.flatMap(([term, value]) =>
        value === undefined ? [] : [el('div', {}, el('dt', {}, term), el('dd', {}, value))],
      ),
    ),
    el('h2', { id: 'part-talk', tabindex: -1 }, 'Conversation'),
    session.turns.length === 0
      ? el('p', {}, 'Nothing was said.')
      : session.turns.map((turn) => turnSection(turn, context)),
    session.userNotes.length === 0
      ? undefined
      : [
          el('h3', {}, 'Odd in the words of the simulated user'),
          el(
            'ul',
            {},
            session.userNotes.map((note) => el('li', {}, note)),
          ),
        ],
    scoreTables(context),
    callTables(context),
    session.grounding.length === 0
      ? undefined
      : [
          el('h2', { id: 'part-grounding', tabindex: -1 }, 'Grounding by turn'),
          groundingChart(session.grounding, 'Values in answers that the evidence supports'),
        ],
    machineDiagram(context),
  );
}

/** Ways to the parts of the view, as far as there are any. */
function parts({ session, at }: SessionContext): HTMLElement {
  const links: readonly (readonly [part: string, label: string, isThere: boolean])[] = [
    ['talk', 'Conversation', true],
    ['checks', 'Checks', true],
    ['calls', 'Calls', session.callTables.length > 0],
    ['grounding', 'Grounding', session.grounding.length > 0],
    ['machine', 'Simulated user', session.machine !== undefined],
  ];
  return el(
    'nav',
    { class: 'parts', 'aria-label': 'Parts of this session' },
    links.flatMap(([part, label, isThere]) => (isThere ? [el('a', { href: at(`part-${part}`) }, label), ' '] : [])),
  );
}

/** The sessions before and after this one, and the next that did not pass. */
function neighbours({ data, session, href }: SessionContext): HTMLElement {
  const { sessions, groups } = data;
  const { scenario, variant, trial } = session.key;
  const own = sessions.findIndex((row) => {
    const group = groups[row.group];
    return group?.scenario === scenario && group.variant === variant && row.trial === trial;
  });
  const link = (index: number, label: string): Child => {
    const row = sessions[index];
    const group = groups[row?.group ?? -1];
    if (row?.at === undefined || group === undefined) return undefined;
    const key = { scenario: group.scenario, variant: group.variant, trial: row.trial };
    return [' ', el('a', { href: href({ view: 'session', key }) }, label)];
  };
  const nextBad = sessions.findIndex((row, index) => index > own && row.verdict !== 'passed');
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Sessions' },
    el('a', { href: href({ view: 'sessions', filter: {} }) }, 'All sessions'),
    link(own - 1, 'Before'),
    link(own + 1, 'After'),
    nextBad < 0 ? undefined : link(nextBad, 'Next that did not pass'),
  );
}
