import { endOf, startOf } from '../../domain/transcript/endings.ts';
import type { WorldChange } from '../../domain/transcript/world-by-turn.ts';
import { equalJson } from '../../domain/values/canonical.ts';
import { valueAt } from '../../domain/values/json-pointer.ts';
import type { JsonValue } from '../../domain/values/json-value.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf } from '../last-turn.ts';
import { valueText } from '../text/value-text.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { byWhom, touchEvidence } from './history/last-touch.ts';
import type { WorldMoment } from './history/world-moment.ts';
import { isOnWay, isWithin, type PlacePattern } from './query/place-pattern.ts';
import type { WorldCheck } from './world-check.ts';

/**
 * Changes of the given places, or of something in them, that were not taken back; the empty pattern is the whole state.
 * When that is meant, a hash that differs without a recorded change is a finding too.
 */
export function findUnwantedChanges(moment: WorldMoment, patterns: readonly PlacePattern[]): WorldCheck {
  const unwanted = lastingChanges(moment).filter(({ pointer }) =>
    patterns.some((pattern) => isOnWay(pointer, pattern)),
  );
  return checkOf(patterns.length, [
    ...unwanted.map((change) => explain(change, 'expected no change')),
    ...(patterns.some((pattern) => pattern.length === 0) ? hiddenChange(moment) : []),
  ]);
}

/** Lasting changes of everything but the given places. */
export function findChangesElsewhere(moment: WorldMoment, patterns: readonly PlacePattern[]): WorldCheck {
  const unwanted = lastingChanges(moment).filter(
    ({ pointer }) => !patterns.some((pattern) => isWithin(pointer, pattern)),
  );
  return checkOf(1, [...unwanted.map((change) => explain(change, 'expected no change here')), ...hiddenChange(moment)]);
}

function checkOf(checked: number, findings: Finding[]): WorldCheck {
  return { checked, right: findings.length === 0 ? checked : 0, findings };
}

/** The last word on each place, without places that came back to what they were. */
function lastingChanges(moment: WorldMoment): WorldChange[] {
  if (isSameHash(moment)) return [];
  const byPlace = new Map<string, { first: WorldChange; last: WorldChange }>();
  for (const change of moment.changes) {
    byPlace.set(change.pointer, { first: byPlace.get(change.pointer)?.first ?? change, last: change });
  }
  return [...byPlace.values()].filter((place) => !isTakenBack(place, moment)).map(({ last }) => last);
}

function isTakenBack({ first, last }: { first: WorldChange; last: WorldChange }, moment: WorldMoment): boolean {
  const { start, sum } = moment.history;
  if (start === undefined || sum.addsUp === 'no') return isSame(first.before, last.after);
  return isSame(valueAt(start, last.pointer), valueAt(moment.state, last.pointer));
}

function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  return before === undefined || after === undefined ? before === after : equalJson(before, after);
}

function hashesOf({ input }: WorldMoment): { before: string | undefined; after: string | undefined } {
  return { before: startOf(input.transcript)?.world?.hash, after: endOf(input.transcript)?.world?.hash };
}

function isSameHash(moment: WorldMoment): boolean {
  const { before, after } = hashesOf(moment);
  return moment.turn === undefined && before !== undefined && before === after;
}

function explain(change: WorldChange, expected: string): Finding {
  const { pointer, before, after, turn, seq } = change;
  const place = pointer === '' ? 'the state' : `\`${pointerName(pointer)}\``;
  return {
    turn,
    stage: 'execution',
    code: 'unwanted_change',
    severity: 'failure',
    message: `${place} was changed from ${valueText(before)} to ${valueText(after)} ${byWhom(change)}; ${expected}`,
    evidence: [{ kind: 'state', seq, pointer, quote: valueText(after) }, ...touchEvidence(change)],
  };
}

/** At the end, a state that no recorded change explains. */
function hiddenChange(moment: WorldMoment): Finding[] {
  const { before, after } = hashesOf(moment);
  const isKnown = before !== undefined && after !== undefined && moment.turn === undefined;
  if (!isKnown || before === after || moment.changes.length > 0) return [];
  const { input } = moment;
  return [
    {
      turn: lastTurnOf(input),
      stage: 'execution',
      code: 'unwanted_change',
      severity: 'failure',
      message: 'the state of the world is not what it was at the start, and no call is recorded that changed it',
      evidence: [{ kind: 'state', seq: input.transcript.length - 1, pointer: '' }],
    },
  ];
}
