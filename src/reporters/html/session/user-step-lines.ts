import type { EventOf } from '../../../domain/transcript/transcript-event.ts';
import { previewOf } from './preview-of.ts';

const MAX_LINE = 300;
const MAX_LINES = 30;

/** What happened inside the simulated user, in short lines; empty where there is nothing to tell. */
export function userStepLines(step: EventOf<'user_step'>): string[] {
  const { left, entered, transitions, guards, captures, disclosed, handover, notes = [] } = step;
  const moved =
    entered.length === 0 ? [] : [`${left.length === 0 ? '' : `${left.join(', ')} → `}${entered.join(', ')}`];
  const lines = [
    ...moved.map((text) => `state: ${text}`),
    ...(transitions.length === 0 ? [] : [`took: ${transitions.join(', ')}`]),
    ...guards.map(({ transition, guard, value }) => `${value ? 'holds' : 'does not hold'}: ${guard} (${transition})`),
    ...captures.map(({ name, value }) => `heard ${name}: ${value}`),
    ...disclosed.map(({ fact, how }) => `told ${fact} (${how === 'elicited' ? 'asked for' : 'unasked'})`),
    ...(handover === undefined ? [] : [`the next part takes over: ${handover}`]),
    ...notes,
  ];
  return lines.slice(0, MAX_LINES).map((line) => {
    const { text, wholeLength } = previewOf(line, MAX_LINE);
    return wholeLength === undefined ? text : `${text}…`;
  });
}
