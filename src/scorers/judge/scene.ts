import { eventLines, type ShownEvent, shownEvents, shownSurroundings } from '../../domain/prompts/judge/shown-event.ts';
import type { JudgedScope, Subject } from '../../domain/prompts/judge-prompt.ts';
import type { Transcript } from '../../domain/transcript/transcript-event.ts';
import { isBlank } from '../text/is-blank.ts';

/** What a judge looks at when it is asked about a whole talk or about one turn. */
export type Scene = {
  scope: JudgedScope;
  /** Everything that is shown. */
  events: readonly ShownEvent[];
  /** Those that can prove something: all, or those of the turn. */
  inScope: readonly ShownEvent[];
  /** Turns that the statements are about, in order. */
  turns: readonly number[];
  /** The events as lines, not yet safe. */
  record: string;
};

/** The whole talk as one scene. */
export function sessionScene(transcript: Transcript): Scene {
  return sceneOf(shownEvents(transcript), transcript, { kind: 'session' });
}

/** One scene for each turn in which anything was said or done; what came before is shown with it. */
export function turnScenes(transcript: Transcript): Scene[] {
  const events = shownEvents(transcript);
  const turns = [...new Set(events.map(({ turn }) => turn))].sort((a, b) => a - b);
  return turns.map((turn) =>
    sceneOf(
      events.filter((event) => event.turn <= turn),
      transcript,
      { kind: 'turn', turn },
    ),
  );
}

function sceneOf(events: readonly ShownEvent[], transcript: Transcript, scope: JudgedScope): Scene {
  const inScope = events.filter(({ turn }) => scope.kind === 'session' || turn === scope.turn);
  const turns = [...new Set(inScope.map(({ turn }) => turn))].sort((a, b) => a - b);
  return { scope, events, inScope, turns, record: eventLines(events, shownSurroundings(transcript)) };
}

/** Whether the subject said or did anything that a statement could be about. */
export function isPresent({ inScope }: Scene, subject: Subject): boolean {
  return inScope.some((event) => isBy(event, subject) && !isBlank(event.text));
}

/** Whether an event can prove something about the subject. */
export function isBy({ actor }: ShownEvent, subject: Subject): boolean {
  return subject === 'talk' || actor === subject;
}
