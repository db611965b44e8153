import type { EvidenceView } from '../../session-view.ts';
import { type Child, el } from '../element.ts';
import type { SessionContext } from './session-context.ts';

/** What something rests on; each that is an event leads there. */
export function evidenceList(evidence: readonly EvidenceView[], { at }: Pick<SessionContext, 'at'>): Child {
  if (evidence.length === 0) return undefined;
  return el(
    'ul',
    { class: 'evidence' },
    evidence.map(({ seq, text }) =>
      el('li', {}, seq === undefined ? text : el('a', { href: at(`event-${seq}`) }, text)),
    ),
  );
}
