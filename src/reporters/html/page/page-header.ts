import { el } from './element.ts';
import type { PageContext } from './page-context.ts';
import type { Route, Theme } from './route.ts';

type HeaderOptions = { view: Route['view']; theme: Theme | undefined; onTheme(theme: Theme | undefined): void };

/** Ways to the views, and the switch between light and dark. */
export function pageHeader({ data, href }: PageContext, { view, theme, onTheme }: HeaderOptions): Node[] {
  const link = (route: Route, label: string): HTMLElement =>
    el('a', { href: href(route), 'aria-current': route.view === view ? 'page' : undefined }, label);
  const themes = ['system', 'light', 'dark'] as const;
  const select = el(
    'select',
    { id: 'theme' },
    themes.map((name) => el('option', { selected: name === (theme ?? 'system') }, name)),
  );
  select.addEventListener('change', () => {
    const name = themes[select.selectedIndex];
    onTheme(name === undefined || name === 'system' ? undefined : name);
  });
  return [
    el('span', { class: 'product' }, 'Rehearsal'),
    el(
      'nav',
      { 'aria-label': 'Views' },
      link({ view: 'run' }, 'Run'),
      link({ view: 'sessions', filter: {} }, 'Sessions'),
      data.comparison === undefined ? undefined : link({ view: 'comparison' }, 'Comparison'),
    ),
    el('div', { class: 'theme' }, el('label', { for: 'theme' }, 'Colours'), select),
  ];
}
