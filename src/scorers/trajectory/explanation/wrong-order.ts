import { cutText, listText } from '../../text/value-text.ts';
import type { CallPair, CallsJudgement } from '../judge-calls.ts';
import type { MadeCall } from '../made-call.ts';
import type { CompiledCall } from '../specification/expected-call.ts';
import { describeCall, eventsOf } from './describe-call.ts';
import { type Deviation, executionDeviation, numberOf } from './deviation.ts';
import type { PlanView } from './plan-view.ts';

const BRIEF = 60;

type Context = { judgement: CallsJudgement<MadeCall>; view: PlanView };
type Pair = CallPair<MadeCall>;

/** Why a call stands at the wrong place: what it should have waited for, gone with, or stood before or after. */
export function wrongOrder(pair: Pair, context: Context): Deviation {
  return tooEarly(pair, context) ?? apart(pair, context) ?? inverted(pair, context) ?? wrongMessage(pair, context);
}

/** A call that was to wait for another and was launched with it, so that it had not seen what came of it. */
function tooEarly(pair: Pair, { judgement, view }: Context): Deviation | undefined {
  const { call, row } = pair;
  const needed = callsAt(view.needsOf(row), judgement).find(({ step }) => step === call.step);
  const waiting = callsAt(rowsThatNeed(row, { judgement, view }), judgement).find(({ step }) => step === call.step);
  if (needed === undefined && waiting === undefined) return undefined;
  const [first, second] = needed === undefined ? [call, waiting as MadeCall] : [needed, call];
  return executionDeviation(pair, {
    code: 'parallel_calls',
    message:
      `\`${describeCall(second)}\` was launched by the same message as \`${describeCall(first)}\`, ` +
      'so it had not seen what came of it; expected after it',
    evidence: eventsOf(second, first),
    brief: `${briefCall(second)} launched together with ${briefCall(first)}, expected after it`,
    remark: `launched together with ${numberOf(second === call ? first : second)}; #${second.index + 1} was to wait for the other`,
    noun: ['parallel call', 'parallel calls'],
  });
}

/** A call that was to go with others in one message. */
function apart(pair: Pair, { judgement, view }: Context): Deviation | undefined {
  const { call, row } = pair;
  const other = callsAt(view.companionsOf(row), judgement).find(({ step }) => step !== call.step);
  if (other === undefined) return undefined;
  const when = other.step < call.step ? 'a later' : 'an earlier';
  return executionDeviation(pair, {
    code: 'sequential_calls',
    message: `\`${describeCall(call)}\` was launched by ${when} message than \`${describeCall(other)}\`; expected together with it`,
    evidence: eventsOf(call, other),
    brief: `${briefCall(call)} not launched together with ${briefCall(other)}`,
    remark: `in ${when} message than ${numberOf(other)} → expected in the same`,
    noun: ['call that was not launched together', 'calls that were not launched together'],
  });
}

/** Names where the call stands among the expected ones, and the nearest call on the wrong side. */
function inverted(pair: Pair, context: Context): Deviation | undefined {
  const { call, row } = pair;
  const { judgement, view } = context;
  const { made } = judgement;
  const after = (other: Pair): boolean => view.isBefore(row, other.row) || view.needsOf(other.row).includes(row);
  const before = (other: Pair): boolean => view.isBefore(other.row, row) || view.needsOf(row).includes(other.row);
  const later = made.find((other) => after(other) && other.call.step < call.step)?.call;
  const earlier = made.findLast((other) => before(other) && other.call.step > call.step)?.call;
  const other = later ?? earlier;
  if (other === undefined) return undefined;
  const [told, wanted] = other === later ? (['after', 'before'] as const) : (['before', 'after'] as const);
  const places = placesOf(pair, context);
  const where =
    places === undefined ? '' : `, at position ${places.actual} of the expected calls instead of ${places.expected}`;
  const position = places === undefined ? '' : `: position ${places.actual} instead of ${places.expected}`;
  return executionDeviation(pair, {
    code: 'wrong_order',
    message: `\`${describeCall(call)}\` was called ${told} \`${describeCall(other)}\`${where}; expected ${wanted} it`,
    evidence: eventsOf(call, other),
    brief: `${briefCall(call)} came ${told} ${briefCall(other)}, expected ${wanted} it`,
    remark: `called ${told} ${numberOf(other)}, expected ${wanted} it${position}`,
    noun: ['call out of order', 'calls out of order'],
  });
}

/** Positions from 1 among the expected calls that were made, where the order leaves no choice. */
function placesOf({ row }: Pair, { judgement, view }: Context): { expected: number; actual: number } | undefined {
  const { made } = judgement;
  const isFixed = made.every(
    (other) => other.row === row || view.isBefore(row, other.row) || view.isBefore(other.row, row),
  );
  if (!isFixed) return undefined;
  const expected = made.filter((other) => view.isBefore(other.row, row)).length + 1;
  const inOrder = made.toSorted((a, b) => a.call.index - b.call.index);
  const actual = inOrder.findIndex((other) => other.row === row) + 1;
  return expected === actual ? undefined : { expected, actual };
}

/** The call fits, but not the message around it: it holds more than was expected, or less. */
function wrongMessage(pair: Pair, { judgement, view }: Context): Deviation {
  const { call, row } = pair;
  const { expected, made, extras, retries } = judgement;
  const rows = [row, ...view.companionsOf(row)].toSorted((a, b) => a - b);
  const wanted = listText(rows.map((one) => `\`${(expected[one] as CompiledCall).text}\``));
  const others = [...made.map((one) => one.call), ...extras, ...retries]
    .filter((other) => other !== call && other.step === call.step)
    .toSorted((a, b) => a.index - b.index);
  const held =
    others.length === 0
      ? 'by itself'
      : `in one message with ${listText(others.map((other) => `${numberOf(other)} \`${describeCall(other)}\``))}`;
  const alone = rows.length === 1 ? ' and nothing else' : '';
  const brief = others.length === 0 ? 'alone' : `with ${others.map(numberOf).join(', ')}`;
  return executionDeviation(pair, {
    code: 'wrong_message',
    message: `\`${describeCall(call)}\` was launched ${held}; expected a message with ${wanted}${alone}`,
    evidence: eventsOf(call, ...others),
    brief: `${briefCall(call)} launched ${brief}, expected a message with ${rows.length === 1 ? 'it alone' : wanted}`,
    remark: `launched ${brief} → expected a message with ${rows.length === 1 ? 'this alone' : wanted.replaceAll('`', '')}`,
    noun: ['call in a wrong message', 'calls in a wrong message'],
  });
}

/** A call with its number, short enough for a line. */
export function briefCall(call: MadeCall): string {
  return `${numberOf(call)} ${cutText(describeCall(call), BRIEF)}`;
}

function callsAt(rows: readonly number[], { pairs }: CallsJudgement<MadeCall>): MadeCall[] {
  return rows.flatMap((row) => pairs[row] ?? []);
}

function rowsThatNeed(row: number, { judgement, view }: Context): number[] {
  return [...judgement.expected.keys()].filter((other) => view.needsOf(other).includes(row));
}
