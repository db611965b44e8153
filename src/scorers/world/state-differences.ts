import { pointerKeys } from '../../domain/transcript/world-changes.ts';
import type { Finding } from '../../domain/verdicts/evidence.ts';
import { lastTurnOf, turnOfAbsence } from '../last-turn.ts';
import type { ArgumentDifference, ArgumentMatcher } from '../trajectory/arguments/matcher.ts';
import { pointerName } from '../trajectory/explanation/pointer-name.ts';
import { lastTouch, touchEvidence, touchText } from './history/last-touch.ts';
import type { WorldMoment } from './history/world-moment.ts';
import { findPlaces, isOnWay, type PlacePattern } from './query/place-pattern.ts';
import type { CompiledQuery, QueryFault } from './query/state-query.ts';
import type { WorldCheck } from './world-check.ts';

/** Compares the state with the expected part of it; each difference names the call that last touched the place. */
export function findStateDifferences(moment: WorldMoment, expected: ArgumentMatcher): WorldCheck {
  const { differences, credit } = expected.compare(moment.state);
  return { checked: 1, right: credit, findings: differences.map((difference) => explain(difference, moment)) };
}

function explain({ pointer, kind, expected, actual }: ArgumentDifference, moment: WorldMoment): Finding {
  const touched = lastTouch(moment.changes, pointer);
  const wanted = kind === 'unexpected' ? 'nothing there' : expected;
  return finding(moment, touched?.turn, {
    message: `\`${pointerName(pointer)}\` is ${actual} ${moment.when}; expected ${wanted}; ${touchText(touched)}`,
    evidence: [{ kind: 'state', seq: moment.seq, pointer, quote: actual }, ...touchEvidence(touched)],
  });
}

/** Asks queries of the state. One that passes just because its path never led anywhere is told, since a name may be wrong. */
export function findQueryFaults(moment: WorldMoment, queries: readonly CompiledQuery[]): WorldCheck {
  const faults = queries.flatMap((query) => query.ask(moment.state).map((fault) => explainFault(fault, query, moment)));
  const questions = queries.reduce((sum, query) => sum + query.questions, 0);
  const idle = queries.filter((query) => query.asksOfMembers && query.ask(moment.state).length === 0);
  const neverFound = idle.filter(({ pattern }) => !wasEverThere(pattern, moment));
  return {
    checked: questions,
    right: questions - faults.length,
    findings: [...faults, ...neverFound.map(({ path }) => nothingThere(path, moment))],
  };
}

/** At the start, at this moment, or in what a change brought or took. */
function wasEverThere(pattern: PlacePattern, { state, history, changes }: WorldMoment): boolean {
  const states = history.start === undefined ? [state] : [history.start, state];
  if (states.some((one) => findPlaces(one, pattern).length > 0)) return true;
  return changes.some(({ pointer, before, after }) => {
    const depth = pointerKeys(pointer).length;
    if (!isOnWay(pointer, pattern)) return false;
    if (depth >= pattern.length) return true;
    const below = pattern.slice(depth);
    return [before, after].some((value) => value !== undefined && findPlaces(value, below).length > 0);
  });
}

function nothingThere(path: string, moment: WorldMoment): Finding {
  return {
    ...finding(moment, undefined, {
      message: `nothing ever stood at \`${path}\`, so this query would pass whatever it asks; is the path as the world has it?`,
      evidence: [{ kind: 'state', seq: moment.seq, pointer: path.split('/*')[0] as string }],
    }),
    code: 'nothing_there',
    severity: 'warning',
  };
}

function explainFault({ message, places }: QueryFault, { path }: CompiledQuery, moment: WorldMoment): Finding {
  const shown = places.slice(0, 3);
  const touches = shown.map(({ pointer }) => lastTouch(moment.changes, pointer));
  const touched = touches.find((touch) => touch !== undefined);
  const who = shown.length === 0 ? '' : `; ${touchText(touched)}`;
  const pointer = path.split('/*')[0] as string;
  return finding(moment, touched?.turn, {
    message: `${moment.when}, ${message}${who}`,
    evidence: [
      ...(shown.length === 0
        ? [{ kind: 'state', seq: moment.seq, pointer } as const]
        : shown.map((place) => ({ kind: 'state', seq: moment.seq, pointer: place.pointer }) as const)),
      ...touchEvidence(touched),
    ],
  });
}

function finding(
  { input, turn }: WorldMoment,
  touchedIn: number | undefined,
  words: Pick<Finding, 'message' | 'evidence'>,
): Finding {
  return {
    turn: touchedIn ?? turnOfAbsence(input, turn ?? lastTurnOf(input)),
    stage: 'execution',
    code: 'wrong_end_state',
    severity: 'failure',
    ...words,
  };
}
