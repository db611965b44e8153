import { type Child, el } from './element.ts';

/** A table that scrolls by itself where it is wider than the screen; the first cell of a row names it. */
export function table(label: string, columns: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  return el(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    el(
      'table',
      {},
      el('caption', { class: 'hidden' }, label),
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          columns.map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map(([first, ...rest]) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, first),
            rest.map((cell) => el('td', {}, cell)),
          ),
        ),
      ),
    ),
  );
}
