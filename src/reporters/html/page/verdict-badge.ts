import { el } from './element.ts';

const SIGNS: Readonly<Record<string, string>> = {
  passed: '✓',
  met: '✓',
  supported: '✓',
  improved: '✓',
  failed: '✗',
  lost: '✗',
  contradicted: '✗',
  regressed: '✗',
  invalid: '!',
  interrupted: '!',
  unsupported: '~',
  flaky: '±',
};

/** A word with a colour and a sign, so that no colour says anything alone. */
export function badge(word: string, label = word): HTMLElement {
  const sign = SIGNS[word];
  return el(
    'span',
    { class: `badge is-${word}` },
    sign === undefined ? undefined : el('span', { 'aria-hidden': 'true' }, `${sign} `),
    label,
  );
}
