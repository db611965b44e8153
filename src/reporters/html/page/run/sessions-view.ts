import type { SessionRow } from '../../report-data.ts';
import { el } from '../element.ts';
import { countOf } from '../numbers.ts';
import type { PageContext } from '../page-context.ts';
import type { Filter } from '../route.ts';
import { badge } from '../verdict-badge.ts';
import { matchSessions } from './match-sessions.ts';

const PAGE = 50;

/** The list of sessions with its filter. Changing the filter leaves the focus where it is. */
export function sessionsView(context: PageContext, given: Filter): HTMLElement {
  const results = el('div', {});
  const count = el('p', { role: 'status' });
  let filter = given;
  const show = (): void => {
    const found = matchSessions(context.data, filter);
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    const page = Math.min(filter.page ?? 1, pages);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    count.textContent = `${countOf(found.length, 'session')}${pages > 1 ? `, page ${page} of ${pages}` : ''}`;
    results.replaceChildren(list(shown, context), pager({ page, pages, filter }, context));
  };
  const change = (part: Filter): void => {
    filter = { ...filter, page: undefined, ...part };
    context.replace({ view: 'sessions', filter });
    show();
  };
  show();
  return el('div', {}, el('h1', {}, 'Sessions'), form(context, filter, change), count, results);
}

type Choice = 'verdict' | 'stage' | 'tag' | 'persona';

function form({ data }: PageContext, filter: Filter, change: (part: Filter) => void): HTMLElement {
  const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
  const choices: Readonly<Record<Choice, readonly string[]>> = {
    verdict: ['failed', 'invalid', 'passed', 'flaky'],
    stage: ['selection', 'arguments', 'execution', 'generation'],
    tag: sorted(data.groups.flatMap(({ tags }) => tags)),
    persona: sorted(data.groups.flatMap(({ persona }) => (persona === undefined ? [] : [persona]))),
  };
  const names = (Object.keys(choices) as Choice[]).filter((name) => choices[name].length > 0);
  const text = el('input', {
    type: 'search',
    id: 'filter-text',
    value: filter.text,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  text.addEventListener('input', () => change({ text: text.value === '' ? undefined : text.value }));
  return el(
    'form',
    { class: 'filters', role: 'search', 'aria-label': 'Sessions' },
    names.map((name) => {
      const select = el(
        'select',
        { id: `filter-${name}` },
        el('option', { value: '' }, 'any'),
        choices[name].map((value) => el('option', { selected: filter[name] === value }, value)),
      );
      select.addEventListener('change', () => {
        // The value of an option may be shown with escapes; its position is what was chosen.
        change({ [name]: choices[name][select.selectedIndex - 1] });
      });
      return el('div', {}, el('label', { for: `filter-${name}` }, name), select);
    }),
    el('div', {}, el('label', { for: 'filter-text' }, 'text'), text),
  );
}

function list(rows: readonly SessionRow[], { data, href }: PageContext): HTMLElement {
  if (rows.length === 0) return el('p', {}, 'No session fits. Take a filter away.');
  return el(
    'ul',
    { class: 'sessions' },
    rows.map((row) => {
      const group = data.groups[row.group];
      if (group === undefined) return undefined;
      const { scenario, variant, title, isFlaky, persona } = group;
      const name = `${scenario}${variant === 'default' ? '' : ` (${variant})`}, trial ${row.trial}`;
      const key = { scenario, variant, trial: row.trial };
      const { trouble } = row;
      const place = [
        ...(trouble?.turn === undefined ? [] : [`turn ${trouble.turn}`]),
        ...(trouble?.stage === undefined ? [] : [trouble.stage]),
      ];
      return el(
        'li',
        {},
        el('span', {}, badge(row.verdict), isFlaky ? [' ', badge('flaky')] : undefined),
        el(
          'div',
          {},
          row.at === undefined ? `${name} (not stored)` : el('a', { href: href({ view: 'session', key }) }, name),
          el(
            'div',
            { class: 'quiet' },
            `${title} · ${countOf(row.turns, 'turn')}${persona === undefined ? '' : ` · ${persona}`}`,
          ),
          trouble === undefined
            ? undefined
            : el('div', {}, place.length === 0 ? '' : `${place.join(', ')}: `, trouble.message),
        ),
      );
    }),
  );
}

function pager(
  { page, pages, filter }: { page: number; pages: number; filter: Filter },
  { href }: PageContext,
): HTMLElement {
  const link = (to: number, label: string): HTMLElement | undefined =>
    to < 1 || to > pages
      ? undefined
      : el('a', { href: href({ view: 'sessions', filter: { ...filter, page: to } }) }, label);
  return el(
    'nav',
    { class: 'pager', 'aria-label': 'Pages' },
    link(page - 1, 'Earlier'),
    ' ',
    link(page + 1, 'Further'),
  );
}
