import type { Problem } from '../../domain/authoring/problem.ts';
import type { GroundingPoint } from '../../domain/verdicts/run-result.ts';
import type { SessionResult } from '../../domain/verdicts/session-result.ts';
import type { Lack } from './find-lacks.ts';

/** Where a conversation was found. */
export type ConversationPlace = { file: string; line: number; position?: number | undefined };

/** What one conversation came to. `unreadable`: there is nothing to score, and the problems say why. */
export type ScoredConversation = {
  /** Its own id, or its place. */
  name: string;
  hasId: boolean;
  place: ConversationPlace;
  format?: string | undefined;
  problems: readonly Problem[];
} & (
  | {
      status: 'scored';
      result: SessionResult;
      /** What would have to be known for the checks that could not be made, by their ids. */
      lacks: ReadonlyMap<string, readonly Lack[]>;
      grounding: readonly GroundingPoint[];
    }
  | { status: 'unreadable'; reason: string }
);
