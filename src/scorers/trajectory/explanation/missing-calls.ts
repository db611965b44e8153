import { countText, cutText, listText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { closestCall } from './closest-call.ts';
import { describeCall, eventsOf } from './describe-call.ts';
import { type Deviation, numberOf, type Talk } from './deviation.ts';
import { leafWords } from './leaf-words.ts';

const MAX_NAMES = 6;
const MAX_LEAVES = 3;
const BRIEF = 80;

/** Expectations that no call stands for, each with the call that comes closest. */
export function missingCalls(judgement: CallsJudgement, talk: Talk): Deviation[] {
  return judgement.expected.flatMap((wanted, row) =>
    judgement.pairs[row] === undefined ? [missingCall(wanted, row, { judgement, talk })] : [],
  );
}

type Closest = { call: MadeCall; isTaken: boolean };

function missingCall(
  wanted: CompiledCall,
  row: number,
  { judgement, talk }: { judgement: CallsJudgement; talk: Talk },
): Deviation {
  const closest = findClosest(wanted, judgement);
  const due = wanted.turn ?? Math.max(closest?.call.turn ?? turnDue(row, judgement), talk.cutShortIn ?? 0);
  const absence = wanted.turn === undefined ? 'which was called nowhere in the session' : 'which was not called';
  const asked = wanted.turn === undefined ? '' : ` in turn ${wanted.turn}`;
  const near = closest === undefined ? '' : `; closest ${numberOf(closest.call)} ${brief(describeCall(closest.call))}`;
  return {
    finding: {
      turn: wanted.turn === undefined ? due : Math.max(wanted.turn, talk.cutShortIn ?? 0),
      stage: 'selection',
      code: 'missing_call',
      severity: 'failure',
      message: `expected \`${wanted.text}\`${asked}, ${absence}; ${insteadText(wanted, closest, { judgement, talk })}`,
      evidence: eventsOf(closest?.call),
    },
    noun: ['missing call', 'missing calls'],
    brief: `missing ${brief(wanted.text)}${near}`,
    remark: closest === undefined ? undefined : remarkOf(closest),
    row,
  };
}

function remarkOf({ call, isTaken }: Closest): string {
  const taken = isTaken ? ', which stands for another expectation' : '';
  return `closest: ${numberOf(call)} ${describeCall(call)}${taken}`;
}

function brief(text: string): string {
  return cutText(text, BRIEF);
}

/** Calls that nothing asked for come first; then those of the tool that stand for another expectation. */
function findClosest(wanted: CompiledCall, { extras, retries, made }: CallsJudgement): Closest | undefined {
  const free = closestCall(wanted, [...extras, ...retries]);
  if (free !== undefined) return { call: free, isTaken: false };
  const taken = closestCall(
    wanted,
    made.flatMap(({ call }) => (call.name === wanted.tool ? [call] : [])),
  );
  return taken === undefined ? undefined : { call: taken, isTaken: true };
}

/**
 * Where a missing call belongs: in the turn of the expected call before it, after which it was due; of the one after it,
 * when there is none before; else where the talk began.
 */
export function turnDue(row: number, { expected, pairs, order }: CallsJudgement): number {
  const own = expected[row]?.turn;
  if (own !== undefined) return own;
  if (order === 'any') return 0;
  const turnAt = (other: number) => expected[other]?.turn ?? pairs[other]?.turn;
  for (let other = row - 1; other >= 0; other -= 1) {
    const turn = turnAt(other);
    if (turn !== undefined) return turn;
  }
  for (let other = row + 1; other < expected.length; other += 1) {
    const turn = turnAt(other);
    if (turn !== undefined) return turn;
  }
  return 0;
}

function insteadText(
  wanted: CompiledCall,
  closest: Closest | undefined,
  { judgement, talk }: { judgement: CallsJudgement; talk: Talk },
): string {
  if (closest === undefined) return calledInstead(talk);
  const { call, isTaken } = closest;
  const told = `${numberOf(call)} \`${describeCall(call)}\` in turn ${call.turn}`;
  if (isTaken) {
    const used = judgement.made.filter((pair) => pair.call.name === wanted.tool).length;
    if (used === 1) return `the only call of \`${wanted.tool}\`, ${told}, stands for another expectation`;
    return `${countText(used, 'call')} of \`${wanted.tool}\` stand for other expectations, the closest is ${told}`;
  }
  if (call.name !== wanted.tool) return `the closest call is ${told}, of another tool`;
  const { differences } = wanted.arguments.compare(call.arguments);
  if (differences.length === 0) return `the closest call is ${told}`;
  const leaves = differences.slice(0, MAX_LEAVES).map((difference) => leafWords(difference).phrase);
  const more = differences.length - leaves.length;
  return `the closest call is ${told}, which differs in ${listText(more > 0 ? [...leaves, `${more} more`] : leaves)}`;
}

function calledInstead({ calls }: Talk): string {
  if (calls.length === 0) return 'no tool was called at all';
  const names = [...new Set(calls.map(({ name }) => `\`${name}\``))];
  return `called were ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' and others' : ''}`;
}
