import { countText, cutText, listText } from '../../text/value-text.ts';
import type { CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { closestOf } from './closest-call.ts';
import { describeCall, eventsOf } from './describe-call.ts';
import { type Deviation, numberOf, type Talk } from './deviation.ts';
import { leafWords } from './leaf-words.ts';
import type { PlanView } from './plan-view.ts';

const MAX_NAMES = 6;
const MAX_LEAVES = 3;
const BRIEF = 80;
/** Nobody reads the closest call of more of them, and each is a search through all calls. */
const MAX_SEARCHED = 50;

/** Expectations that no call stands for, each with the call that comes closest. */
export function missingCalls(judgement: CallsJudgement<MadeCall>, talk: Talk, view: PlanView): Deviation[] {
  let told = 0;
  const named = new Set<MadeCall>();
  return judgement.expected.flatMap((wanted, row) => {
    if (judgement.pairs[row] !== undefined) return [];
    told += 1;
    return [missingCall(wanted, row, { judgement, talk, view, isSearched: told <= MAX_SEARCHED, named })];
  });
}

type Closest = { call: MadeCall; wanted: CompiledCall; isTaken: boolean };
type Context = {
  judgement: CallsJudgement<MadeCall>;
  talk: Talk;
  view: PlanView;
  isSearched: boolean;
  named: Set<MadeCall>;
};

function missingCall(wanted: CompiledCall, row: number, context: Context): Deviation {
  const { judgement, talk, view } = context;
  const ways = view.choicesOf(row);
  const closest = context.isSearched ? findClosest(ways, judgement) : undefined;
  const likely = likelyTurn(row, closest?.call, context);
  const absence = wanted.turn === undefined ? 'which was called nowhere in the session' : 'which was not called';
  const asked = wanted.turn === undefined ? '' : ` in turn ${wanted.turn}`;
  const name = ways.length > 1 ? ways.map(({ text }) => `\`${text}\``).join(' or ') : `\`${wanted.text}\``;
  const near = closest === undefined ? '' : `; closest ${numberOf(closest.call)} ${brief(describeCall(closest.call))}`;
  return {
    finding: {
      turn: Math.max(likely, talk.cutShortIn ?? 0),
      stage: 'selection',
      code: 'missing_call',
      severity: judgement.missing === 'allow' ? 'note' : 'failure',
      message: `expected ${name}${asked}, ${absence}; ${insteadText(closest, ways.length > 1, context)}`,
      evidence: eventsOf(closest?.call),
    },
    noun: ['missing call', 'missing calls'],
    brief: `missing ${brief(wanted.text)}${near}`,
    remark: closest === undefined ? undefined : remarkOf(closest, ways.length > 1),
    row,
  };
}

/** Where the closest call was made, unless that stands for a missing call before this one, or the order speaks against it. */
function likelyTurn(row: number, closest: MadeCall | undefined, { judgement, view, named }: Context): number {
  const own = judgement.expected[row]?.turn;
  if (own !== undefined) return own;
  if (closest === undefined || named.has(closest)) return turnDue(row, judgement);
  named.add(closest);
  const misplaced = new Set(judgement.misplaced);
  const inPlace = judgement.made.filter((pair) => !misplaced.has(pair.row));
  const before = inPlace.findLast((pair) => view.isBefore(pair.row, row))?.call.turn ?? 0;
  const after = inPlace.find((pair) => view.isBefore(row, pair.row))?.call.turn ?? Number.POSITIVE_INFINITY;
  return Math.max(before, Math.min(after, closest.turn));
}

function remarkOf({ call, wanted, isTaken }: Closest, hasWays: boolean): string {
  const taken = isTaken ? ', which stands for another expectation' : '';
  return `closest${hasWays ? ` to ${wanted.text}` : ''}: ${numberOf(call)} ${describeCall(call)}${taken}`;
}

function brief(text: string): string {
  return cutText(text, BRIEF);
}

/** Calls that nothing asked for come first; then those of the tool that stand for another expectation. */
function findClosest(
  ways: readonly CompiledCall[],
  { extras, retries, made }: CallsJudgement<MadeCall>,
): Closest | undefined {
  const free = closestOf(ways, [...extras, ...retries]);
  if (free !== undefined) return { ...free, isTaken: false };
  const ofTool = made.flatMap(({ call }) => (ways.some(({ tool }) => tool === call.name) ? [call] : []));
  const taken = closestOf(ways, ofTool);
  return taken === undefined ? undefined : { ...taken, isTaken: true };
}

/**
 * Where a missing call belongs: in the turn of the expected call before it, after which it was due; of the one after it,
 * when there is none before; else where the talk began.
 */
export function turnDue(row: number, { expected, pairs, order }: CallsJudgement<MadeCall>): number {
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

function insteadText(closest: Closest | undefined, hasWays: boolean, { judgement, talk }: Context): string {
  if (closest === undefined) return calledInstead(talk);
  const { call, wanted, isTaken } = closest;
  const told = `${numberOf(call)} \`${describeCall(call)}\` in turn ${call.turn}`;
  if (isTaken) {
    const used = judgement.made.filter((pair) => pair.call.name === wanted.tool).length;
    if (used === 1) return `the only call of \`${wanted.tool}\`, ${told}, stands for another expectation`;
    return `${countText(used, 'call')} of \`${wanted.tool}\` stand for other expectations, the closest is ${told}`;
  }
  const to = hasWays ? ` to \`${wanted.text}\`` : '';
  if (call.name !== wanted.tool) return `the closest call${to} is ${told}, of another tool`;
  const { differences } = wanted.arguments.compare(call.arguments);
  if (differences.length === 0) return `the closest call${to} is ${told}, which fits but for its place`;
  const leaves = differences.slice(0, MAX_LEAVES).map((difference) => leafWords(difference).phrase);
  const more = differences.length - leaves.length;
  return `the closest call${to} is ${told}, which differs in ${listText(more > 0 ? [...leaves, `${more} more`] : leaves)}`;
}

function calledInstead({ calls }: Talk): string {
  if (calls.length === 0) return 'no tool was called at all';
  const names = [...new Set(calls.map(({ name }) => `\`${name}\``))];
  return `called were ${names.slice(0, MAX_NAMES).join(', ')}${names.length > MAX_NAMES ? ' and others' : ''}`;
}
