import type { SessionView } from '../../session-view.ts';
import type { PageContext } from '../page-context.ts';

/** What the parts of a session's view are handed. */
export type SessionContext = PageContext & {
  session: SessionView;
  /** The address of an event or a turn of this session. */
  at(place: `event-${number}` | `turn-${number}` | `part-${string}`): string;
};
