import { REPORT_ID, type ReportData } from '../report-data.ts';
import { comparisonView } from './comparison-view.ts';
import { type Child, el } from './element.ts';
import type { PageContext } from './page-context.ts';
import { pageHeader } from './page-header.ts';
import { canInflate, readBlock } from './read-block.ts';
import { type Route, readHash, type Theme, writeHash } from './route.ts';
import { runView } from './run/run-view.ts';
import { sessionsView } from './run/sessions-view.ts';
import { sessionPage } from './session/session-page.ts';

startPage();

function startPage(): void {
  const [main, header] = [document.getElementById('main'), document.getElementById('top')];
  const text = document.getElementById(REPORT_ID)?.textContent;
  if (main === null || header === null) return;
  if (typeof text !== 'string' || text === '') {
    main.append(el('p', {}, 'This file is not whole: its data is missing.'));
    return;
  }
  followAddress({ main, header, data: JSON.parse(text) as ReportData });
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    // The address belongs to the views.
    event.preventDefault();
    main.focus();
  });
}

type Page = { main: HTMLElement; header: HTMLElement; data: ReportData };

/** Shows what the address names, now and whenever it changes. */
function followAddress({ main, header, data }: Page): void {
  let theme: Theme | undefined;
  /** The view that stands there, without the place in it. */
  let shown: string | undefined;
  const replace = (route: Route): void => history.replaceState(null, '', writeHash(route, theme));
  const context: PageContext = { data, href: (route) => writeHash(route, theme), replace };
  const follow = async (isFirst: boolean): Promise<void> => {
    const read = readHash(location.hash);
    const { route } = read;
    theme = read.theme;
    if (theme === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const place = route.view === 'session' ? route.at : undefined;
    const address = writeHash(route.view === 'session' ? { view: 'session', key: route.key } : route, theme);
    if (address !== shown) {
      shown = address;
      header.replaceChildren(
        ...pageHeader(context, {
          view: route.view,
          theme,
          onTheme: (next) => {
            theme = next;
            location.hash = writeHash(readHash(location.hash).route, theme);
          },
        }),
      );
      const view = await viewOf(route, context);
      // Another view was asked for in the meantime.
      if (shown !== address) return;
      main.replaceChildren(view);
      const heading = main.querySelector('h1');
      document.title = `${heading?.textContent ?? ''} – ${data.id}`;
      if (place === undefined && !isFirst) startReading(main);
    }
    if (place !== undefined) goTo(place);
  };
  addEventListener('hashchange', () => void follow(false));
  void follow(true);
}

/** A new view is read from its beginning, also by those who hear it. */
function startReading(main: HTMLElement): void {
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

/** To an event or a turn of the session that stands there. */
function goTo(place: string): void {
  const element = /^(event|turn|part)-[a-z0-9]+$/.test(place) ? document.getElementById(place) : null;
  if (element === null) return;
  for (let above: Element | null = element; above !== null; above = above.parentElement) {
    if (above instanceof HTMLDetailsElement) above.open = true;
  }
  element.scrollIntoView({ block: 'start' });
  element.focus({ preventScroll: true });
}

async function viewOf(route: Route, context: PageContext): Promise<HTMLElement> {
  switch (route.view) {
    case 'run':
      return runView(context);
    case 'sessions':
      return sessionsView(context, route.filter);
    case 'comparison':
      return context.data.comparison === undefined ? runView(context) : comparisonView(context.data.comparison);
    case 'session':
      return openSession(route, context);
  }
}

async function openSession({ key }: Extract<Route, { view: 'session' }>, context: PageContext): Promise<HTMLElement> {
  const { sessions, groups } = context.data;
  const row = sessions.find(({ group, trial }) => {
    const known = groups[group];
    return known?.scenario === key.scenario && known.variant === key.variant && trial === key.trial;
  });
  if (row === undefined) return message('There is no such session in this run.');
  if (row.at === undefined) return message('This session is not stored: all that is known of it stands in the list.');
  if (!canInflate()) return message('This browser cannot open compressed data (DecompressionStream). A newer one can.');
  try {
    const [block, position] = row.at;
    const session = (await readBlock(block))[position];
    if (session === undefined) return message('This session is missing: the file is not whole.');
    return sessionPage({ ...context, session, at: (place) => context.href({ view: 'session', key, at: place }) });
  } catch (error) {
    return message(`This session cannot be read: ${String(error)}`);
  }
}

function message(text: Child): HTMLElement {
  return el('div', {}, el('h1', {}, 'Session'), el('p', { role: 'alert' }, text));
}
