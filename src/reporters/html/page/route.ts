import type { SessionKey } from '../../../domain/transcript/session-key.ts';

/** What the list of sessions is narrowed to; an absent one lets everything through. */
export type Filter = {
  verdict?: string | undefined;
  stage?: string | undefined;
  tag?: string | undefined;
  persona?: string | undefined;
  text?: string | undefined;
  /** From 1. */
  page?: number | undefined;
};

export type Route =
  | { view: 'run' }
  | { view: 'sessions'; filter: Filter }
  | { view: 'session'; key: SessionKey; at?: string | undefined }
  | { view: 'comparison' };

export type Theme = 'light' | 'dark';

const NAMES = ['verdict', 'stage', 'tag', 'persona', 'text'] as const;

/** Reads the part of the address behind `#`; what says nothing leads to the overview. */
export function readHash(hash: string): { route: Route; theme: Theme | undefined } {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const parameters = new URLSearchParams(query);
  const given = parameters.get('theme');
  const theme = given === 'light' || given === 'dark' ? given : undefined;
  return {
    route: routeOf(
      path.split('/').filter((part) => part !== ''),
      parameters,
    ),
    theme,
  };
}

function routeOf([view, ...rest]: readonly string[], parameters: URLSearchParams): Route {
  if (view === 'comparison') return { view };
  if (view === 'sessions') return { view, filter: filterOf(parameters) };
  const [scenario, variant, trial] = rest.map(decodePart);
  if (view === 'session' && scenario !== undefined && variant !== undefined && trial !== undefined) {
    const at = parameters.get('at') ?? undefined;
    return { view, key: { scenario, variant, trial: Number(trial) }, ...(at === undefined ? {} : { at }) };
  }
  return { view: 'run' };
}

/** An address that somebody typed may be broken. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function filterOf(parameters: URLSearchParams): Filter {
  const page = Number(parameters.get('page'));
  const given = NAMES.flatMap((name) => {
    const value = parameters.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(given), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) };
}

/** The address of a view, with the look that was chosen. */
export function writeHash(route: Route, theme: Theme | undefined): string {
  const parameters = new URLSearchParams();
  if (route.view === 'sessions') {
    for (const [name, value] of Object.entries(route.filter))
      if (value !== undefined) parameters.set(name, String(value));
  }
  if (route.view === 'session' && route.at !== undefined) parameters.set('at', route.at);
  if (theme !== undefined) parameters.set('theme', theme);
  const query = parameters.toString();
  return `#/${pathOf(route)}${query === '' ? '' : `?${query}`}`;
}

function pathOf(route: Route): string {
  if (route.view === 'run') return '';
  if (route.view !== 'session') return route.view;
  const { scenario, variant, trial } = route.key;
  return `session/${encodeURIComponent(scenario)}/${encodeURIComponent(variant)}/${trial}`;
}
