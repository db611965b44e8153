import type { Guard, NumberGuard } from '../../domain/authoring/machine-definition.ts';

/** A guard in one line, as traces and graphs show it: `heard /shipped/ and turn >= 2`. */
export function describeGuard(guard: Guard): string {
  const parts = [
    guard.heard === undefined ? undefined : `heard ${quote(guard.heard)}`,
    guard.heardAny === undefined ? undefined : `heard any of ${guard.heardAny.map(quote).join(', ')}`,
    guard.heardAll === undefined ? undefined : `heard all of ${guard.heardAll.map(quote).join(', ')}`,
    guard.denied === undefined ? undefined : `denied ${quote(guard.denied)}`,
    guard.asked === undefined ? undefined : `asked ${quote(guard.asked)}`,
    guard.number === undefined ? undefined : describeNumber(guard.number),
    guard.notice === undefined ? undefined : `notice ${quote(guard.notice)}`,
    guard.silent === undefined ? undefined : guard.silent ? 'silent' : 'not silent',
    guard.visits === undefined ? undefined : describeVisits(guard.visits),
    guard.turn === undefined ? undefined : `turn >= ${guard.turn}`,
    guard.captured === undefined ? undefined : `captured ${guard.captured}`,
    guard.not === undefined ? undefined : `not (${describeGuard(guard.not)})`,
    guard.any === undefined ? undefined : `(${guard.any.map(describeGuard).join(') or (')})`,
    guard.all === undefined ? undefined : `(${guard.all.map(describeGuard).join(') and (')})`,
  ];
  return parts.filter((part) => part !== undefined).join(' and ');
}

function describeNumber({ is, over, under, near }: NumberGuard): string {
  const comparisons = [
    is === undefined ? undefined : `= ${is}`,
    over === undefined ? undefined : `> ${over}`,
    under === undefined ? undefined : `< ${under}`,
  ].filter((part) => part !== undefined);
  return `number ${comparisons.join(' and ')}${near === undefined ? '' : ` near ${quote(near)}`}`;
}

function describeVisits(visits: NonNullable<Guard['visits']>): string {
  return typeof visits === 'number' ? `visits >= ${visits}` : `visits of ${visits.state} >= ${visits.atLeast}`;
}

function quote(pattern: string): string {
  return JSON.stringify(pattern);
}
