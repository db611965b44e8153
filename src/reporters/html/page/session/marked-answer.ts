import type { ClaimView, ItemView } from '../../session-view.ts';
import { type Child, el } from '../element.ts';
import { countOf } from '../numbers.ts';
import { table } from '../table.ts';
import { badge } from '../verdict-badge.ts';
import { evidenceList } from './evidence-list.ts';
import type { SessionContext } from './session-context.ts';

type Answer = Extract<ItemView, { kind: 'agent' }>;

/** What a mark says; of several on the same words the first of this list is shown. */
const RANKS = ['contradicted', 'unsupported', 'meant', 'not_checkable', 'supported'] as const;
type Mark = { start: number; end: number; rank: number; words: string };

const WORDS: Readonly<Record<ClaimView['verdict'], string>> = {
  contradicted: 'contradicted',
  unsupported: 'unsupported',
  not_checkable: 'not checkable',
  supported: 'supported',
};

/** An answer with what is judged in it marked; a reader who hears the page is told where a mark is about a fault. */
export function markedAnswer({ text, claims, spans }: Pick<Answer, 'text' | 'claims' | 'spans'>): HTMLElement {
  const marks: Mark[] = [
    ...claims.map(({ start, end, verdict, message }) => ({ start, end, rank: RANKS.indexOf(verdict), words: message })),
    ...spans.map(({ start, end, message }) => ({ start, end, rank: RANKS.indexOf('meant'), words: message })),
  ];
  const whole = text.text;
  const cuts = [...new Set([0, whole.length, ...marks.flatMap(({ start, end }) => [start, end])])]
    .filter((place) => place >= 0 && place <= whole.length)
    .sort((a, b) => a - b);
  return el(
    'div',
    { class: 'words', dir: 'auto' },
    cuts.slice(0, -1).map((start, index) => {
      const end = cuts[index + 1] ?? whole.length;
      const over = marks.filter((mark) => mark.start <= start && mark.end >= end).sort((a, b) => a.rank - b.rank)[0];
      return piece(whole.slice(start, end), over);
    }),
  );
}

function piece(text: string, mark: Mark | undefined): Child {
  const name = RANKS[mark?.rank ?? -1];
  if (mark === undefined || name === undefined) return text;
  const isFault = name === 'contradicted' || name === 'unsupported';
  const heard = isFault ? name : name === 'meant' ? 'a check points here' : undefined;
  return el(
    'mark',
    { class: `is-${name}`, title: mark.words },
    text,
    heard === undefined ? undefined : el('span', { class: 'hidden' }, ` (${heard})`),
  );
}

/** Every statement of an answer with its verdict and what it rests on; open where one is wrong. */
export function claimTable({ claims, seq }: Answer, context: SessionContext): Child {
  if (claims.length === 0) return undefined;
  const count = (verdict: ClaimView['verdict']): number => claims.filter((claim) => claim.verdict === verdict).length;
  const faults = count('contradicted') + count('unsupported');
  const open = count('not_checkable');
  const checkable = claims.length - open;
  const summary = `${count('supported')} of ${countOf(checkable, 'claim')} supported${open === 0 ? '' : `, ${open} not checkable`}`;
  return el(
    'details',
    { open: faults > 0 },
    el('summary', {}, summary),
    table(
      `Claims of the answer at event ${seq}`,
      ['claim', 'verdict', 'why and by what'],
      claims.map(({ text, verdict, message, evidence }) => [
        text,
        badge(verdict, WORDS[verdict]),
        [el('div', {}, message), evidenceList(evidence, context)],
      ]),
    ),
  );
}
