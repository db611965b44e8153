import type { Preview } from '../../session-view.ts';
import { type Child, el } from '../element.ts';
import { countText } from '../numbers.ts';

/** Says how much of a text is missing, where some is. */
export function cutNote({ text, wholeLength }: Preview): Child {
  if (wholeLength === undefined) return undefined;
  return el(
    'p',
    { class: 'quiet' },
    `The first ${countText(text.length)} of ${countText(wholeLength)} characters; the whole stands in the stored session.`,
  );
}

/** A value in a box of its own; a long one is folded. */
export function valueBox(value: Preview, label: string): HTMLElement {
  const box = el('pre', { tabindex: 0, 'aria-label': label }, value.text);
  const lines = value.text.split('\n').length;
  if (lines <= 24 && value.text.length <= 1_000) return el('div', {}, box, cutNote(value));
  const size = `${countText(value.wholeLength ?? value.text.length)} characters`;
  return el(
    'details',
    {},
    el('summary', {}, `${label}, ${size}: `, el('code', {}, value.text.slice(0, 60).replace(/\s+/g, ' '), '…')),
    box,
    cutNote(value),
  );
}
